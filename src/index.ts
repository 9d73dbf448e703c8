export { Agent } from './agent/agent.js';
export { type AgentMiddleware } from './agent/agent-middleware.js';
export {
  type AgentInput,
  type AgentLimits,
  type AgentOptions,
  type AgentRunOptions,
  type AgentToolChoice,
  type OptionsFor,
  type ResumeArguments,
} from './agent/agent-options.js';
export {
  type AgentCall,
  type AgentEvent,
  type AgentRun,
  type ApprovalDecision,
  type PendingApproval,
} from './agent/agent-run.js';
export { type AgentStream } from './agent/agent-stream.js';
export { type AiSdkResult, type AiSdkTool, toAiSdkTools } from './agent/ai-sdk-tools.js';
export { type AgentToolOptions } from './agent/as-tool.js';
export { type Conversation } from './agent/conversation.js';
export {
  AgentClosedError,
  AnswerFilteredError,
  OutputInvalidError,
  RunBlockedError,
  RunFailedError,
  RunNotResumableError,
  RunTakenError,
  StreamTakenError,
  ToolChoiceIgnoredError,
  TurnPausedError,
} from './agent/errors.js';
export type { ExposeOptions } from './agent/exposed-parts.js';
export { costGuardrail, type CostGuardrailOptions } from './agent/middleware/cost-guardrail.js';
export { logging, type LoggingOptions } from './agent/middleware/logging.js';
export { rateLimit, type RateLimitOptions } from './agent/middleware/rate-limit.js';
export { redaction, type RedactionOptions } from './agent/middleware/redaction.js';
export { toolBudget, type ToolBudgetOptions } from './agent/middleware/tool-budget.js';
export { type StuckLimits } from './agent/stuck.js';
export { type CallCancellation } from './context/call-cancellation.js';
export { type Container } from './context/container.js';
export { type CurrentCall, OutsideCallError, type ProgressUpdate } from './context/current-call.js';
export {
  CaptiveDependencyError,
  DependencyCycleError,
  DependencyMissingError,
  ScopeClosedError,
} from './context/dependency-errors.js';
export {
  type Answerer,
  type AskedQuestion,
  NobodyToAskError,
  type Question,
  type QuestionAnswer,
  QuestionUnansweredError,
} from './context/question.js';
export { type Registration, type ResolutionScope, type Resolver, type Token } from './context/resolver.js';
export { RunContext } from './context/run-context.js';
export {
  envSecrets,
  type EnvSecretsOptions,
  fileSecrets,
  type SecretProvider,
  secretStore,
  SecretsUnreadableError,
} from './context/secret-store.js';
export { SecretMissingError, Secrets, type SecretSource } from './context/secrets.js';
export { tsyringeResolver } from './context/tsyringe-resolver.js';
export { Param, type ParamDecorator } from './decorators/param.js';
export { Prompt } from './decorators/prompt.js';
export { ReplayClass } from './decorators/replay-class.js';
export { Resource } from './decorators/resource.js';
export { Returns } from './decorators/returns.js';
export { Tool, type ToolDecorator } from './decorators/tool.js';
export { ToolSet } from './decorators/tool-set.js';
export { type CallFacts, CallObservation } from './execution/call-observation.js';
export { type CallLimits } from './execution/call-settings.js';
export {
  ApprovalPendingError,
  CallCancelledError,
  CallDeniedError,
  CallPausedError,
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
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type CallEvent,
  type CallJournal,
  type Recall,
} from './execution/ports.js';
export { type TurnOptions } from './execution/run-turn.js';
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
export { buildMessages, type RunMessages } from './journal/build-messages.js';
export {
  JournalClosedError,
  JournalOrderError,
  JournalUnreadableError,
  JournalUnwritableError,
  RunBusyError,
  StoreUnavailableError,
} from './journal/errors.js';
export {
  type ApprovalDecided,
  type ApprovalRequested,
  type GuardrailChecked,
  JOURNAL_VERSION,
  type JournalEvent,
  type MessageAdded,
  type ModelCallEnded,
  type ModelCallStarted,
  type PolicyDecided,
  type RecordedError,
  type RecordedLimits,
  type RecordedObservation,
  type RunEnded,
  type RunEvent,
  type RunPaused,
  type RunResumed,
  type RunStarted,
  type RunStatus,
  type SpentBelow,
  type ToolCallEnded,
  type ToolCallPaused,
  type ToolCallRequested,
  type ToolCallStarted,
} from './journal/events.js';
export { findOpenCalls, type OpenCall, type OpenCallState } from './journal/find-open-calls.js';
export {
  type RecordedRun,
  type RunFilter,
  type RunStore,
  type RunSummary,
  type RunWriter,
} from './journal/run-store.js';
export { JsonlRunStore, type JsonlRunStoreOptions } from './journal/stores/jsonl-run-store.js';
export { LibsqlRunStore, type LibsqlRunStoreOptions } from './journal/stores/libsql-run-store.js';
export { MemoryRunStore } from './journal/stores/memory-run-store.js';
export { sumUsage } from './journal/sum-usage.js';
export { summarise } from './journal/summarise.js';
export { type AiSdkLanguageModel } from './model/ai-sdk/ai-sdk-language-model.js';
export { asModel, type AsModelOptions } from './model/ai-sdk/as-model.js';
export { ModelFailedError, type ModelFailure, UnknownModelError } from './model/errors.js';
export {
  type AssistantPart,
  type FilePart,
  type InputPart,
  type ModelMessage,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from './model/message.js';
export {
  type FinishReason,
  type Model,
  type ModelEvent,
  type ModelRequest,
  type ModelResponse,
  type ModelSettings,
  type ToolChoice,
} from './model/model.js';
export { OfflineModel } from './model/offline/offline-model.js';
export { openaiCompatible, type OpenAiCompatibleOptions } from './model/openai-compatible.js';
export { type RetryOptions, withRetries } from './model/retry.js';
export { type Price, type Usage } from './model/usage.js';
export { BrokenClassError } from './schema/broken-class-error.js';
export { type FieldOptions, type TypeThunk } from './schema/field.js';
export { type Issue, type Repair, type RepairRule } from './schema/issue.js';
export { type JsonSchema, type JsonSchemaType } from './schema/json-schema.js';
export { type ToolManifest } from './schema/manifest/manifest.js';
export { ManifestError } from './schema/manifest/manifest-error.js';
export {
  allowedHostsGuardrail,
  type AllowedHostsGuardrailOptions,
} from './security/guardrails/allowed-hosts-guardrail.js';
export {
  type Classification,
  classifierGuardrail,
  type ClassifierGuardrailOptions,
} from './security/guardrails/classifier-guardrail.js';
export { injectionGuardrail } from './security/guardrails/injection-guardrail.js';
export { jsonGuardrail } from './security/guardrails/json-guardrail.js';
export { judgeGuardrail, type JudgeGuardrailOptions } from './security/guardrails/judge-guardrail.js';
export { piiGuardrail, type PiiGuardrailOptions } from './security/guardrails/pii-guardrail.js';
export { type PiiKind } from './security/guardrails/pii-kinds.js';
export { type GuardrailOptions, type NamedGuardrailOptions } from './security/guardrails/place-check.js';
export { regexGuardrail, type RegexGuardrailOptions } from './security/guardrails/regex-guardrail.js';
export { schemaGuardrail, type SchemaGuardrailOptions } from './security/guardrails/schema-guardrail.js';
export { secretsGuardrail } from './security/guardrails/secrets-guardrail.js';
export { allowlist } from './security/policies/allowlist.js';
export { claimedRisk } from './security/policies/claimed-risk.js';
export { confirmation } from './security/policies/confirmation.js';
export {
  destructiveCommands,
  type DestructiveCommandsOptions,
} from './security/policies/destructive-commands.js';
export { maxOf, type RiskAssessor } from './security/policies/risk-assessor.js';
export { riskPolicy, type RiskPolicyOptions } from './security/policies/risk-policy.js';
export { type Rule } from './security/policies/rule.js';
export { rules, type RulesOptions } from './security/policies/rules.js';
export { Action } from './tool/action.js';
export { type ActionType, type ObservationType } from './tool/action-type.js';
export { type ToolAnnotations } from './tool/annotations.js';
export {
  type CallClaims,
  type CallPolicy,
  type CheckedCall,
  type PolicyDecision,
  type PolicyVerdict,
  type SecurityRisk,
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
export { type AttemptPolicy, type ExecutionPolicy } from './tool/execution-policy.js';
export { type ArgumentsOf, type FieldMap, type FieldText } from './tool/field-map.js';
export {
  type Guardrail,
  type GuardrailFacts,
  type GuardrailPosition,
  type GuardrailVerdict,
  type InputGuardrail,
  type OutputGuardrail,
  type ToolCallGuardrail,
  type ToolResultGuardrail,
} from './tool/guardrail.js';
export { type Icon } from './tool/icon.js';
export { type LibraryDefinition } from './tool/library/compile-library.js';
export {
  definePrompt,
  defineResource,
  type PromptSource,
  type ResourceSource,
} from './tool/library/define-library.js';
export {
  type Completer,
  type LibraryOptions,
  type PromptOptions,
  type ResourceOptions,
} from './tool/library/library-options.js';
export { PromptDefinition } from './tool/library/prompt-definition.js';
export { type PromptMessages, type PromptPart } from './tool/library/prompt-result.js';
export { ResourceDefinition } from './tool/library/resource-definition.js';
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
export { type ToolMiddleware } from './tool/tool-middleware.js';
export {
  type ParamOptions,
  type ReturnsOptions,
  type ToolOptions,
  type ToolSetOptions,
} from './tool/tool-options.js';
export { type RegisteredTool, type ToolFactory, ToolRegistry } from './tool/tool-registry.js';
export { isToolSource, type ToolSource } from './tool/tool-source.js';
export { type ToolSpec } from './tool/tool-spec.js';
