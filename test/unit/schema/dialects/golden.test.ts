import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toSnakeCase } from '../../../../src/foundation/names.js';
import { DIALECT_NAMES } from '../../../../src/schema/dialects/dialect-name.js';
import { profiles } from '../../../../src/schema/dialects/profiles/profiles.js';
import { renderTool } from '../../../../src/schema/dialects/render-tool.js';
import { findViolations, parametersOf } from './obey.js';
import { zoo } from './zoo.js';

const pathOf = (name: string): string => `test/golden/dialect-${toSnakeCase(name).replaceAll('_', '-')}.json`;

describe.each(Object.entries(zoo))('the schema %s', (name, inputSchema) => {
  const definition = { name: 'made', description: 'Made.', inputSchema };
  const rendered = DIALECT_NAMES.map(dialect => renderTool(definition, dialect));

  it('is rendered as recorded', () => {
    const facts = rendered.map(({ dialect, strict, tool, losses, warnings }) => [
      dialect,
      { strict, tool, losses, warnings },
    ]);
    const seen: unknown = JSON.parse(
      JSON.stringify({ canonical: inputSchema, ...Object.fromEntries(facts) }),
    );
    if (process.env['UPDATE_GOLDENS'] === '1')
      writeFileSync(pathOf(name), `${JSON.stringify(seen, null, 2)}\n`);
    expect(seen).toEqual(JSON.parse(readFileSync(pathOf(name), 'utf8')));
  });

  it.each(rendered.map(each => [each.dialect, each] as const))('obeys the profile %s', (dialect, each) => {
    const asked = profiles[dialect];
    const profile = each.strict === asked.isStrict ? asked : asked.fallback!;
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    if (dialect === 'mcp') expect(parametersOf(each)).toEqual(inputSchema);
    else ajv.compile(parametersOf(each));
    expect(findViolations(parametersOf(each), profile)).toEqual([]);
    expect(Object.isFrozen(parametersOf(each).properties)).toBe(true);
  });
});
