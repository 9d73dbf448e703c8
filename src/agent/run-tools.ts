import { closeExecutors } from '../execution/close-executors.js';
import type { ToolRun } from '../execution/tool-run.js';
import { visibleTools } from '../execution/visible-tools.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolSource } from '../tool/tool-source.js';
import type { ClosingSteps } from './closing-steps.js';
import { OfferedTools } from './offered-tools.js';
import type { OpenAgent } from './open-agent.js';

/** The tools of one run, in the words of its model. Those of servers may change between its turns. */
export class RunTools {
  offered: OfferedTools;
  /** What the run has whatever servers do. */
  #own: readonly ToolDefinition[] = [];
  #version = -1;

  constructor(
    private readonly agent: OpenAgent,
    private readonly run: ToolRun,
  ) {
    this.offered = new OfferedTools([], agent.model.dialect, false);
  }

  /** What a function makes for the run is closed with it. */
  async open(closing: ClosingSteps): Promise<void> {
    const { options, runtime } = this.agent;
    this.#own = runtime.definitions();
    if (typeof options.tools === 'function') {
      const sources: readonly ToolSource[] = await options.tools(this.run.context);
      const made = runtime.compile(sources);
      const { logger, secrets } = this.run.context;
      const own = made.filter(definition => !sources.includes(definition));
      closing.add(() => closeExecutors(own, { logger, secrets }));
      this.#own = [...this.#own, ...made];
    }
    this.#use();
  }

  /** Takes over what servers have changed since. */
  refresh(): void {
    if (this.agent.mcp !== undefined && this.agent.mcp.version !== this.#version) this.#use();
  }

  #use(): void {
    const { options, model, mcp } = this.agent;
    const { context } = this.run;
    this.#version = mcp?.version ?? 0;
    const names = new Set(this.#own.map(({ name }) => name));
    const remote = mcp?.definitions() ?? [];
    for (const { name } of remote)
      if (names.has(name))
        context.logger.warn(`The tool '${name}' of an MCP server is left out: another one has its name.`);
    const all = [...this.#own, ...remote.filter(({ name }) => !names.has(name))];
    this.run.useTools(all);
    this.offered = new OfferedTools(
      visibleTools(all, options.policies ?? [], context),
      model.dialect,
      options.asksForRisk ?? true,
    );
    for (const warning of this.offered.warnings) context.logger.warn(warning, { runId: context.runId });
  }
}
