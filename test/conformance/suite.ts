import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normaliseSchema } from '../../src/schema/foreign/normalise-schema.js';
import { type JsonSchema } from '../../src/schema/json-schema.js';
import { compilePlan, type Plan } from '../../src/schema/plan/plan.js';
import { repository } from '../support/run-cli.js';

export type Draft = 'draft7' | 'draft2020-12';

/** `direct`: the plan as it takes a schema that was written for it; `normalised`: what is made of one of somebody else's. */
export type Mode = `${Draft} ${'direct' | 'normalised'}`;

/** One schema of the official suite with the values it is asked about. */
export interface Group {
  /** `file > what the schema is about`. */
  readonly name: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

export function readGroups(draft: Draft): readonly Group[] {
  const folder = join(repository, 'test/conformance/json-schema-test-suite', draft);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  );
  return files.sort().flatMap(file => {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as (Group & {
      description: string;
    })[];
    return groups.map(group => ({ ...group, name: `${file.replace('.json', '')} > ${group.description}` }));
  });
}

/** The verdict of a validator; undefined where it refuses the schema. */
export type Judge = (schema: unknown) => (value: unknown) => Promise<boolean | undefined>;

const DIALECTS: Readonly<Record<Draft, string>> = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** Says what it is written in, as the suite says by its folders. */
const withDialect = (schema: unknown, draft: Draft): unknown =>
  typeof schema === 'object' ? { $schema: DIALECTS[draft], ...schema } : schema;

function judgeBy(compile: (schema: unknown) => Plan): Judge {
  return schema => {
    let plan: Plan | undefined;
    return async value => {
      try {
        const result = await (plan ??= compile(schema)).run(value);
        return result.ok && result.repairs.length === 0;
      } catch {
        return undefined;
      }
    };
  };
}

export const judges: Readonly<Record<Mode, Judge>> = {
  'draft7 direct': judgeDirectly('draft7'),
  'draft7 normalised': judgeNormalised('draft7'),
  'draft2020-12 direct': judgeDirectly('draft2020-12'),
  'draft2020-12 normalised': judgeNormalised('draft2020-12'),
};

function judgeDirectly(draft: Draft): Judge {
  return judgeBy(schema =>
    compilePlan({ schema: withDialect(schema, draft) as JsonSchema, facts: new Map() }),
  );
}

function judgeNormalised(draft: Draft): Judge {
  return judgeBy(given => {
    const { schema } = normaliseSchema(withDialect(given, draft), { root: 'any' });
    return compilePlan({ schema, facts: new Map() });
  });
}

export interface Outcome {
  readonly passed: number;
  /** `file > schema > value` of every wrong verdict, or `file > schema` where all of its verdicts are wrong. */
  readonly failed: readonly string[];
}

export async function runSuite(groups: readonly Group[], judge: Judge): Promise<Outcome> {
  const failed: string[] = [];
  let passed = 0;
  for (const { name, schema, tests } of groups) {
    const decide = judge(schema);
    const wrong: string[] = [];
    for (const { description, data, valid } of tests) {
      if ((await decide(data)) === valid) passed++;
      else wrong.push(`${name} > ${description}`);
    }
    failed.push(...(wrong.length === tests.length ? [name] : wrong));
  }
  return { passed, failed };
}
