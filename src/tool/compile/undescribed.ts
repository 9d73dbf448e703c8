import type { AnyConstructor } from '../../foundation/constructor.js';
import { type Logger, tolerant } from '../../foundation/logger.js';
import { SCHEMA_COMMAND } from '../../schema/manifest/manifest-error.js';
import type { ActionType } from '../action-type.js';
import type { ToolDefinition } from '../tool-definition.js';

/**
 * The classes of tools that a manifest in force says nothing of. Kept by the action, which a definition shares with all that
 * are made from it.
 */
const classes = new WeakMap<ActionType, AnyConstructor>();
const fromSource = new WeakSet<ActionType>();
const warned = new WeakMap<Logger, WeakSet<AnyConstructor>>();

/** Remembers that a manifest describes a tool. */
export function rememberSource({ action }: ToolDefinition): void {
  fromSource.add(action);
}

/** Remembers the class of those tools that were compiled with a manifest and are not in it. */
export function rememberUndescribed(target: AnyConstructor, definitions: readonly ToolDefinition[]): void {
  for (const { action } of definitions) if (!fromSource.has(action)) classes.set(action, target);
}

/** Tells a logger, once, of each class whose tools are in no manifest while there is one. */
export function warnOfUndescribed(definitions: readonly ToolDefinition[], logger: Logger): void {
  const told = warned.get(logger) ?? new WeakSet<AnyConstructor>();
  warned.set(logger, told);
  for (const { action } of definitions) {
    const target = classes.get(action);
    if (target === undefined || told.has(target)) continue;
    told.add(target);
    const className = target.name || 'a class without a name';
    tolerant(logger).warn(
      `${className} is not in the manifest, so its tools are known from decorators and emitted types only. Write the manifest anew: ${SCHEMA_COMMAND}`,
      { className, command: SCHEMA_COMMAND },
    );
  }
}
