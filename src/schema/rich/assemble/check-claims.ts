import type { JsonSchema } from '../../json-schema.js';
import type { ManifestType } from '../../manifest/manifest.js';
import type { Study } from '../source/study.js';
import { findMisfit } from './fits.js';

/** A value that a comment or an initialiser gives for a schema. */
export interface Claim {
  readonly where: string;
  readonly what: '@example' | 'default';
  readonly value: unknown;
  readonly schema: JsonSchema;
}

/** Reports values that do not fit their schema. */
export async function checkClaims(
  study: Study,
  claims: readonly Claim[],
  types: Readonly<Record<string, ManifestType>>,
): Promise<void> {
  for (const { where, what, value, schema } of claims) {
    const misfit = await findMisfit(value, schema, types);
    if (misfit === undefined) continue;
    study.problem({
      where,
      seen: `its ${what} does not fit: ${misfit}.`,
      fix: `correct the ${what}, or what it is checked against.`,
    });
  }
}
