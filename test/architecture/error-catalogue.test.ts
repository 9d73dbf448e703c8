import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as door from 'toolwright';
import * as mcp from 'toolwright/mcp';
import * as replay from 'toolwright/replay';
import * as testing from 'toolwright/testing';
import { repository } from '../support/run-cli.js';

const rows = [
  ...readFileSync(join(repository, 'docs/errors.md'), 'utf8').matchAll(
    /^\| `([A-Z_]+)`\s+\| `(\w+)`\s+\| (\w+)\s+\|/gm,
  ),
].map(([, code, name]) => `${code} ${name}`);

/** Every error class of the package with the code that its constructor gives. */
function exportedErrors(): string[] {
  const exported: unknown[] = [door, mcp, replay, testing].flatMap(
    (each: object) => Object.values(each) as unknown[],
  );
  const classes = exported.filter(
    (value): value is typeof door.ToolwrightError =>
      typeof value === 'function' && value.prototype instanceof door.ToolwrightError,
  );
  return [...new Set(classes)].map(errorClass => {
    const code = /code: '([A-Z_]+)'/.exec(Function.prototype.toString.call(errorClass))?.[1];
    return `${code ?? '?'} ${errorClass.name}`;
  });
}

describe('docs/errors.md', () => {
  it('has a row for every error class of the package, and no other', () => {
    expect(rows.sort()).toEqual(exportedErrors().sort());
  });

  it('has each code once', () => {
    const codes = rows.map(row => row.split(' ')[0]);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('every error', () => {
  it('is recognised by its mark, also when it comes from another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('toolwright.error')]: true });
    expect(door.ToolwrightError.is(new door.FailCall('x'))).toBe(true);
    expect(door.ToolwrightError.is(foreign)).toBe(true);
    expect(door.ToolwrightError.is(new Error('x'))).toBe(false);
  });

  it('names its class, and gives a model no words that are for the author', () => {
    const error = new door.DefinitionError([{ where: 'A.b', seen: 'It is wrong.', fix: 'write c.' }]);
    expect(error.name).toBe('DefinitionError');
    expect(error.message).toBe('A.b: It is wrong. Fix: write c.');
    expect(error.toModelText()).not.toContain('A.b');
  });
});
