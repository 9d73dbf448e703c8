/** Throws random messages at a server over stdio: node … stdio-fuzz.ts MS SEED */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { sentArguments, sentName } from './misbehaviour.js';

const [ms = 1_000, firstSeed = 1] = process.argv.slice(2).map(Number);
const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** JSON has no way to write most of what a program may pass. */
const jsonArguments = sentArguments.map((value): unknown => {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    return {};
  }
});

const message = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      name: fc.oneof({ weight: 5, arbitrary: sentName }, { weight: 1, arbitrary: fc.constant('noise') }),
      arguments: jsonArguments,
      withProgress: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), back: fc.nat({ max: 10 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unknown' as const), method: fc.string() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('raw' as const), text: fc.string({ unit: 'binary' }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('raw' as const), text: fc.json() }) },
);
const batch = fc.array(message, { minLength: 10, maxLength: 60 });

interface Waiting {
  readonly sent: string;
  isCancelled: boolean;
}

const counts = { messages: 0, answers: 0 };
const waiting = new Map<number, Waiting>();
let nextId = 1;
let seed = firstSeed;
let wake = (): void => undefined;

const server = spawn(
  process.execPath,
  [pathTo('../../dist/cli/main.js'), 'serve', pathTo('./served-tools.ts'), '--stdio'],
  { stdio: ['pipe', 'pipe', 'ignore'] },
);
let exit: string | undefined;
server.once('exit', (code, signal) => {
  exit = `code ${code ?? 'none'}, signal ${signal ?? 'none'}`;
  wake();
});
// A server that died is reported by its exit.
server.stdin.on('error', () => undefined);
createInterface({ input: server.stdout }).on('line', readAnswer);

send({
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
});
await answered();
write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));

const endAt = performance.now() + ms;
while (performance.now() < endAt) {
  const [messages = []] = fc.sample(batch, { seed, numRuns: 1 });
  for (const each of messages) sendMessage(each);
  await answered();
  seed++;
}
// Still alive and well.
send({ method: 'tools/list' });
await answered();
server.stdin.end();
await new Promise<void>(resolve => {
  wake = resolve;
  setTimeout(resolve, 20_000);
});
assert.equal(exit, 'code 0, signal none');
console.log(JSON.stringify({ ...counts, batches: seed - firstSeed }));
process.exit(0);

type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;

function sendMessage(each: Message): void {
  counts.messages++;
  switch (each.kind) {
    case 'call': {
      const meta = each.withProgress ? { _meta: { progressToken: nextId } } : {};
      send({ method: 'tools/call', params: { name: each.name, arguments: each.arguments, ...meta } });
      break;
    }
    case 'list':
      send({ method: 'tools/list' });
      break;
    case 'cancel': {
      const requestId = nextId - 1 - each.back;
      const cancelled = waiting.get(requestId);
      if (cancelled !== undefined) cancelled.isCancelled = true;
      write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }));
      break;
    }
    case 'unknown':
      send({ method: each.method });
      break;
    case 'raw':
      // A line that happens to be a message with an id would be answered, and nobody waits for that.
      if (!each.text.includes('"id"')) write(each.text.replaceAll('\n', ' '));
      break;
  }
}

function send(request: object): void {
  const id = nextId++;
  const text = JSON.stringify({ jsonrpc: '2.0', id, ...request });
  waiting.set(id, { sent: text.slice(0, 300), isCancelled: false });
  write(text);
}

/** In pieces, as pipes deliver. */
function write(line: string): void {
  const middle = Math.floor(line.length / 2);
  server.stdin.write(line.slice(0, middle));
  server.stdin.write(`${line.slice(middle)}\n`);
}

function readAnswer(line: string): void {
  let answer: { jsonrpc?: unknown; id?: unknown; method?: unknown; result?: unknown; error?: unknown };
  try {
    answer = JSON.parse(line) as typeof answer;
  } catch {
    fail(`stdout carried ${JSON.stringify(line.slice(0, 300))}`);
    return;
  }
  if (answer.jsonrpc !== '2.0') fail(`stdout carried ${line.slice(0, 300)}`);
  if (answer.method !== undefined || typeof answer.id !== 'number') return;
  if (!waiting.delete(answer.id)) fail(`a second answer: ${line.slice(0, 300)}`);
  if ((answer.result === undefined) === (answer.error === undefined))
    fail(`no answer: ${line.slice(0, 300)}`);
  counts.answers++;
  if (!isWaiting()) wake();
}

function isWaiting(): boolean {
  return [...waiting.values()].some(each => !each.isCancelled);
}

/** A cancelled request need not be answered, but may be. */
async function answered(): Promise<void> {
  if (!isWaiting()) return;
  const woken = new Promise<void>(resolve => (wake = resolve));
  const timer = setTimeout(() => wake(), 45_000);
  await woken;
  clearTimeout(timer);
  if (exit !== undefined) fail(`the server ended: ${exit}`);
  const open = [...waiting.values()].filter(each => !each.isCancelled);
  if (open.length > 0) fail(`not answered: ${open.map(each => each.sent).join('\n')}`);
}

function fail(fact: string): never {
  console.error(`Found with seed ${seed}: ${fact}`);
  server.kill('SIGKILL');
  process.exit(1);
}
