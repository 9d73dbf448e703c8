import type { ToolDefinition } from './tool-definition.js';

const places = new WeakMap<ToolDefinition, string>();

/** Remembers where a definition was written, for problems: `Orders.lookUp`. */
export function rememberPlace(definition: ToolDefinition, place: string): void {
  places.set(definition, place);
}

/** Undefined for a definition that was made from another one. */
export function findPlace(definition: ToolDefinition): string | undefined {
  return places.get(definition);
}
