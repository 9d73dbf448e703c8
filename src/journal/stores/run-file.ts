import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { JournalEvent } from '../events.js';
import { type EventPlace, parseEvent } from '../parse-event.js';
import type { RecordedRun, RunSummary } from '../run-store.js';
import { decidesStatus, summarise } from '../summarise.js';
import { LINE_BREAK, linesFromEnd, readFirstLine } from './lines-from-end.js';

/** The whole run in a file; undefined when there is no file or nothing in it. */
export async function readRunFile(path: string, runId: string): Promise<RecordedRun | undefined> {
  const bytes = await readFile(path).catch(missingAsUndefined);
  if (bytes === undefined || bytes.length === 0) return undefined;
  const events: JournalEvent[] = [];
  let start = 0;
  for (let end = bytes.indexOf(LINE_BREAK); end >= 0; end = bytes.indexOf(LINE_BREAK, start)) {
    const seq = events.length;
    const place = `${path}, line ${seq + 1}`;
    events.push(parseEvent(decode(bytes.subarray(start, end)), { place, runId, seq }));
    start = end + 1;
  }
  const torn = bytes.length - start;
  return { runId, events, ...(torn === 0 ? {} : { torn: { bytes: torn } }) };
}

/** What a list shows, from the first line and the last ones; undefined when there is no whole line. */
export async function summariseRunFile(path: string): Promise<RunSummary | undefined> {
  const handle = await open(path, 'r');
  try {
    const firstLine = await readFirstLine(handle);
    if (firstLine === undefined) return undefined;
    const first = parseEvent(decode(firstLine), { place: `${path}, line 1`, seq: 0 });
    const ending = await readEnding(handle, { place: `${path}, last lines`, runId: first.runId });
    const last = ending.at(-1) ?? first;
    const summary = summarise([first, ...ending.filter(({ seq }) => seq > 0)]);
    return summary === undefined ? undefined : { ...summary, eventCount: last.seq + 1 };
  } finally {
    await handle.close();
  }
}

/** The last event, and before it the one that decides the status when there is one. */
async function readEnding(handle: FileHandle, place: EventPlace): Promise<JournalEvent[]> {
  const ending: JournalEvent[] = [];
  for await (const line of wholeLinesFromEnd(handle)) {
    const text = decode(line);
    // Only one that names such a type need be parsed.
    if (ending.length > 0 && !text.includes('"type":"run-')) continue;
    const event = parseEvent(text, place);
    if (ending.length === 0 || decidesStatus(event)) ending.unshift(event);
    if (decidesStatus(event)) break;
  }
  return ending;
}

/** Where the next event goes: behind the last whole line. */
export async function findEnd(
  handle: FileHandle,
  place: EventPlace,
): Promise<{ readonly size: number; readonly nextSeq: number }> {
  const { size } = await handle.stat();
  const lines = linesFromEnd(handle);
  const torn = (await lines.next()).value;
  const last = (await lines.next()).value;
  const nextSeq = last === undefined ? 0 : parseEvent(decode(last), place).seq + 1;
  return { size: size - (torn?.length ?? 0), nextSeq };
}

async function* wholeLinesFromEnd(handle: FileHandle): AsyncGenerator<Buffer, void, void> {
  let isBehindBreak = true;
  for await (const line of linesFromEnd(handle)) {
    if (!isBehindBreak) yield line;
    isBehindBreak = false;
  }
}

/** What is not UTF-8 becomes what is not JSON: NUL stands in no text that JSON lets through. */
function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return '\0';
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function missingAsUndefined(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
