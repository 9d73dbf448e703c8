import { KEYWORD_TAGS, withoutPrefix } from './keyword-tags.js';

const STATE_IT = 'state the schema: @Param({ schema: { … } })';
const BY_TYPE = 'write it as the type: a literal, a union or an enum';
export const LEAVE_OUT = 'leave the member out of the type, e.g. with Omit<T, …>, or make it private';
const OPTIONAL = "write '?' after the name where it may be left out";
const INTEGER = "write '@type integer'";

/** Tags that generators of schemas take, and that nothing comes of here; and what to write instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['items', 'give the items a named type, and write the tag into its comment'],
  ['contains', STATE_IT],
  ['prefixItems', 'write a tuple type'],
  ['additionalItems', 'write a tuple type with a rest element'],
  ['additionalProperties', 'write an index signature, { [key: string]: T }, where other names are allowed'],
  ['patternProperties', 'write an index signature of a template literal, { [key: `x-${string}`]: T }'],
  ['propertyNames', 'write an index signature of a template literal, { [key: `x-${string}`]: T }'],
  ['dependentRequired', STATE_IT],
  ['dependencies', STATE_IT],
  ['discriminator', 'write a union of objects with a literal member each'],
  ['required', OPTIONAL],
  ['optional', OPTIONAL],
  ['nullable', 'write `| null` in the type'],
  ['enum', BY_TYPE],
  ['const', BY_TYPE],
  ['anyOf', 'write a union type'],
  ['oneOf', 'write a union type'],
  ['allOf', 'write an intersection type'],
  ['not', STATE_IT],
  ['if', STATE_IT],
  ['then', STATE_IT],
  ['else', STATE_IT],
  ['ref', STATE_IT],
  ['$ref', STATE_IT],
  ['id', 'give the type a name: that is what schemas refer to'],
  ['$id', 'give the type a name: that is what schemas refer to'],
  ['$comment', 'write a comment that is no doc comment'],
  ['contentEncoding', STATE_IT],
  ['contentMediaType', STATE_IT],
  ['readOnly', LEAVE_OUT],
  ['writeOnly', STATE_IT],
  ['ignore', LEAVE_OUT],
  ['hidden', LEAVE_OUT],
  ['hide', LEAVE_OUT],
  ['markdownDescription', 'write it as the text of the comment'],
  ['deprecationMessage', "write it after '@deprecated'"],
  ['defaultSnippets', "write an '@example'"],
  ['min', "write '@minimum'"],
  ['max', "write '@maximum'"],
  ['integer', INTEGER],
  ['int', INTEGER],
  ['isInt', INTEGER],
  ['isLong', INTEGER],
  ['isDate', "write '@format date'"],
  ['isDateTime', "write '@format date-time'"],
]);

/** Tags that are read, by their names in lower case. */
const READ: ReadonlyMap<string, string> = new Map(
  [...KEYWORD_TAGS, 'default', 'defaultValue', 'description', 'deprecated', 'example'].map(name => [
    name.toLowerCase(),
    name,
  ]),
);

export const isUnreadTag = (tag: string): boolean => adviceOn(tag) !== undefined;

/** What to write in place of a tag that looks like a keyword of JSON Schema and is not read; undefined for all others. */
export function adviceOn(tag: string): string | undefined {
  const name = withoutPrefix(tag);
  const [head = ''] = name.split('.');
  const advice = INSTEAD.get(head);
  if (advice !== undefined) return advice;
  const isPrefixed = name !== tag;
  const meant = READ.get(name.toLowerCase());
  if (meant === undefined) return isPrefixed ? STATE_IT : undefined;
  const isRead = meant === name && (!isPrefixed || KEYWORD_TAGS.has(name));
  return isRead ? undefined : `write '@${meant}'`;
}
