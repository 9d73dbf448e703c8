import { type Command, Option } from 'commander';
import { createToolRuntime, type ToolDefinition } from '../../index.js';
import { DIALECT_NAMES, type DialectName, renderTools } from '../../manifest.js';
import { type CommandIo, EXIT } from '../command-io.js';
import { oneLine } from '../one-line.js';
import { takesTools, withTools } from '../tools-source.js';
import { warningsOnly } from '../warnings-only.js';

type ListFormat = 'text' | 'json' | DialectName;

const FORMATS: readonly ListFormat[] = ['text', 'json', ...DIALECT_NAMES];

export function addToolsCommand(program: Command, io: CommandIo): void {
  takesTools(program.command('tools').description('list the tools of MODULE, or of servers'))
    .addOption(new Option('--format <format>', 'how to print them').choices(FORMATS).default('text'))
    .action((module: string | undefined, { format, mcp }: { format: ListFormat; mcp?: string }) =>
      withTools({ module, mcp }, { io, logger: warningsOnly, isComplete: true }, tools => {
        const definitions = createToolRuntime(tools, { logger: warningsOnly }).definitions();
        io.stdout.write(`${renderList(definitions, format, io)}\n`);
        return Promise.resolve();
      }),
    );
}

function renderList(definitions: readonly ToolDefinition[], format: ListFormat, io: CommandIo): string {
  switch (format) {
    case 'text':
      return definitions.map(describeInOneLine).join('\n');
    case 'json':
      return toText(definitions.map(definition => definition.describe()));
    case 'mcp':
      return toText({ tools: renderDialect(definitions, format, io) });
    default:
      return toText(renderDialect(definitions, format, io));
  }
}

const toText = (value: unknown): string => JSON.stringify(value, null, 2);

/** What a model of that provider sees; what it is not told, and what is left out, is said on stderr. */
function renderDialect(
  definitions: readonly ToolDefinition[],
  dialect: DialectName,
  io: CommandIo,
): readonly object[] {
  const { tools, refused, warnings } = renderTools(definitions, dialect);
  for (const text of warnings) process.stderr.write(`warning: ${text}\n`);
  for (const { name, losses } of tools) {
    for (const { path, keyword, reason, kept } of losses) {
      const where = kept === 'description' ? ' (it is in the description)' : '';
      process.stderr.write(`note: ${name}${path}: the model is not told '${keyword}': ${reason}${where}\n`);
    }
  }
  for (const { name, reason } of refused) process.stderr.write(`error: ${name} is left out: ${reason}\n`);
  if (refused.length > 0) io.setExitCode(EXIT.failed);
  return tools.map(({ tool }) => tool);
}

function describeInOneLine({ name, replayClass, description }: ToolDefinition): string {
  const flat = oneLine(description);
  return `${name}  ${replayClass}  ${/^.*?[.!?](?=\s|$)/.exec(flat)?.[0] ?? flat}`;
}
