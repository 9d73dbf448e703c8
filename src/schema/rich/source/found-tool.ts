import type ts from 'typescript';

/** A method that is a tool: written there, overridden, or inherited with types of its own. */
export interface FoundMethod {
  readonly owner: ts.ClassDeclaration;
  readonly member: string;
  readonly isStatic: boolean;
  /** With the type arguments of the class it is found in. */
  readonly signature: ts.Signature;
  readonly declaration: ts.MethodDeclaration;
  /** `@Tool` of the method itself or of the one it overrides. */
  readonly tool: ts.MethodDeclaration;
}

/** A class that is a tool. */
export interface FoundCommand {
  readonly owner: ts.ClassDeclaration;
  /** `action` of its options. */
  readonly action: ts.Type | undefined;
  /** Its own class says what comes back. */
  readonly hasObservation: boolean;
}

/** What a project declares. */
export interface Findings {
  readonly methods: readonly FoundMethod[];
  readonly commands: readonly FoundCommand[];
  /** Classes whose data a model supplies, besides those that tools mention. */
  readonly inputs: readonly ts.ClassDeclaration[];
}
