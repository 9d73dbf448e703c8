import { buildArray } from './build-array.js';
import { buildObject } from './build-object.js';
import { buildFormatRule, nameFormat } from './formats.js';
import { NOTHING_SURE, type PlanNode } from './node.js';
import { BooleanNode } from './nodes/boolean.js';
import { NullNode } from './nodes/null.js';
import { buildNumberRules, NumberNode } from './nodes/number.js';
import { isTextRevival, RevivedTextNode, TEXT_REVIVALS } from './nodes/revived-text.js';
import { buildTextRules, TextNode } from './nodes/text.js';
import type { Site } from './site.js';

/** The node for one type of a schema; keywords of other types do not count. */
export function buildKindNode(type: string, site: Site): PlanNode {
  switch (type) {
    case 'string':
      return buildText(site);
    case 'number':
    case 'integer':
      return buildNumber(type, site);
    case 'boolean':
      return new BooleanNode();
    case 'null':
      return new NullNode();
    case 'array':
      return buildArray(site);
    default:
      return buildObject(site);
  }
}

function buildText({ schema, facts, preparations }: Site): PlanNode {
  const revive = facts.revive?.kind;
  const revival = revive !== undefined && isTextRevival(revive) ? TEXT_REVIVALS[revive] : undefined;
  const judgesFormat = revive === 'date' || revive === 'date-text';
  const format = facts.isFormatHint !== true && !judgesFormat ? schema.format : undefined;
  const { rules, sure } = buildTextRules(schema);
  const text =
    format === undefined
      ? new TextNode(nameFormat(format), rules, sure)
      : new TextNode(
          nameFormat(format),
          [...rules, buildFormatRule(format, 'string', preparations)],
          NOTHING_SURE,
        );
  return revival === undefined ? text : new RevivedTextNode(text, revival);
}

function buildNumber(type: 'number' | 'integer', { schema, facts, preparations }: Site): PlanNode {
  const isInteger = type === 'integer';
  const { rules, sure } = buildNumberRules(schema, isInteger);
  const format = facts.isFormatHint !== true ? schema.format : undefined;
  return format === undefined
    ? new NumberNode(isInteger, rules, sure)
    : new NumberNode(isInteger, [...rules, buildFormatRule(format, 'number', preparations)], NOTHING_SURE);
}
