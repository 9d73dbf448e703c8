import type { RuntimeOptions } from '../../execution/runtime-options.js';
import { createToolRuntime, type ToolRuntime } from '../../execution/tool-runtime.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { ListedTool } from '../protocol/tool-catalogue.js';
import type { CallerContext } from './caller-run.js';
import { listTool } from './list-tool.js';
import { RuntimeLibrary } from './runtime-library.js';
import { type ServedSource, splitSources } from './served-source.js';

/** What is served until something else is. */
export class Generation {
  readonly runtime: ToolRuntime;
  readonly library: RuntimeLibrary;
  readonly tools: readonly ListedTool[];
  #atWork = 0;
  #onClosed: (() => void) | undefined;

  /** @throws what {@link createToolRuntime} and its `checkDependencies` throw. */
  constructor(sources: readonly ServedSource[], options: RuntimeOptions, caller: CallerContext) {
    const { tools, library } = splitSources(sources);
    this.runtime = createToolRuntime(tools, options);
    this.runtime.checkDependencies();
    // Reading is no call of a tool: what judges calls, and the journal that keeps them, are not asked.
    const { guardrails, policies, middleware, registry, toolSpecs, toolFilter, journal, recall, ...shared } =
      options;
    this.library = new RuntimeLibrary(library, shared, caller);
    this.library.runtime.checkDependencies();
    this.tools = Object.freeze(this.runtime.definitions().map(listTool));
  }

  get hasLibrary(): boolean {
    return this.library.size > 0;
  }

  /** Keeps what is served open while a request is at work. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#atWork++;
    try {
      return await work();
    } finally {
      this.#atWork--;
      this.#closeWhenIdle();
    }
  }

  /** Closes once nothing is at work. What its successor goes on using stays open until the server closes. */
  retire(successor: Generation, onClosed: () => void): void {
    const used = new Set<ToolDefinition>(successor.runtime.definitions());
    const isShared = this.runtime
      .definitions()
      .some(tool => tool.binding?.close !== undefined && used.has(tool));
    if (isShared) return;
    this.#onClosed = onClosed;
    this.#closeWhenIdle();
  }

  async close(): Promise<void> {
    await Promise.all([this.runtime.close(), this.library.runtime.close()]);
  }

  #closeWhenIdle(): void {
    if (this.#onClosed !== undefined && this.#atWork === 0) void this.close().finally(this.#onClosed);
  }
}
