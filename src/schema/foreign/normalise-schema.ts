import { isPlainObject } from '../../foundation/json.js';
import type { JsonSchema } from '../json-schema.js';
import { hasEndlessLoop } from '../plan/endless-loop.js';
import { hasTooManyPaths, TOO_MANY_PATHS } from '../plan/reference-paths.js';
import { isStackOverflow } from '../plan/stack-overflow.js';
import { multipliesVisits } from '../plan/value-visits.js';
import { isTooLongChain } from './chain.js';
import { copySchema } from './copy-schema.js';
import { Definitions } from './definitions.js';
import { type Draft, readDraft } from './draft.js';
import type { RawNode } from './places.js';
import { References } from './references.js';
import { refuseWhole, Report, show } from './report.js';
import { Resources } from './resources.js';
import { rewriteNode, type Workshop } from './rewrite-node.js';
import { findRoot, typeRoot } from './root-type.js';

export interface NormaliseOptions {
  /** `object`, the default, for what arguments must be; `any` for results and parts of a schema. */
  readonly root?: 'object' | 'any';
}

export interface NormalisedSchema {
  /** In the form of 2020-12: of its own, without names, and every reference leads to its root or into its `$defs`. */
  readonly schema: JsonSchema;
  /** What was changed in more than its form. */
  readonly notes: readonly string[];
}

/**
 * Reads a schema that somebody else wrote: drafts 04 to 2020-12 and the dialect of OpenAPI 3.0. What is written wrongly
 * and can only have meant one thing is mended and noted. Changes nothing in its input, and fetches nothing.
 *
 * @throws DefinitionError (`DEFINITION`) with all that is wrong, when a value could not be judged by the schema.
 */
export function normaliseSchema(
  schema: unknown,
  { root = 'object' }: NormaliseOptions = {},
): NormalisedSchema {
  const copy = copySchema(schema);
  const report = new Report();
  try {
    const rewritten = rewrite(asNode(copy, root), report, readDraft(copy, report));
    report.throwIfRefused();
    const typed = root === 'object' ? typeRoot(rewritten, report) : rewritten;
    report.throwIfRefused();
    refuseChains(typed);
    return { schema: typed, notes: report.notes };
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return refuseWhole('', TOO_LONG.seen, TOO_LONG.fix);
  }
}

function asNode(schema: unknown, root: 'object' | 'any'): RawNode {
  if (isPlainObject(schema)) return schema;
  if (schema === true) return {};
  if (schema === false && root === 'any') return { not: {} };
  if (schema === false)
    refuseWhole('', 'It is false: no arguments would be allowed.', 'Describe the arguments.');
  return refuseWhole('', `It is ${show(schema)}, not a JSON Schema.`, 'Write an object.');
}

function rewrite(raw: RawNode, report: Report, draft: Draft): JsonSchema {
  const resources = new Resources(raw, draft, report);
  const references = new References(resources, report);
  const definitions = new Definitions(findRoot(raw, references), references, resources);
  const workshop: Workshop = {
    draft,
    report,
    refer,
    emit,
    isCarrier: pointer => references.carriers.has(pointer),
  };

  function refer(node: RawNode): string | boolean | undefined {
    const target = definitions.targetOf(node);
    return typeof target === 'object' ? definitions.referenceTo(target) : target;
  }
  function emit(node: RawNode): JsonSchema {
    const reference = definitions.referenceTo(node);
    return reference === undefined ? rewriteAt(node) : { $ref: reference };
  }
  function rewriteAt(node: RawNode): JsonSchema {
    return rewriteNode(node, resources.placeOf(node).pointer, workshop);
  }

  const schema = { ...rewriteAt(definitions.root), ...wordsOf(raw) };
  const named = [...definitions.names].map(([node, name]) => [name, rewriteAt(node)] as const);
  return named.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(named) };
}

/** Kept where the root is no more than a reference: they are about the whole. */
function wordsOf({ title, description }: RawNode): JsonSchema {
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

const TOO_LONG = {
  seen: 'Too many of its parts refer to each other in one chain.',
  fix: 'Write it with fewer parts.',
};

/** @throws DefinitionError for references that nothing could follow. */
function refuseChains(schema: JsonSchema): void {
  const resolve = (reference: string): unknown => resolveIn(schema, reference);
  if (isTooLongChain(schema, resolve)) refuseWhole('', TOO_LONG.seen, TOO_LONG.fix);
  if (hasEndlessLoop(schema, resolve))
    refuseWhole(
      '',
      'A part of it refers back to itself without going into the value.',
      'Let the reference lead to a property or an item.',
    );
  if (hasTooManyPaths(schema, resolve)) refuseWhole('', TOO_MANY_PATHS.seen, TOO_MANY_PATHS.fix);
  if (multipliesVisits(schema, resolve, MAX_VISITS)) {
    refuseWhole(
      '',
      `Its alternatives multiply with each level: one value could be judged more than ${MAX_VISITS} times.`,
      'Let alternatives differ by a constant member instead of repeating what lies below them.',
    );
  }
}

/** Of one value; each takes about ten microseconds at most. */
const MAX_VISITS = 100_000;

function resolveIn(schema: JsonSchema, reference: string): unknown {
  return reference === '#' ? schema : schema.$defs?.[reference.slice('#/$defs/'.length)];
}
