import type { JsonValue } from '../../foundation/json.js';
import type { JournalEvent } from '../../journal/events.js';
import { summarise } from '../../journal/summarise.js';
import { toolCallsOf } from '../../model/message.js';
import { type AskedCall, describeEvent, parseArguments } from './event-facts.js';
import { type Fact, factsOf } from './facts.js';
import type { ComparedSide } from './run-comparison.js';

/** A call with all that is said of it. */
export interface CallOutline extends AskedCall {
  readonly callId: string;
  readonly facts: Fact[];
  /** Once it ended. */
  durationMs?: number;
}

/** An answer of a model, and what follows from it up to the next one. */
export interface StepOutline {
  readonly turn: number;
  readonly facts: Fact[];
  readonly calls: CallOutline[];
  requestHash?: string;
  /** Once it answered. */
  durationMs?: number;
}

/** A run as its comparison sees it. */
export interface RunOutline extends ComparedSide {
  readonly start: readonly Fact[];
  readonly steps: readonly StepOutline[];
  readonly end: readonly Fact[];
  readonly durationMs: number;
}

const DAY = '1970-01-01';
/** Of a run that has no events. */
const NOTHING = { agent: '', model: '', status: 'running', startedAt: DAY, lastAt: DAY } as const;

/** Sorts what the events of a run say by step and call. */
export function outlineRun({
  runId,
  events,
}: {
  readonly runId: string;
  readonly events: readonly JournalEvent[];
}): RunOutline {
  const sorter = new Sorter();
  for (const event of events) sorter.add(event);
  const { start, steps } = sorter;
  const end = withoutEchoes(sorter.end, steps);
  const { agent, model, status, startedAt, lastAt } = summarise(events) ?? NOTHING;
  const durationMs = Date.parse(lastAt) - Date.parse(startedAt);
  return {
    ...{ runId, agent, model, status, start, steps, durationMs },
    end: [...factsOf(['status', '', status]), ...end],
  };
}

/** What only repeats the steps differs with them, and is told there. */
function withoutEchoes(end: readonly Fact[], steps: readonly StepOutline[]): Fact[] {
  const last = steps.at(-1)?.facts ?? [];
  return end.filter(({ section, what, value }) => {
    if (section === 'status' && what === 'steps') return value !== steps.length;
    const isEcho = (fact: Fact): boolean => fact.section === section && fact.value === value;
    return !['text', 'finish'].includes(section) || !last.some(isEcho);
  });
}

class Sorter {
  readonly start: Fact[] = [];
  readonly steps: StepOutline[] = [];
  readonly end: Fact[] = [];
  #step: StepOutline | undefined;

  add(event: JournalEvent): void {
    if ('turn' in event) this.#openStep(event.turn);
    if (event.type === 'run-ended') this.end.push(...describeEvent(event));
    else if ('callId' in event) this.#addToCall(event, event.callId);
    else if (event.type === 'tool-call-requested') this.#addToCall(event, event.call.callId);
    else (this.#step?.facts ?? this.start).push(...describeEvent(event));
    if (event.type === 'model-call-started' && this.#step !== undefined)
      this.#step.requestHash = event.requestHash;
    if (event.type === 'model-call-ended') this.#addAnswer(event);
  }

  /** A turn that is asked for again, after a crash, goes on. */
  #openStep(turn: number): StepOutline {
    if (this.#step?.turn === turn) return this.#step;
    const step: StepOutline = { turn, facts: [], calls: [] };
    this.steps.push(step);
    return (this.#step = step);
  }

  #addAnswer({ turn, response, durationMs }: Extract<JournalEvent, { type: 'model-call-ended' }>): void {
    const step = this.#openStep(turn);
    step.durationMs = durationMs;
    for (const { callId, toolName, arguments: text } of toolCallsOf(response?.content ?? [])) {
      const asked = parseArguments(text);
      step.calls.push({ callId, toolName, asked, facts: factsOf(['arguments', 'written', asked]) });
    }
  }

  #addToCall(event: JournalEvent, callId: string): void {
    const { calls } = this.#step ?? this.#openStep(0);
    let call = calls.find(each => each.callId === callId);
    if (call === undefined) {
      const named = nameOf(event);
      call = { callId, ...named, facts: factsOf(['arguments', 'written', named.asked]) };
      calls.push(call);
    }
    call.facts.push(...describeEvent(event, call));
    if (event.type === 'tool-call-ended') call.durationMs = event.durationMs;
  }
}

/** Of a call that no answer of a model asked for. */
function nameOf(event: JournalEvent): AskedCall {
  if (event.type !== 'tool-call-requested')
    return { toolName: 'toolName' in event ? event.toolName : '', asked: undefined };
  const asked: JsonValue = parseArguments(event.call.arguments);
  return { toolName: event.call.toolName, asked };
}
