import { Project } from '../support/project.js';
import { runCli } from '../support/run-cli.js';

/** What the doctor finds in a module of this source; the sources are read as well. */
async function examine(source: string): Promise<readonly string[]> {
  const project = new Project({ 'src/module.ts': source });
  try {
    const { stdout, stderr } = await runCli(['doctor', 'src/module.ts'], { cwd: project.root });
    expect(stderr).toBe('');
    return stdout.trimEnd().split('\n');
  } finally {
    project.remove();
  }
}

const IMPORTS = `import { IsInt, IsOptional, Max, Validate, ValidatorConstraint } from 'class-validator';
import { defineTool, Param, Tool } from 'toolwright';
`;

describe('toolwright doctor runs what a tool advertises through its own check:', () => {
  it('an @example that fits the types and not the validators', async () => {
    const found = await examine(`${IMPORTS}
export class Filter { @IsInt() @Max(10) limit!: number; }
export class Orders {
  /**
   * Find orders.
   * @param filter - Which.
   * @example { "filter": { "limit": 5 } }
   * @example find({ limit: 99 })
   */
  @Tool() find(filter: Filter): void { void filter; }
}`);
    expect(found).toEqual([
      'error  find, example 2 of 2: at /filter/limit: expected an integer of at most 10, received a number 99.',
      '  Fix: correct the example where it is written, or the rule that refuses it.',
      '1 error, 0 warnings',
    ]);
  });

  it('an @example that breaks a rule of @Param', async () => {
    const [first] = await examine(`${IMPORTS}
export class Orders {
  /**
   * Find orders.
   * @param id - Which.
   * @example { "id": "7" }
   */
  @Tool() find(@Param({ pattern: '^O-' }) id: string): void { void id; }
}`);
    expect(first).toBe('error  find, example: at /id: expected text matching ^O-, received the text "7".');
  });

  it('rules that only class-validator can run, asked with the members of a sound example', async () => {
    const found = await examine(`${IMPORTS}
@ValidatorConstraint({ async: true })
class Even { validate(value: unknown): Promise<boolean> { return Promise.resolve(Number(value) % 2 === 0); } }
export class Filter {
  @Validate(Even) page!: number;
  @IsOptional() @Validate(Even) size: number = 3;
}
export class Orders {
  /**
   * Find orders.
   * @param filter - Which.
   * @example { "filter": { "page": 1 } }
   * @example { "filter": { "page": 2, "size": 4 } }
   */
  @Tool() find(filter: Filter): void { void filter; }
}`);
    expect(found.filter(line => line.startsWith('error'))).toEqual([
      expect.stringMatching(/^error {2}find, example 1 of 2: at \/filter\/page: /) as string,
      expect.stringMatching(/^error {2}find, default of \/filter\/size: expected .*'Even'/) as string,
    ]);
  });

  it('values inside lists, references and nullable members, and those that would have to be repaired', async () => {
    const found = await examine(`${IMPORTS}
export const raw = defineTool({
  name: 'raw',
  description: 'Raw.',
  inputSchema: {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { $ref: '#/$defs/Row' } },
      'a/b': { anyOf: [{ $ref: '#/$defs/Cell' }, { type: 'null' }] },
      count: { type: 'integer', default: '3' },
      free: { type: 'string', examples: ['good'] },
    },
    required: ['free'],
    $defs: { Row: { type: 'object', properties: { size: { type: 'string', maxLength: 2, examples: ['s', 'long'] }, next: { $ref: '#/$defs/Row' } } },
      Cell: { type: 'object', properties: { size: { type: 'integer', default: -1, minimum: 0 } } } },
  },
  execute: () => 'x',
});`);
    expect(found.filter(line => line.startsWith('error'))).toEqual([
      expect.stringContaining('raw, example 2 of 2, at /rows/0/size: expected ') as string,
      'error  raw, default of /a~1b/size: expected an integer of at least 0, received a number -1.',
      'error  raw, default of /count: it is accepted only after a repair (text-to-number).',
    ]);
  });

  it('and has nothing to say of what is sound', async () => {
    const found = await examine(`${IMPORTS}
export class Orders {
  /**
   * Find orders.
   * @param since - From when.
   * @param limit - How many.
   * @example { "since": "2026-01-31T00:00:00Z", "limit": 3 }
   */
  @Tool() find(since: Date, limit = 10): void { void [since, limit]; }
}`);
    expect(found).toEqual(['0 errors, 0 warnings']);
  });
});
