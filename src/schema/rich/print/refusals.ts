/** What has no JSON form, and what to write instead. */
export interface Refusal {
  readonly seen: string;
  readonly fix: string;
}

const STATE_IT = 'or state it: @Param({ schema: { … } }).';

export const refusals = {
  unresolved: (text: string): Refusal => ({
    seen: `the type '${text}' was not resolved: its import leads nowhere, or the name does not exist.`,
    fix: 'correct the import, or install the package that declares it.',
  }),
  any: { seen: "the type 'any' says nothing.", fix: `give it a type, ${STATE_IT}` },
  unknown: (text: string): Refusal => ({
    seen: `the type '${text}' says nothing about the value.`,
    fix: 'write the type of the data, or for free-form JSON @Param({ schema: {} }).',
  }),
  mergedValues: (text: string): Refusal => ({
    seen: `the type '${text}' asks for several things of one value.`,
    fix: `write one pattern: ${STATE_IT}`,
  }),
  narrowedMember: (text: string, member: string): Refusal => ({
    seen: `the type '${text}' narrows '${member}', which every value of it has and JSON Schema has no type for.`,
    fix: `write the tags @minLength, @maxLength or @pattern into the comment, ${STATE_IT}`,
  }),
  partOfRun: (text: string): Refusal => ({
    seen: `the type '${text}' is a part of the run, which no model supplies.`,
    fix: 'take the whole RunContext; it is injected.',
  }),
  never: { seen: "the type 'never' has no value.", fix: 'remove it, or write the type that is meant.' },
  nothing: (text: string): Refusal => ({
    seen: `the type '${text}' is no value in JSON.`,
    fix: 'write the type of the value, with `?` where it may be left out.',
  }),
  symbol: { seen: "the type 'symbol' has no JSON form.", fix: `use a string, ${STATE_IT}` },
  symbolName: (text: string): Refusal => ({
    seen: `its property ${text} is named by a symbol, which JSON does not have.`,
    fix: 'give it a name, or leave it out of the type.',
  }),
  prototypeName: {
    seen: "its property '__proto__' cannot be told from the prototype.",
    fix: 'give it another name.',
  },
  function: (text: string): Refusal => ({
    seen: `the type '${text}' is a function, which JSON does not have.`,
    fix: 'leave it out of the type: take a type that only has data, e.g. Omit<T, …>.',
  }),
  open: (text: string): Refusal => ({
    seen: `the type '${text}' was not resolved to one type: it depends on a type parameter.`,
    fix: 'write a concrete type, or put @Tool on the method of a class that says what the parameter is.',
  }),
  builtIn: (text: string, name: string): Refusal => ({
    seen: `the type '${text}' is a runtime built-in without a JSON form.`,
    fix: INSTEAD[name] ?? `use plain data, ${STATE_IT}`,
  }),
  abstract: (text: string, subclasses: readonly string[]): Refusal => ({
    seen: `the class '${text}' is abstract, so nothing can be made of it.`,
    fix:
      subclasses.length === 0
        ? 'take a class that is not.'
        : `write the classes that are meant: ${subclasses.join(' | ')}.`,
  }),
  genericClass: (text: string): Refusal => ({
    seen: `the class '${text}' is generic and more than data, so its type arguments are not known at run time.`,
    fix: `declare a class that says them and take that: class … extends ${text} {}.`,
  }),
  indexedClass: (text: string): Refusal => ({
    seen: `the class '${text}' has an index signature and is more than data, so its properties cannot be listed.`,
    fix: 'move the open names to a property of their own: { [key: string]: T }.',
  }),
  service: (text: string): Refusal => ({
    seen: `the class '${text}' has no data that a model could supply.`,
    fix: 'take it in the constructor, or take a class with properties.',
  }),
  noData: (text: string): Refusal => ({
    seen: `the type '${text}' has no data that a model could supply: nothing is left of it without its methods and brands.`,
    fix: 'take a type with properties, or remove it.',
  }),
  hiddenClass: (text: string): Refusal => ({
    seen: `the class ${text === '' ? 'without a name' : `'${text}' inside a function`} cannot be found at run time.`,
    fix: 'declare it with a name at the top level of its module.',
  }),
  pattern: (text: string): Refusal => ({
    seen: `the type '${text}' has no pattern in JSON Schema.`,
    fix: `use string, ${STATE_IT}`,
  }),
  restInside: (text: string): Refusal => ({
    seen: `the tuple '${text}' has a rest element before its end, which JSON Schema cannot say.`,
    fix: 'put the rest element last, or use an array.',
  }),
  mergedList: (text: string): Refusal => ({
    seen: `the type '${text}' is a list that has properties, which JSON does not have.`,
    fix: 'take the list and the properties apart: { items: T[]; … }.',
  }),
  computedEnum: (text: string): Refusal => ({
    seen: `the values of the enum '${text}' are computed at run time.`,
    fix: 'write its values as literals.',
  }),
  notNumber: (text: string): Refusal => ({
    seen: `the value '${text}' is no JSON number.`,
    fix: 'use a finite number.',
  }),
  endless: (text: string): Refusal => ({
    seen: `the type '${text}' goes on without end: each level needs a new type.`,
    fix: 'let the type refer to itself with the same type arguments.',
  }),
  tooMuch: {
    seen: 'its type has more parts than a model could read: thousands of objects inside each other.',
    fix: `take a smaller type, ${STATE_IT}`,
  },
  lostKeywords: (text: string): Refusal => ({
    seen: `the comment of the type '${text}' has constraints, which cannot be told from the rest of the type here.`,
    fix: 'write them into the comment of the property or parameter, /** … */, or into @Param({ … }).',
  }),
} as const;

const RECORD = 'use { [key: string]: T }, which JSON has.';
const INSTEAD: Readonly<Record<string, string>> = {
  Map: RECORD,
  WeakMap: RECORD,
  ReadonlyMap: RECORD,
  Set: 'use an array, with @Param({ uniqueItems: true }) where each item may come once.',
  ReadonlySet: 'use an array, with @Param({ uniqueItems: true }) where each item may come once.',
  WeakSet: 'use an array.',
  Promise: 'write the type of the value itself.',
  PromiseLike: 'write the type of the value itself.',
  RegExp: "use a string, with @Param({ format: 'regex' }).",
  URL: "use a string, with @Param({ format: 'uri' }).",
  Error: 'use a string with the message.',
  String: 'use string.',
  Number: 'use number.',
  Boolean: 'use boolean.',
  Object: 'write the type of the data, or for free-form JSON @Param({ schema: {} }).',
  Function: 'leave it out of the type: JSON has no functions.',
  ArrayBuffer: 'use Uint8Array.',
};
