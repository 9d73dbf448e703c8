import type { ValidationError } from 'class-validator';
import type { Constructor } from '../../../foundation/constructor.js';
import type { Issue, Repair } from '../../issue.js';
import type { Kind } from '../kind.js';
import type { Libraries } from '../libraries.js';
import { isObject } from '../members.js';
import { buildIssue, INVALID, NO_MEMBER, type PlanNode } from '../node.js';
import type { Pass } from '../pass.js';
import { childPath } from '../pointer.js';

export interface LibrariesFacts {
  /** The checks of the schema, without typed values. */
  readonly json: PlanNode;
  readonly target: Constructor;
  readonly libraries: Libraries;
  readonly pass: Pass;
  readonly isClosed: boolean;
}

/**
 * Makes an instance with class-transformer once the JSON fits its schema. class-validator is asynchronous: the
 * instance is left in the pass, the plan has it judged, and a second walk words what was found.
 */
export class LibrariesNode implements PlanNode {
  constructor(private readonly facts: LibrariesFacts) {}

  admits(kind: Kind): boolean {
    return this.facts.json.admits(kind);
  }

  describe(): string {
    return this.facts.json.describe();
  }

  accept(value: unknown, owner: object | undefined): unknown {
    const { json, target, libraries, pass, isClosed } = this.facts;
    // While a refusal is explained, what class-validator refused does not fit: unions must see that too.
    if (pass.failures?.has(value) === true) return INVALID;
    const accepted = json.accept(value, owner);
    if (!isObject(accepted)) return INVALID;
    const instance = libraries.transform(target, accepted);
    if (instance === undefined) return INVALID;
    pass.deferred.push({ source: value, instance, target, isClosed });
    return instance;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    const { json, target, pass } = this.facts;
    const before = issues.length;
    json.explain(value, owner, path, issues);
    if (issues.length > before) return;
    const errors = pass.failures?.get(value);
    if (errors !== undefined) explainErrors(errors, path, issues);
    else if (this.accept(value, owner) === INVALID) {
      issues.push(buildIssue(path, `an object that ${target.name} can be made from`, value));
    }
  }

  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    return this.facts.json.repair(value, path, repairs);
  }
}

function explainErrors(errors: readonly ValidationError[], path: string, issues: Issue[]): void {
  for (const error of errors) {
    // Declared as always present, but missing where the whole object is refused.
    const property = error.property as string | undefined;
    const errorPath = property === undefined ? path : childPath(path, property);
    for (const [name, message] of Object.entries(error.constraints ?? {})) {
      const expected =
        name === 'whitelistValidation' ? NO_MEMBER : wordMessage(name, message, property ?? '');
      issues.push(buildIssue(errorPath, expected, property === undefined ? error.target : error.value));
    }
    explainErrors(error.children ?? [], errorPath, issues);
  }
}

/** `size must be a positive number` → `a positive number`: the path and "expected" say the rest. */
function wordMessage(name: string, message: string, property: string): string {
  if (message.trim() === '') return `a value that passes '${name}'`;
  const rest = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  if (rest.startsWith('must be ')) return rest.slice('must be '.length);
  return rest.startsWith('must ') ? `a value that ${rest}` : rest;
}
