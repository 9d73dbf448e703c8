import {
  type CallObservation,
  createToolRuntime,
  defineTool,
  type RuntimeOptions,
  type ToolFields,
} from 'toolwright';

export type Fields = Partial<ToolFields<Record<string, unknown>>>;

/** The answer of a tool `x` that gives back what `body` does. */
export function answer(
  body: () => unknown,
  fields: Fields = {},
  options: RuntimeOptions = {},
): Promise<CallObservation> {
  const tool = defineTool({ name: 'x', description: 'X.', ...fields, execute: body });
  return createToolRuntime([tool], options).call({ name: 'x' });
}
