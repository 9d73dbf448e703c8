import type { JsonObject } from '../../foundation/json.js';
import type { AssistantPart, ToolCallPart } from '../message.js';
import type { ModelEvent } from '../model.js';
import { type Loose, looseOf, providerDataOf, textIn } from './ai-sdk-language-model.js';
import { readEnd, readModelId, readPart } from './answer.js';
import type { UsageRules } from './usage.js';

/** A text or thought that is being written. */
interface OpenPart {
  readonly type: 'text' | 'reasoning';
  text: string;
  providerData: Record<string, JsonObject>;
}

/** Collects the parts of a stream into the response that ends it. */
export class StreamedAnswer {
  /** Texts and thoughts in the order in which they began, calls in that in which they were complete. */
  readonly #parts: (OpenPart | ToolCallPart)[] = [];
  readonly #open = new Map<string, OpenPart>();
  readonly #hidden = new Set<string>();
  readonly #begun = new Set<string>();
  #modelId: { modelId?: string } = {};
  #isFinished = false;

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** What one part of the stream says to whoever reads along. */
  take(part: Loose, rules: UsageRules): ModelEvent[] {
    const type = textIn(part['type']);
    const [, kind, phase] = /^(text|reasoning)-(start|delta|end)$/.exec(type) ?? [];
    if (kind !== undefined) return this.#write(part, kind as OpenPart['type'], phase === 'delta');
    switch (type) {
      case 'tool-input-start':
        return this.#startCall(part);
      case 'tool-input-delta':
        return this.#callDelta(textIn(part['id']), textIn(part['delta']));
      case 'tool-call':
        return this.#endCall(part);
      case 'response-metadata':
        this.#modelId = readModelId(part);
        return [];
      case 'finish':
        return [this.#finish(part, rules)];
      default:
        return [];
    }
  }

  #write(part: Loose, type: OpenPart['type'], isDelta: boolean): ModelEvent[] {
    const key = `${type} ${textIn(part['id'])}`;
    let open = this.#open.get(key);
    if (open === undefined || textIn(part['type']).endsWith('-start')) {
      open = { type, text: '', providerData: {} };
      this.#open.set(key, open);
      this.#parts.push(open);
    }
    this.#addProviderData(open, part);
    const delta = isDelta ? textIn(part['delta']) : '';
    open.text += delta;
    return delta === '' ? [] : [{ type: `${type}-delta`, delta }];
  }

  /** Signatures come at the start, with a piece or at the end, depending on the provider. */
  #addProviderData(open: OpenPart, part: Loose): void {
    for (const [provider, data] of Object.entries(providerDataOf(part).providerData ?? {}))
      open.providerData[provider] = { ...open.providerData[provider], ...looseOf(data) } as JsonObject;
  }

  #startCall(part: Loose): ModelEvent[] {
    const callId = textIn(part['id']);
    if (part['providerExecuted'] === true) {
      this.#hidden.add(callId);
      return [];
    }
    this.#begun.add(callId);
    return [{ type: 'tool-call-start', callId, toolName: textIn(part['toolName']) }];
  }

  #callDelta(callId: string, delta: string): ModelEvent[] {
    return this.#hidden.has(callId) || delta === '' ? [] : [{ type: 'tool-call-delta', callId, delta }];
  }

  /** A call that came in one piece is told like one that came in many. */
  #endCall(part: Loose): ModelEvent[] {
    const [call] = readPart(part);
    if (call?.type !== 'tool-call') return [];
    this.#parts.push(call);
    const { callId, toolName } = call;
    if (this.#begun.has(callId)) return [];
    return [{ type: 'tool-call-start', callId, toolName }, ...this.#callDelta(callId, call.arguments)];
  }

  #finish(part: Loose, rules: UsageRules): ModelEvent {
    this.#isFinished = true;
    const content = this.#parts.flatMap(readWritten);
    return {
      type: 'response',
      response: { content, ...readEnd(part, content, rules), ...this.#modelId },
    };
  }
}

function readWritten(part: OpenPart | ToolCallPart): AssistantPart[] {
  if (part.type === 'tool-call') return [part];
  const { type, text, providerData } = part;
  if (type === 'text') return text === '' ? [] : [{ type, text }];
  const hasData = Object.keys(providerData).length > 0;
  return text === '' && !hasData ? [] : [{ type, text, ...(hasData && { providerData }) }];
}
