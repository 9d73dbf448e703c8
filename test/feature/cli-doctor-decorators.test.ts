import { Project } from '../support/project.js';
import { type Finished, runCli } from '../support/run-cli.js';

const STANDARD = { experimentalDecorators: false, emitDecoratorMetadata: false };

const DESCRIBED = `import { Param, Tool } from 'toolwright';
export class Orders {
  @Tool({ description: 'Find an order.', params: { id: { type: 'string' } } }) find(id: string): string { return id; }
}
@Tool('Open a ticket.')
export class OpenTicket {
  @Param({ type: 'string' }) summary!: string;
  execute(): string { return this.summary; }
}
`;
const PLAIN = `import { Tool } from 'toolwright';
export class Orders {
  /**
   * Find an order.
   * @param id - Which.
   */
  @Tool() find(id: string, limit?: number): string { return id + String(limit); }
}
`;
const OTHER = `import { Tool } from 'toolwright';
export class Other { @Tool({ params: { text: { type: 'string' } } }) ask(text: string): string { return text; } }
`;

let project: Project;
afterEach(() => {
  project.remove();
});

const run = (...args: string[]): Promise<Finished> => runCli(args, { cwd: project.root });

const notes = (): string =>
  [
    `note  ${project.path('tsconfig.json')}, experimentalDecorators: it is off, so decorators are compiled as the standard says: without types, and not on parameters; the tools of MODULE do without.`,
    `note  ${project.path('tsconfig.json')}, emitDecoratorMetadata: it is off, so types of parameters and constructors are not there at run time; the tools of MODULE do without.`,
    '0 errors, 0 warnings\n',
  ].join('\n');

describe('toolwright doctor on a project with decorators of the standard', () => {
  it('notes the options where decorators describe everything', async () => {
    project = new Project({ 'src/orders.ts': DESCRIBED }, STANDARD);
    project.uninstall('typescript-json-schema');
    expect(await run('doctor', 'src/orders.ts')).toEqual({ code: 0, stdout: notes(), stderr: '' });
  });

  it('notes them where a manifest describes it, for sources and for what a compiler made of them', async () => {
    project = new Project({ 'src/orders.ts': PLAIN }, STANDARD);
    expect((await run('schema')).code).toBe(0);
    expect(await run('doctor', 'src/orders.ts')).toEqual({ code: 0, stdout: notes(), stderr: '' });
    project.compile();
    expect(await run('doctor', 'dist/orders.js')).toEqual({ code: 0, stdout: notes(), stderr: '' });
  });

  it('calls them wrong where a tool lacks its types', async () => {
    project = new Project({ 'src/orders.ts': PLAIN }, STANDARD);
    project.uninstall('typescript-json-schema');
    const { code, stdout } = await run('doctor', 'src/orders.ts');
    expect(code).toBe(1);
    expect(stdout).toContain("error  Orders.find, parameter 1 'id': No type metadata was emitted");
    expect(stdout).toContain(', experimentalDecorators: it is off');
    expect(stdout).not.toContain('note  ');
  });

  it('does not blame them for another mistake', async () => {
    const mistaken = DESCRIBED.replace("description: 'Find", "name: 'find it', description: 'Find");
    project = new Project({ 'src/orders.ts': mistaken }, STANDARD);
    const { code, stdout } = await run('doctor', 'src/orders.ts');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error {2}.*find it/m);
    expect(stdout).toContain('note  ');
    expect(stdout).toMatch(/^1 error, 0 warnings$/m);
  });

  it('calls them wrong where a class is not in the manifest', async () => {
    project = new Project({ 'src/orders.ts': PLAIN, 'more/other.ts': OTHER }, { ...STANDARD, rootDir: '.' });
    expect((await run('schema')).code).toBe(0);
    project.write('src/all.ts', "export * from './orders.js';\nexport * from '../more/other.js';\n");
    project.uninstall('typescript-json-schema');
    project.compile('src/all.ts');
    const { code, stdout } = await run('doctor', 'dist/src/all.js');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'warning  Other: it is not in the manifest, so its tools are known from decorators and emitted types only.\n  Fix: write the manifest anew: npx toolwright schema -p tsconfig.json\n',
    );
    expect(stdout).toMatch(/^2 errors, 1 warning$/m);
    expect((await run('tools', 'dist/src/all.js')).stderr).toMatch(/^warn Other is not in the manifest, /);
  });

  it('notes a class of mere data that is imported as a type, and calls a dependency wrong that is', async () => {
    const source = `import { injectable } from 'tsyringe';
import { Tool } from 'toolwright';
import type { Store, Tag } from './parts.js';
@injectable()
export class Stamp {
  constructor(private readonly store: Store) {}
  /**
   * Stamp a tag.
   * @param tag - Which.
   */
  @Tool() stamp(tag: Tag): string { return tag.text + String(this.store); }
}
`;
    project = new Project({
      'src/stamp.ts': source,
      'src/parts.ts': 'export class Tag { text!: string; }\nexport class Store { open(): void {} }\n',
    });
    const { stdout } = await run('doctor', 'src/stamp.ts');
    expect(stdout).toBe(
      [
        "error  Stamp.constructor, parameter 'store': its class Store is imported with `type`, so it is erased at run time.",
        '  Fix: write: import { Store } from …',
        "note  Stamp.stamp, parameter 'tag': its class Tag is imported with `type`, so it is erased at run time; the tools of MODULE do without.",
        '1 error, 0 warnings\n',
      ].join('\n'),
    );
  });
});
