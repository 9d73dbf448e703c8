/** Members whose names and numbers too were chosen by a model, a tool or a user. */
export const FREE_FORM: ReadonlySet<string> = new Set([
  'structuredContent',
  'output',
  'providerData',
  'from',
  'to',
]);

/** Members that tell what an event, a message or a part is, and those that it is found by. */
export const STRUCTURE: ReadonlySet<string> = new Set([
  ...['type', 'role', 'mediaType', 'mimeType', 'status', 'finishReason', 'because', 'code', 'rule'],
  ...[
    'runId',
    'callId',
    'callIds',
    'conversationId',
    'requestHash',
    'argumentsHash',
    'idempotencyKey',
    'expiresAt',
  ],
  ...['agent', 'model', 'modelId', 'policy', 'guardrail', 'position', 'decision', 'replayClass'],
  ...['tool', 'toolChoice', 'toolNames'],
]);
