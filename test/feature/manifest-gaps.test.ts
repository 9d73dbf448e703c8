import 'reflect-metadata';
import {
  Action,
  createToolRuntime,
  define,
  defineTool,
  type Logger,
  Observation,
  Param,
  silentLogger,
  Tool,
  ToolRegistry,
} from 'toolwright';
import { bindManifest, type ManifestTool, type ToolManifest, useManifest } from 'toolwright/manifest';

const COMMAND = 'npx toolwright schema -p tsconfig.json';

const method = (className: string, member: string): ManifestTool => ({
  id: `src/all.ts#${className}.${member}`,
  className,
  member,
  parameters: [{ name: 'text', schema: { type: 'string' } }],
});
const manifestOf = (...tools: ManifestTool[]): ToolManifest => ({
  version: 1,
  generator: 'test',
  sources: {},
  tools,
  types: {},
});

class Known {
  @Tool() ask(text: string): string {
    return text;
  }
}
class Grown extends Known {}
const MANIFEST = manifestOf(method('Known', 'ask'));

/** A logger, and what it was warned of. */
function listen(): { readonly logger: Logger; readonly warnings: [string, unknown][] } {
  const warnings: [string, unknown][] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (...entry) => void warnings.push(entry as [string, unknown]),
  };
  return { logger, warnings };
}

const unknownClass = (): new () => object => {
  class Unknown {
    @Tool() ask(text: string): string {
      return text;
    }
    @Tool() tell(text: string): string {
      return text;
    }
  }
  return Unknown;
};

describe('a tool class that the manifest in force says nothing of', () => {
  it('is named once to the logger, with the command to run, however many runtimes there are', () => {
    const { logger, warnings } = listen();
    const Unknown = unknownClass();
    for (let count = 0; count < 3; count++)
      for (const target of [Known, Unknown, Grown])
        createToolRuntime([target], { manifest: MANIFEST, logger });
    expect(warnings).toEqual([
      [
        `Unknown is not in the manifest, so its tools are known from decorators and emitted types only. Write the manifest anew: ${COMMAND}`,
        { className: 'Unknown', command: COMMAND },
      ],
    ]);
  });

  it('is named to the first logger that listens', () => {
    const Unknown = unknownClass();
    createToolRuntime([Unknown], { manifest: MANIFEST });
    const { logger, warnings } = listen();
    createToolRuntime([Unknown], { manifest: MANIFEST, logger });
    expect(warnings).toHaveLength(1);
  });

  it('may be a command, an executor, one that a registry makes, or one that was defined before', () => {
    @Tool('A command.')
    class Command {
      @Param() text!: string;
      execute(): string {
        return this.text;
      }
    }
    class Look extends Action {
      @Param() text!: string;
    }
    @Tool({ description: 'An executor.', action: Look })
    class Looker {
      execute(): Observation {
        return new Observation();
      }
    }
    useManifest(MANIFEST);
    try {
      const { logger, warnings } = listen();
      const registry = new ToolRegistry().register('asked', unknownClass());
      createToolRuntime([Command, define(new Looker(), { name: 'look_here' })], {
        logger,
        registry,
        toolSpecs: [{ name: 'asked' }],
      });
      expect(warnings.map(([, fields]) => fields)).toEqual(
        ['Command', 'Looker', 'Unknown'].map(className => ({ className, command: COMMAND })),
      );
    } finally {
      useManifest(false);
    }
  });

  it('is nothing to speak of without a manifest, for bound classes and for defineTool()', () => {
    const { logger, warnings } = listen();
    const Bound = unknownClass();
    const own = manifestOf(method('Unknown', 'ask'), method('Unknown', 'tell'));
    bindManifest(own, { 'src/all.ts#Unknown': Bound });
    const made = defineTool({ name: 'made', description: 'Made.', input: {}, execute: () => 'x' });
    createToolRuntime([unknownClass()], { manifest: false, logger });
    createToolRuntime([unknownClass()], { logger });
    createToolRuntime([Bound, made], { manifest: MANIFEST, logger });
    expect(warnings).toEqual([]);
  });

  it('does not fail on a logger that fails', () => {
    const logger: Logger = {
      ...silentLogger,
      warn: () => {
        throw new Error('full');
      },
    };
    expect(() => createToolRuntime([unknownClass()], { manifest: MANIFEST, logger })).not.toThrow();
  });
});
