import type { RunContext } from '../../context/run-context.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonValue } from '../../foundation/json.js';
import type { CheckedCall } from '../../tool/call-policy.js';
import type { ContentBlock } from '../../tool/content.js';
import type { Observation } from '../../tool/observation.js';
import { textsOf } from '../texts-of.js';

/** What a ready-made guardrail looks at, wherever it stands. */
export class Inspected {
  #pieces: readonly string[] | undefined;

  private constructor(
    /** What is said; of a call its arguments as JSON; of a result its text, then its data as JSON. */
    readonly text: string,
    /** Arguments, or the data of a result; undefined where there is only text. */
    readonly data: JsonValue | undefined,
    readonly run: RunContext,
    private readonly parts: JsonValue,
  ) {}

  /** Every text by itself, as it is without the escapes of JSON; names of members and numbers too. */
  get pieces(): readonly string[] {
    return (this.#pieces ??= textsOf(this.parts));
  }

  static ofText(text: string, run: RunContext): Inspected {
    return new Inspected(text, undefined, run, text);
  }

  static ofCall({ action, run }: CheckedCall): Inspected {
    const data = toJson(action);
    return new Inspected(JSON.stringify(data), data, run, data);
  }

  static ofResult({ content, text, structuredContent }: Observation, run: RunContext): Inspected {
    const told = content.map(withoutBytes);
    const whole = [
      text,
      ...told.filter(block => block['type'] !== 'text').map(block => JSON.stringify(block)),
    ];
    if (structuredContent !== undefined) whole.push(JSON.stringify(structuredContent));
    const parts = structuredContent === undefined ? told : [...told, structuredContent];
    return new Inspected(whole.join('\n'), structuredContent, run, parts);
  }
}

/** Bytes are no text, and base64 of them holds anything by chance. */
function withoutBytes(block: ContentBlock): Record<string, JsonValue> {
  const { data: _data, resource, ...rest } = block as unknown as Record<string, JsonValue>;
  if (resource === undefined) return rest;
  const { blob: _blob, ...described } = resource as Record<string, JsonValue>;
  return { ...rest, resource: described };
}
