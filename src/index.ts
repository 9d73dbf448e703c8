export { type CallCancellation } from './context/call-cancellation.js';
export { type Container } from './context/container.js';
export { type CurrentCall, OutsideCallError, type ProgressUpdate } from './context/current-call.js';
export {
  CaptiveDependencyError,
  DependencyCycleError,
  DependencyMissingError,
  ScopeClosedError,
} from './context/dependency-errors.js';
export { type Registration, type ResolutionScope, type Resolver, type Token } from './context/resolver.js';
export { RunContext } from './context/run-context.js';
export { SecretMissingError, Secrets, type SecretSource } from './context/secrets.js';
export { tsyringeResolver } from './context/tsyringe-resolver.js';
export { Param, type ParamDecorator } from './decorators/param.js';
export { ReplayClass } from './decorators/replay-class.js';
export { Returns } from './decorators/returns.js';
export { Tool, type ToolDecorator } from './decorators/tool.js';
export { ToolSet } from './decorators/tool-set.js';
export { type CallFacts, CallObservation } from './execution/call-observation.js';
export { type CallLimits } from './execution/call-settings.js';
export {
  CallCancelledError,
  CallDeniedError,
  GuardrailTrippedError,
  InvalidArgumentsError,
  InvalidOutputError,
  NoExecutorError,
  RunClosedError,
  ToolFailedError,
  ToolTimeoutError,
  UnusableResultError,
} from './execution/errors.js';
export {
  type CallJournal,
  type Recall,
  type ToolCallEnded,
  type ToolCallStarted,
} from './execution/ports.js';
export { type RunOptions, type RuntimeOptions } from './execution/runtime-options.js';
export { type CallOptions, type ToolCall } from './execution/tool-call.js';
export { type ToolRun } from './execution/tool-run.js';
export { createToolRuntime, type ToolRuntime } from './execution/tool-runtime.js';
export { type Clock, systemClock } from './foundation/clock.js';
export { UnserializableValueError } from './foundation/codecs.js';
export { DefinitionError, type DefinitionProblem } from './foundation/definition-error.js';
export { type Entropy, systemEntropy } from './foundation/entropy.js';
export { type JsonObject, type JsonPrimitive, type JsonValue } from './foundation/json.js';
export { type Logger, silentLogger } from './foundation/logger.js';
export { type ReservedStdout, reserveStdout } from './foundation/reserved-stdout.js';
export { type Fault, ToolwrightError, type ToolwrightErrorFacts } from './foundation/toolwright-error.js';
export { BrokenClassError } from './schema/broken-class-error.js';
export { type FieldOptions, type TypeThunk } from './schema/field.js';
export { type Issue, type Repair, type RepairRule } from './schema/issue.js';
export { type JsonSchema, type JsonSchemaType } from './schema/json-schema.js';
export { type ToolManifest } from './schema/manifest/manifest.js';
export { ManifestError } from './schema/manifest/manifest-error.js';
export { Action } from './tool/action.js';
export { type ActionType, type ObservationType } from './tool/action-type.js';
export { type ToolAnnotations } from './tool/annotations.js';
export {
  type CallPolicy,
  type CheckedCall,
  type PolicyDecision,
  type PolicyVerdict,
} from './tool/call-policy.js';
export { define } from './tool/compile/compile-class.js';
export {
  type ContentBlock,
  type MediaContent,
  type ResourceContent,
  type ResourceLink,
  type TextContent,
} from './tool/content.js';
export { defineTool, type ToolFields, withExecutor } from './tool/define-tool.js';
export { FailCall, RetryCall, UnknownToolError } from './tool/errors.js';
export { type ExecutionPolicy } from './tool/execution-policy.js';
export { type ArgumentsOf, type FieldMap, type FieldText } from './tool/field-map.js';
export { type Guardrail, type GuardrailVerdict } from './tool/guardrail.js';
export { Observation, type ObservationFields } from './tool/observation.js';
export {
  ToolDefinition,
  type ToolDefinitionFields,
  type ToolDescription,
  type ToolOrigin,
} from './tool/tool-definition.js';
export { type ToolBinding, type ToolExecutor } from './tool/tool-executor.js';
export { type ConfiguredTool, type ToolFactoryClass, use } from './tool/tool-factory.js';
export { type ToolHost } from './tool/tool-host.js';
export {
  type ParamOptions,
  type ReturnsOptions,
  type ToolOptions,
  type ToolSetOptions,
} from './tool/tool-options.js';
export { type RegisteredTool, type ToolFactory, ToolRegistry } from './tool/tool-registry.js';
export { isToolSource, type ToolSource } from './tool/tool-source.js';
export { type ToolSpec } from './tool/tool-spec.js';
