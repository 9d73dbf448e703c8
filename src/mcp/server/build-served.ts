import { isDeepStrictEqual } from 'node:util';
import { Secrets } from '../../context/secrets.js';
import { definedMembers } from '../../foundation/json.js';
import { silentLogger, tolerant } from '../../foundation/logger.js';
import { Changes, type ListName } from '../protocol/changes.js';
import type { Library } from '../protocol/library.js';
import type { ServerInfo, ToolCatalogue } from '../protocol/tool-catalogue.js';
import { callTool } from './call-tool.js';
import { Generation } from './generation.js';
import type { ServeOptions } from './serve-options.js';
import type { ServedSource } from './served-source.js';

/** What is served, on whatever transport. */
export interface Served {
  readonly catalogue: ToolCatalogue;
  replace(sources: readonly ServedSource[]): void;
  /** Cancels what is at work: each call is answered. */
  close(): Promise<void>;
}

/** @throws what {@link Generation} throws. */
export function buildServed(sources: readonly ServedSource[], options: ServeOptions): Served {
  const { context, name, version, title, description, websiteUrl, icons, instructions, pageSize, ...rest } =
    options;
  const secrets = Secrets.from(options.secrets);
  const caller = { contextOf: context, logger: tolerant(options.logger ?? silentLogger), secrets };
  const build = (given: readonly ServedSource[]): Generation =>
    new Generation(given, { ...rest, secrets }, caller);
  let latest = build(sources);
  const open = new Set([latest]);
  const current = (): Generation => latest;
  const changes = new Changes();
  const serverInfo: ServerInfo = {
    name: name ?? 'toolwright',
    version: version ?? '0.0.0',
    ...definedMembers({ title, description, websiteUrl, icons, instructions }),
  };
  return {
    catalogue: {
      serverInfo,
      changes,
      pageSize: pageSize ?? Infinity,
      list: () => current().tools,
      call(request) {
        const generation = current();
        return generation.use(() => callTool(generation.runtime, request, caller));
      },
      library: libraryOf(current),
      get hasLibrary() {
        return current().hasLibrary;
      },
    },
    replace(given) {
      const [before, after] = [latest, build(given)];
      latest = after;
      open.add(after);
      before.retire(after, () => open.delete(before));
      for (const list of changedLists(before, after)) changes.tell({ kind: 'list', list });
    },
    close: async () => {
      await Promise.all([...open].map(generation => generation.close()));
    },
  };
}

function libraryOf(current: () => Generation): Library {
  const use = <T>(work: (library: Library) => Promise<T>): Promise<T> => {
    const generation = current();
    return generation.use(() => work(generation.library));
  };
  return {
    resources: () => current().library.resources(),
    templates: () => current().library.templates(),
    prompts: () => current().library.prompts(),
    read: request => use(library => library.read(request)),
    prompt: request => use(library => library.prompt(request)),
    complete: request => use(library => library.complete(request)),
  };
}

function changedLists(before: Generation, after: Generation): ListName[] {
  const readable = ({ library }: Generation): unknown => [library.resources(), library.templates()];
  const has = {
    tools: !isDeepStrictEqual(before.tools, after.tools),
    resources: !isDeepStrictEqual(readable(before), readable(after)),
    prompts: !isDeepStrictEqual(before.library.prompts(), after.library.prompts()),
  };
  return (['tools', 'resources', 'prompts'] as const).filter(list => has[list]);
}
