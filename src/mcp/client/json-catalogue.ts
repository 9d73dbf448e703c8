import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemClock } from '../../foundation/clock.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { systemEntropy } from '../../foundation/entropy.js';
import { isPlainObject } from '../../foundation/json.js';
import { describeClaim } from '../../journal/stores/process-claim.js';
import { ProcessLock, takeLockInTime } from '../../journal/stores/process-lock.js';
import { parseMcpConfig } from './parse-mcp-config.js';
import { byName, type ServerCatalogue } from './server-catalogue.js';
import type { ServerRecord } from './server-record.js';

const FORMAT = 1;
/** A change takes milliseconds. */
const WAIT_MS = 5_000;

/** Records in a JSON file that only its owner may read, and that people may keep with their code. Processes that change it wait for one another. */
export class JsonServerCatalogue implements ServerCatalogue {
  #writing: Promise<unknown> = Promise.resolve();

  /** @param path - Made when the first record is saved. */
  constructor(readonly path: string) {}

  async list(): Promise<readonly ServerRecord[]> {
    return [...(await this.#read()).values()].sort(byName);
  }

  async find(name: string): Promise<ServerRecord | undefined> {
    return (await this.#read()).get(name);
  }

  save(record: ServerRecord): Promise<void> {
    return this.#change(records => {
      records.set(record.name, record);
    });
  }

  remove(name: string): Promise<boolean> {
    return this.#change(records => records.delete(name));
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  #change<T>(change: (records: Map<string, ServerRecord>) => T): Promise<T> {
    const work = this.#writing.then(() =>
      this.#alone(async () => {
        const records = await this.#read();
        const result = change(records);
        const servers = [...records.values()].sort(byName);
        const next = `${this.path}.${systemEntropy.uuid()}`;
        const text = `${JSON.stringify({ format: FORMAT, servers }, null, 2)}\n`;
        await writeFile(next, text, { mode: 0o600 });
        await rename(next, this.path);
        return result;
      }),
    );
    this.#writing = work.catch(() => undefined);
    return work;
  }

  /** While no other process changes the file. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(dirname(this.path), { recursive: true });
    const lock = await takeLockInTime(`${this.path}.lock`, { clock: systemClock, timeoutMs: WAIT_MS });
    if (!(lock instanceof ProcessLock)) {
      const holder = describeClaim(lock, `delete '${this.path}.lock'`);
      const fix = 'wait until it has ended, then do it again.';
      throw new DefinitionError([{ where: this.path, seen: `it is being changed by ${holder}.`, fix }]);
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  async #read(): Promise<Map<string, ServerRecord>> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
      throw error;
    }
    return new Map(readRecords(text, this.path).map(record => [record.name, record]));
  }
}

function readRecords(text: string, path: string): readonly ServerRecord[] {
  const refuse = (seen: string): DefinitionError =>
    new DefinitionError([{ where: path, seen, fix: 'give a file that `toolwright mcp add` made.' }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`it is no JSON: ${(error as Error).message}`);
  }
  if (!isPlainObject(value) || !Array.isArray(value['servers'])) throw refuse('it holds no servers.');
  if (value['format'] !== FORMAT)
    throw refuse(`it is of format ${String(value['format'])}, and this toolwright knows ${FORMAT}.`);
  const records = value['servers'] as readonly ServerRecord[];
  parseMcpConfig({ mcpServers: Object.fromEntries(records.map(({ name, config }) => [name, config])) }, path);
  return records;
}
