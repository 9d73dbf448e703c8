import type ts from 'typescript';
import type { JsonSchema } from '../../json-schema.js';
import type { Study } from '../source/study.js';
import type { DeclaredType, Site } from './declared-type.js';
import type { Refusal } from './refusals.js';

/** What a type is for: inputs must be exact, of results it is enough to tell what JSON shows. */
export type Purpose = 'input' | 'result';

/** What a declaration is known by before its members are printed. */
export type DeclarationFacts = Pick<DeclaredType, 'kind' | 'title' | 'declaration'> & {
  readonly type?: ts.Type;
};

/** What the parts of a printer need from the whole. */
export interface Printing {
  readonly study: Study;
  readonly purpose: Purpose;
  /** The order in which members of a union are written, by the set of them. */
  readonly orders: Map<string, readonly unknown[]>;
  /** Names of declarations of which a value is one. */
  readonly unions: (readonly string[])[];
  /** The type in simplified TypeScript. */
  print(type: ts.Type, site: Site): string;
  /** Records a problem; the text that is printed instead. */
  refuse(site: Site, refusal: Refusal): string;
  /** Declares a type under a name of its own; `fill` prints what is in it. */
  declare(facts: DeclarationFacts, fill: (declared: DeclaredType) => void): DeclaredType;
  mention(declared: DeclaredType): string;
  /** A name that stands for a schema which the printed language has no words for. */
  mark(schema: JsonSchema): string;
  /** True for the name of a declaration or of a mark, as opposed to the text of a type. */
  readonly isName: (text: string) => boolean;
  /** As its author would write it. */
  nameOf(type: ts.Type): string;
}
