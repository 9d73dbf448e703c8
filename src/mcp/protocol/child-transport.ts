import type { ChildProcess } from 'node:child_process';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import spawn from 'cross-spawn';
import { delay, systemClock, within } from '../../foundation/clock.js';
import type { JsonValue } from '../../foundation/json.js';
import { isResult } from './call-sender.js';
import { endWithProcess, killGroup } from './end-with-process.js';
import type { Envelope } from './envelope-scan.js';
import { LineReader } from './line-reader.js';
import { LineWriter } from './line-writer.js';
import type { ServerTarget } from './server-connection.js';

/** What the end of its stderr tells of a server that failed. */
const TAIL_CHARACTERS = 2_000;
/** How long a server may take to leave by itself, and once it was asked to. */
const LEAVING_MS = 1_000;
/** Of a line that is no message so much is told. */
const NOISE_CHARACTERS = 100;
/** What it wrote last is read for so long. */
const DRAINING_MS = 100;

/**
 * MCP with a child process, a message a line. Unlike the SDK's own it always reads stderr, refuses a message that is too long
 * instead of closing, and ends the whole group of processes.
 */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #child: ChildProcess | undefined;
  #tail = '';
  #ended: string | undefined;
  /** Resolves when the child is gone. */
  #gone: Promise<void> = Promise.resolve();
  /** It has ended, and so has what it had started. */
  #isSwept = false;
  #garbled = 0;
  #writer: LineWriter | undefined;
  #delivering: Promise<void> = Promise.resolve();

  constructor(
    private readonly target: Extract<ServerTarget, { kind: 'stdio' }>,
    private readonly maxMessageBytes: number,
    /** Told of the first line that is no message. */
    private readonly onNoise: (line: string) => void,
  ) {}

  /** The last words of its stderr. */
  get tail(): string {
    return this.#tail.trim();
  }

  /** How it ended: by which code or signal; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** Lines on its stdout that are no messages. */
  get garbled(): number {
    return this.#garbled;
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.target;
    const child = spawn(command, [...args], {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, so that what it has started ends with it.
      detached: process.platform !== 'win32',
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child = child;
    const forget = endWithProcess(child.pid);
    const lines = new LineReader(this.maxMessageBytes, {
      line: text => this.#receive(text),
      tooLong: envelope => this.#refuse(envelope),
    });
    child.stdout
      ?.on('data', (chunk: Buffer) => lines.push(chunk))
      .on('error', error => this.onerror?.(error));
    child.stdin?.on('error', error => this.onerror?.(error));
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#tail = (this.#tail + text).slice(-TAIL_CHARACTERS)))
      .on('error', error => this.onerror?.(error));
    this.#gone = new Promise(resolve => {
      let isTold = false;
      const tell = (): void => {
        if (isTold) return;
        isTold = true;
        resolve();
        this.onclose?.();
      };
      child.once('close', tell);
      child.once('exit', (code, signal) => {
        this.#ended ??= signal === null ? `code ${code ?? '?'}` : `signal ${signal}`;
        // What it has started may hold its pipes open, and has nobody to work for.
        this.#kill('SIGKILL');
        this.#isSwept = true;
        forget();
        systemClock.schedule(DRAINING_MS, tell);
      });
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => {
        this.#ended ??= error.message;
        reject(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || stdin === null || !stdin.writable || this.#ended !== undefined)
      return Promise.reject(new Error('the server is gone'));
    this.#writer ??= new LineWriter(stdin);
    return this.#writer.write(message);
  }

  async close(): Promise<void> {
    this.#child?.stdin?.end();
    if (!(await this.#isGone(LEAVING_MS))) {
      this.#kill('SIGTERM');
      await this.#isGone(LEAVING_MS);
    }
    // What it has started may have outlived it.
    this.#kill('SIGKILL');
    await this.#isGone(LEAVING_MS);
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
  }

  #isGone(ms: number): Promise<boolean> {
    if (this.#ended !== undefined) return Promise.resolve(true);
    return within(systemClock, ms, this.#gone).then(
      () => true,
      () => delay(systemClock, 0).then(() => this.#ended !== undefined),
    );
  }

  #kill(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    // Its number may be another one's by then.
    if (pid !== undefined && !this.#isSwept) killGroup(pid, signal);
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    const message = readMessage(line) ?? this.#readGarbled(line);
    if (message === undefined) return;
    // The SDK takes an answer before the progress that came with it, unless each has its turn.
    this.#delivering = this.#delivering.then(() => this.onmessage?.(message));
  }

  /** Programs that print without a newline put their text before a message. */
  #readGarbled(line: string): JSONRPCMessage | undefined {
    if (this.#garbled++ === 0) this.onNoise(JSON.stringify(line.slice(0, NOISE_CHARACTERS)));
    const start = line.indexOf('{"', 1);
    return start < 0 ? undefined : readMessage(line.slice(start));
  }

  #refuse({ id, isAnswer }: Envelope): void {
    const what = isAnswer ? 'the answer' : 'the message';
    const message = `${what} is longer than ${this.maxMessageBytes} bytes and was not read${isAnswer ? '; it has run, so ask for less' : ''}`;
    if (id === null) return this.onerror?.(new Error(message));
    const refusal = { jsonrpc: '2.0' as const, id, error: { code: ErrorCode.InvalidRequest, message } };
    // Whoever waits for that answer would wait for its whole time.
    if (isAnswer) this.onmessage?.(refusal);
    else void this.send(refusal).catch(() => undefined);
  }
}

function readMessage(text: string): JSONRPCMessage | undefined {
  try {
    const sent = JSON.parse(text) as JsonValue;
    return isResult(sent) ? (sent as unknown as JSONRPCMessage) : JSONRPCMessageSchema.parse(sent);
  } catch {
    return undefined;
  }
}
