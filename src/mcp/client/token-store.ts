import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash } from '../../foundation/content-hash.js';
import { systemEntropy } from '../../foundation/entropy.js';
import type { JsonObject } from '../../foundation/json.js';
import type { TokenStore } from '../protocol/server-connection.js';

/** Keeps tokens for as long as this process runs. */
export function memoryTokenStore(): TokenStore {
  const kept = new Map<string, JsonObject>();
  return {
    load: key => Promise.resolve(kept.get(key)),
    save(key, value) {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
      return Promise.resolve();
    },
  };
}

/** Keeps tokens in a folder, a file for each server that only its owner may read. */
export function fileTokenStore(folder: string): TokenStore {
  const fileOf = (key: string): string => join(folder, `${contentHash(key).slice(0, 32)}.json`);
  return {
    async load(key) {
      try {
        return JSON.parse(await readFile(fileOf(key), 'utf8')) as JsonObject;
      } catch {
        // What cannot be read is got anew.
        return undefined;
      }
    },
    async save(key, value) {
      const file = fileOf(key);
      if (value === undefined) return rm(file, { force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const next = `${file}.${systemEntropy.uuid()}`;
      await writeFile(next, JSON.stringify(value), { mode: 0o600 });
      await rename(next, file);
    },
  };
}
