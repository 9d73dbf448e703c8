import type ts from 'typescript';
import type { DefinitionProblem } from '../../../foundation/definition-error.js';
import type { Constraints } from './named-keywords.js';

/** Where a type is met: for the texts of problems, and as a hint to the order its author wrote. */
export interface Site {
  /** `src/orders.ts:12 Orders.lookupOrder(orderId).inner`. */
  readonly where: string;
  readonly node?: ts.TypeNode;
}

export interface PrintedProperty {
  /** In the printed declaration. */
  readonly key: string;
  readonly optional: boolean;
  /** What the source says about it. */
  readonly declaration?: ts.Declaration;
  /** The declaration is of another type, as under Partial<T> and T & U: its initialiser and default are none of this value's. */
  readonly isBorrowed?: true;
  /** The type in simplified TypeScript; missing where a decorator states the type. */
  readonly printed?: string;
  /** A decorator states the type, and the one in source admits null besides. */
  readonly nullable?: true;
  /** Tells one class of a union from the others, so it has to be given although it has an initialiser. */
  isTag?: true;
  /** The property stands for all names that match. */
  readonly pattern?: string;
}

/** A type printed as a declaration of its own: an object, a class, or a union that holds itself. */
export interface DeclaredType {
  /** In the printed text: nobody else's name, whatever the project calls its types. */
  readonly name: string;
  /** What the project calls it; empty for a type written in place. */
  readonly title: string;
  readonly kind: 'class' | 'object' | 'alias' | 'root';
  readonly declaration?: ts.Declaration;
  readonly properties: PrintedProperty[];
  /** The body of a printed alias, and index signatures of an object. */
  text: string;
  /** Declarations it mentions. */
  readonly mentions: Set<DeclaredType>;
  readonly problems: DefinitionProblem[];
  /** Constraints that the comment of a named type puts on its values. */
  constraints?: Constraints;
  isRecursive: boolean;
}

export const below = (site: Site, step: string, node?: ts.TypeNode): Site => ({
  where: `${site.where}${step}`,
  ...(node === undefined ? {} : { node }),
});
