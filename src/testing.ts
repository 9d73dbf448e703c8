export { type DoubleOptions, FunctionModel } from './model/doubles/function-model.js';
export { ScriptMismatchError } from './model/doubles/script-mismatch-error.js';
export { ScriptedModel, type ScriptTurn } from './model/doubles/scripted-model.js';
export { type Turn, type TurnCall, type TurnFields } from './model/doubles/turn.js';
