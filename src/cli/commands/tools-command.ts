import { type Command, Option } from 'commander';
import { createToolRuntime, type ToolDefinition } from '../../index.js';
import { type CommandIo, MODULE_HELP, withModule } from '../command-io.js';
import { loadTools } from '../load-module.js';

type ListFormat = 'text' | 'json' | 'mcp';

export function addToolsCommand(program: Command, io: CommandIo): void {
  program
    .command('tools')
    .description('list the tools of MODULE')
    .argument('<module>', MODULE_HELP)
    .addOption(
      new Option('--format <format>', 'how to print them').choices(['text', 'json', 'mcp']).default('text'),
    )
    .action((module: string, { format }: { format: ListFormat }) =>
      withModule(module, io, async modulePath => {
        const definitions = createToolRuntime(await loadTools(modulePath)).definitions();
        io.stdout.write(`${renderList(definitions, format)}\n`);
      }),
    );
}

function renderList(definitions: readonly ToolDefinition[], format: ListFormat): string {
  const described = definitions.map(definition => definition.describe());
  switch (format) {
    case 'text':
      return definitions.map(describeInOneLine).join('\n');
    case 'json':
      return JSON.stringify(described, null, 2);
    case 'mcp':
      return JSON.stringify({ tools: described.map(({ replayClass, origin, ...tool }) => tool) }, null, 2);
  }
}

function describeInOneLine({ name, replayClass, description }: ToolDefinition): string {
  const flat = description.replace(/\s+/g, ' ').trim();
  return `${name}  ${replayClass}  ${/^.*?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat}`;
}
