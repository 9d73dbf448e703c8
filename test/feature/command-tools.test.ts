import { IsInt, IsString } from 'class-validator';
import {
  createToolRuntime,
  DefinitionError,
  Param,
  ReplayClass,
  Returns,
  RunContext,
  Tool,
} from 'toolwright';
import { container as globalContainer } from 'tsyringe';

enum Priority {
  Normal = 'normal',
  High = 'high',
}

class Attachment {
  @IsString() name!: string;
  @IsInt() bytes!: number;
}

class Ticket {
  @IsString() id!: string;
  @IsString() priority!: string;
}

class TicketDesk {
  readonly opened: OpenTicket[] = [];
}

@Tool({
  name: 'open_ticket',
  description: 'Open a ticket.',
  title: 'Open',
  annotations: { destructiveHint: false },
})
@ReplayClass('side_effecting')
class OpenTicket {
  @Param('What went wrong, in one sentence.') summary!: string;
  @Param({ description: 'How urgent.', enum: Priority, optional: true }) priority: Priority = Priority.Normal;
  @Param({ description: 'Files.', type: () => Attachment, each: true, optional: true })
  attachments?: Attachment[];
  @Param({ default: 1 }) copies!: number;
  readonly notAnArgument = 'kept';

  constructor(private readonly desk: TicketDesk) {}

  @Returns(() => Ticket)
  async execute(run: RunContext<string>): Promise<Ticket> {
    this.desk.opened.push(this);
    return { id: `${run.state}-${this.desk.opened.length}`, priority: this.priority };
  }
}

function openDesk(): { desk: TicketDesk; runtime: ReturnType<typeof createToolRuntime> } {
  const desk = new TicketDesk();
  const container = globalContainer.createChildContainer();
  container.registerInstance(TicketDesk, desk);
  return { desk, runtime: createToolRuntime([OpenTicket], { container }) };
}

describe('a decorated class with execute()', () => {
  it('is one tool whose properties are the arguments', () => {
    const [definition] = openDesk().runtime.definitions();
    expect(definition?.describe()).toEqual({
      name: 'open_ticket',
      title: 'Open',
      description: 'Open a ticket.',
      inputSchema: {
        type: 'object',
        properties: {
          summary: { type: 'string', description: 'What went wrong, in one sentence.' },
          priority: { type: 'string', description: 'How urgent.', enum: ['normal', 'high'] },
          attachments: {
            type: 'array',
            description: 'Files.',
            items: { $ref: '#/$defs/Attachment' },
          },
          copies: { type: 'number', default: 1 },
        },
        required: ['summary'],
        additionalProperties: false,
        $defs: {
          Attachment: {
            type: 'object',
            properties: { name: { type: 'string' }, bytes: { type: 'integer' } },
            required: ['name', 'bytes'],
            additionalProperties: false,
          },
        },
      },
      outputSchema: {
        type: 'object',
        properties: { id: { type: 'string' }, priority: { type: 'string' } },
        required: ['id', 'priority'],
        additionalProperties: false,
      },
      annotations: { destructiveHint: false },
      replayClass: 'side_effecting',
      origin: 'class',
    });
  });

  it('receives its dependencies, its arguments and the run', async () => {
    const { desk, runtime } = openDesk();
    const answer = await runtime.call(
      {
        name: 'open_ticket',
        arguments: { summary: 'Broken', priority: 'high', attachments: [{ name: 'a.png', bytes: 3 }] },
      },
      { state: 'T' },
    );
    expect(answer.structuredContent).toEqual({ id: 'T-1', priority: 'high' });
    const [command] = desk.opened;
    expect(command).toBeInstanceOf(OpenTicket);
    expect(command?.attachments?.[0]).toBeInstanceOf(Attachment);
    expect(command?.notAnArgument).toBe('kept');
  });

  it('keeps initialisers of absent properties and fills in defaults', async () => {
    const { desk, runtime } = openDesk();
    await runtime.call({ name: 'open_ticket', arguments: { summary: 'Broken' } });
    expect(desk.opened[0]).toMatchObject({ priority: Priority.Normal, copies: 1 });
    expect(desk.opened[0]).not.toHaveProperty('attachments');
  });

  it('is built anew for each call, also inside one run', async () => {
    const { desk, runtime } = openDesk();
    const run = runtime.openRun({ state: 'T' });
    await run.call({ name: 'open_ticket', arguments: { summary: 'a', copies: 7 } });
    await run.call({ name: 'open_ticket', arguments: { summary: 'b' } });
    await run.close();
    expect(desk.opened.map(({ summary, copies }) => [summary, copies])).toEqual([
      ['a', 7],
      ['b', 1],
    ]);
  });

  it('is not built when the arguments do not fit', async () => {
    const { desk, runtime } = openDesk();
    const answer = await runtime.call({
      name: 'open_ticket',
      arguments: { summary: 'a', priority: 'urgent', desk: {}, notAnArgument: 'x' },
    });
    expect(answer.error?.details['paths']).toEqual(
      expect.arrayContaining(['/priority', '/desk', '/notAnArgument']),
    );
    expect(desk.opened).toEqual([]);
  });

  it.each([
    ['lacks execute', 'Silent.execute', 'it is missing'],
    ['takes arguments in execute', 'Greedy.execute', 'more than the run'],
    ['takes something else than the run', 'Wrong.execute', 'more than the run'],
  ])('is refused when it %s', (_what, where, seen) => {
    @Tool()
    class Silent {
      @Param() text!: string;
    }
    @Tool()
    class Greedy {
      execute(text: string, run: RunContext): string {
        return text + run.runId;
      }
    }
    @Tool()
    class Wrong {
      @Returns(() => String)
      execute(text: string): string {
        return text;
      }
    }
    const classes = { Silent, Greedy, Wrong };
    const target = classes[where.split('.')[0] as keyof typeof classes];
    expect(() => createToolRuntime([target])).toThrow(DefinitionError);
    expect(() => createToolRuntime([target])).toThrow(`${where}: `);
    expect(() => createToolRuntime([target])).toThrow(seen);
  });
});
