import { editDistance } from '../../../foundation/names.js';

/** Tags of JSDoc, TSDoc and TypeDoc: none of them is another one misspelt. */
const KNOWN: ReadonlySet<string> = new Set(
  `abstract access alias alpha api arg argument async augments author beta borrows callback category categoryDescription
  class classdesc code constant constructor constructs copyright decorator defaultvalue deprecated desc description
  document emits enum event eventProperty exception expand expandType experimental export exports extends external file
  fileoverview fires func function generator global group groupDescription hidden hideconstructor host ignore implements
  import include includeCode inheritDoc inheritdoc inline inlineType inner instance interface internal kind label lends
  license link linkcode linkplain listens member memberof merge mergeModuleWith method mixes mixin module name namespace
  overload override overview package packageDocumentation preventExpand preventInline primaryExport private
  privateRemarks prop property protected public readonly reflection requires return satisfies sealed see since snippet
  sortStrategy static summary template this throws todo tutorial typedef typeParam typeParameter useDeclaredType
  var variation version virtual yield yields`.split(/\s+/),
);

const LONG = 6;

/** The tag that one which says nothing may stand for; undefined where it is one of other readers, or near none. */
export function findMeant(tag: string, read: Iterable<string>): string | undefined {
  if (KNOWN.has(tag)) return undefined;
  const [nearest] = [...read]
    .map(name => ({ name, distance: editDistance(tag, name, 3), limit: name.length < LONG ? 1 : 2 }))
    .filter(({ distance, limit }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name;
}
