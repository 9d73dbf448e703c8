import { spawnSync } from 'node:child_process';
import { repository } from '../support/run-cli.js';

const LAZY = [
  'ajv',
  'ajv-formats',
  'class-validator',
  '@modelcontextprotocol/sdk',
  'typescript',
  'hono',
  '@hono/node-server',
  '@ai-sdk/openai-compatible',
  'libsql',
];

/** Registered before the program: prints what each import asks for. Hooks run on a thread of their own, so it writes at once. */
const HOOK = `
import { writeSync } from 'node:fs';
export function resolve(specifier, context, next) {
  writeSync(1, 'import ' + specifier + '\\n');
  return next(specifier, context);
}`;

const REGISTER = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}));`;

/** The packages that a program loads, by import or by require. */
function packagesLoadedBy(program: string): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[
        '--import',
        `data:text/javascript,${encodeURIComponent(REGISTER)}`,
        '--input-type',
        'module',
        '--eval',
      ],
      `${program}
       const { createRequire } = await import('node:module');
       for (const path in createRequire(import.meta.url).cache) console.log('file ' + path);`,
    ],
    { cwd: repository, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  if (stderr !== '') throw new Error(stderr);
  const imported = [...stdout.matchAll(/^import ((?:@[^/\s]+\/)?[^./\s][^/\s]*)/gm)];
  const required = [...stdout.matchAll(/^file .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm)];
  return [...new Set([...imported, ...required].map(([, name]) => name!))];
}

describe("import 'toolwright'", () => {
  const loaded = packagesLoadedBy("import 'reflect-metadata'; import 'toolwright';");

  it('loads the container and the metadata it is made for', () => {
    expect(loaded).toEqual(expect.arrayContaining(['reflect-metadata', 'tsyringe']));
  });

  it.each(LAZY)('does not load %s', name => {
    expect(loaded).not.toContain(name);
  });

  it('is watched well enough to see what is loaded', () => {
    const program = LAZY.map(
      name => `import '${name === '@modelcontextprotocol/sdk' ? `${name}/types.js` : name}';`,
    );
    expect(packagesLoadedBy(program.join(''))).toEqual(expect.arrayContaining(LAZY));
  });
});
