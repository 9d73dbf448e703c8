import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toSnakeCase } from '../../../../src/foundation/names.js';
import { typedClass } from './build.js';
import { goldenClasses } from './golden-classes.js';

const pathOf = (name: string): string => `test/golden/schema-${toSnakeCase(name)}.json`;

describe.each(Object.entries(goldenClasses))('the schema of %s', (name, target) => {
  const { schema } = typedClass(target);

  it('is the recorded one', () => {
    if (process.env['UPDATE_GOLDENS'] === '1') {
      writeFileSync(pathOf(name), `${JSON.stringify(schema, null, 2)}\n`);
    }
    expect(JSON.parse(JSON.stringify(schema))).toEqual(JSON.parse(readFileSync(pathOf(name), 'utf8')));
  });

  it('compiles in Ajv 2020', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    formats.default(ajv);
    expect(() => ajv.compile(schema)).not.toThrow();
  });

  it('is the same when it is built again, from fresh nodes, and frozen', () => {
    const again = typedClass(target);
    expect(again.schema).toEqual(schema);
    expect(again.schema).not.toBe(schema);
    expect(Object.isFrozen(again.schema.properties)).toBe(true);
  });
});
