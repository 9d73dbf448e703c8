import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  definePrompt,
  defineResource,
  Observation,
  Param,
  Prompt,
  ReplayClass,
  Resource,
  RunContext,
  Tool,
} from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { container as rootContainer, injectable, singleton } from 'tsyringe';
import { type Desk, errorOf, openDesk } from '../support/mcp-client.js';
import { problemsOf } from '../support/problems-of.js';

@singleton()
class Shelf {
  readonly books = new Map([['1', 'Emma']]);
}

@injectable()
class Books {
  constructor(private readonly shelf: Shelf) {}

  @Tool('Count the books.')
  count(): number {
    return this.shelf.books.size;
  }

  @Resource('books://all', {
    title: 'All books',
    description: 'The titles.',
    icons: [{ src: 'https://example.com/books.png', mimeType: 'image/png' }],
  })
  allBooks(): string[] {
    return [...this.shelf.books.values()];
  }

  @Resource('books://{id}/page/{page}', { complete: { id: 'completeId' } })
  page(id: string, @Param({ type: 'integer', minimum: 1 }) page: number): string | undefined {
    const title = this.shelf.books.get(id);
    return title && `${title}, page ${page + 1 - 1}`;
  }

  @Resource('books://cover', { mimeType: 'image/png' })
  cover(): Uint8Array {
    return Buffer.from([1, 2, 3]);
  }

  @Resource('books://{+path}/raw')
  raw(path: string): string {
    return path;
  }

  @Resource('books://broken')
  broken(run: RunContext): string {
    throw new Error(`no shelf for ${run.secrets.get('KEY')}`);
  }

  @Resource('books://owner')
  owner(run: RunContext<string>): string {
    return run.state;
  }

  @Resource('books://several')
  several(): Observation {
    return new Observation({
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'AQID', mimeType: 'image/gif' },
        { type: 'resource', resource: { uri: 'books://two', text: 'two' } },
      ],
    });
  }

  @Resource('books://slow', { timeoutMs: 20 })
  slow(): Promise<string> {
    return new Promise(() => undefined);
  }

  @Prompt({
    description: 'Lends.',
    params: { to: { type: 'string', description: 'A reader.', optional: true } },
  })
  lend(to = 'nobody'): string {
    return `Lend it to ${to}.`;
  }

  completeId(typed: string): string[] {
    return [...this.shelf.books.keys(), '12', '2'].filter(id => id.startsWith(typed));
  }

  @Prompt({ title: 'Review', description: 'Asks for a review.' })
  review(
    @Param('Which book.') title: string,
    @Param({ enum: ['short', 'long'], optional: true }) length = 'short',
  ): string {
    return `Write a ${length} review of ${title}.`;
  }

  @Prompt('Talks.')
  talk(): unknown {
    return ['Hello', { role: 'assistant', content: 'Yes?' }];
  }

  @Prompt('Gives no message.')
  wrong(): unknown {
    return [{ type: 'text' }];
  }
}

describe('resources and prompts', () => {
  let desk: Desk;
  let client: Client;
  beforeAll(async () => {
    desk = await openDesk(
      [
        Books,
        defineResource({ uri: 'time://{zone}', name: 'time', read: ({ zone }) => `noon in ${zone}` }),
        definePrompt({
          name: 'greet',
          input: { name: 'string', times: 'integer?' },
          make: ({ name, times }) => `${'Hello '.repeat(times ?? 1)}${name}`,
          complete: { name: (typed, others) => [`${typed}!`, JSON.stringify(others)] },
        }),
      ],
      {
        container: rootContainer.createChildContainer(),
        secrets: { KEY: 'hunter2-secret' },
        context: ({ headers }) => ({ state: headers?.['x-owner'] ?? 'nobody' }),
        policies: [{ name: 'no tools', decide: () => 'deny' }],
      },
    );
    client = await desk.connect({}, { 'x-owner': 'Ann' });
  });
  afterAll(() => desk.close());

  const textOf = async (uri: string): Promise<unknown> => {
    const { contents } = await client.readResource({ uri });
    return (contents[0] as { text?: string }).text;
  };

  it('lists resources with what was said of them', async () => {
    const { resources } = await client.listResources();
    expect(resources[0]).toEqual({
      uri: 'books://all',
      name: 'all_books',
      title: 'All books',
      description: 'The titles.',
      icons: [{ src: 'https://example.com/books.png', mimeType: 'image/png' }],
    });
    expect(resources.map(({ uri }) => uri)).not.toContain('time://{zone}');
  });

  it('lists templates apart', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'books://{id}/page/{page}',
      'books://{+path}/raw',
      'time://{zone}',
    ]);
  });

  it('gives data as JSON, bytes as base64, and blocks of an observation each by itself', async () => {
    expect((await client.readResource({ uri: 'books://all' })).contents).toEqual([
      { uri: 'books://all', mimeType: 'application/json', text: '["Emma"]' },
    ]);
    expect((await client.readResource({ uri: 'books://cover' })).contents).toEqual([
      { uri: 'books://cover', mimeType: 'image/png', blob: 'AQID' },
    ]);
    expect((await client.readResource({ uri: 'books://several' })).contents).toEqual([
      { uri: 'books://several', mimeType: 'text/plain', text: 'one' },
      { uri: 'books://several', mimeType: 'image/gif', blob: 'AQID' },
      { uri: 'books://two', text: 'two' },
    ]);
  });

  it('hands variables to the method, as its types are', async () => {
    expect(await textOf('books://1/page/7')).toBe('Emma, page 7');
    expect(await textOf('books://a/b%20c/raw')).toBe('a/b c');
    expect(await textOf('time://Rome')).toBe('noon in Rome');
  });

  it('gives a run the state of its caller', async () => {
    expect(await textOf('books://owner')).toBe('Ann');
  });

  it('refuses variables that do not fit, with what is wrong', async () => {
    const { code, message } = await errorOf(client.readResource({ uri: 'books://1/page/0' }));
    expect(code).toBe(-32602);
    expect(message).toContain("Invalid arguments for resource 'books://1/page/0'");
    expect(message).toContain('page');
  });

  it('says that there is no resource: none of that URI, and none for the method', async () => {
    for (const uri of ['books://none', 'books://9/page/1'])
      expect(await errorOf(client.readResource({ uri }))).toEqual({
        code: -32002,
        message: `There is no resource '${uri}'.`,
      });
  });

  it('says that a method failed, without its secrets', async () => {
    const { code, message } = await errorOf(client.readResource({ uri: 'books://broken' }));
    expect(code).toBe(-32603);
    expect(message).toBe("Resource 'books://broken' failed: no shelf for [secret KEY]");
  });

  it('lists prompts with their arguments', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'review')).toEqual({
      name: 'review',
      title: 'Review',
      description: 'Asks for a review.',
      arguments: [
        { name: 'title', description: 'Which book.', required: true },
        { name: 'length', required: false },
      ],
    });
  });

  it('makes messages of what a prompt gives', async () => {
    const review = await client.getPrompt({ name: 'review', arguments: { title: 'Emma' } });
    expect(review.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Write a short review of Emma.' } },
    ]);
    expect((await client.getPrompt({ name: 'talk' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Hello' } },
      { role: 'assistant', content: { type: 'text', text: 'Yes?' } },
    ]);
    const greet = await client.getPrompt({ name: 'greet', arguments: { name: 'Bo', times: '2' } });
    expect(greet.messages[0]?.content).toEqual({ type: 'text', text: 'Hello Hello Bo' });
  });

  it('refuses prompts that are not there, wrong arguments and wrong messages', async () => {
    expect(await errorOf(client.getPrompt({ name: 'none' }))).toEqual({
      code: -32602,
      message: "There is no prompt 'none'.",
    });
    const missing = await errorOf(client.getPrompt({ name: 'review' }));
    expect(missing.code).toBe(-32602);
    expect(missing.message).toContain("Invalid arguments for prompt 'review'");
    const wrong = await errorOf(client.getPrompt({ name: 'wrong' }));
    expect(wrong).toEqual({
      code: -32603,
      message: "Prompt 'wrong' failed: message 1 has no text in text",
    });
  });

  it('completes by the allowed values, by methods and by functions', async () => {
    const complete = async (ref: object, name: string, value: string, given = {}): Promise<unknown> => {
      const { completion } = await client.complete({
        ref: ref as { type: 'ref/prompt'; name: string },
        argument: { name, value },
        context: { arguments: given },
      });
      return completion.values;
    };
    const review = { type: 'ref/prompt', name: 'review' };
    expect(await complete(review, 'length', 'LO')).toEqual(['long']);
    expect(await complete(review, 'title', 'E')).toEqual([]);
    const page = { type: 'ref/resource', uri: 'books://{id}/page/{page}' };
    expect(await complete(page, 'id', '1')).toEqual(['1', '12']);
    const greet = { type: 'ref/prompt', name: 'greet' };
    expect(await complete(greet, 'name', 'A', { times: '1' })).toEqual(['A!', '{"times":"1"}']);
    expect((await errorOf(complete({ type: 'ref/prompt', name: 'none' }, 'a', ''))).code).toBe(-32602);
  });

  it('waits for what is read no longer than it may take', async () => {
    const { code, message } = await errorOf(client.readResource({ uri: 'books://slow' }));
    expect(code).toBe(-32603);
    expect(message).toBe("Resource 'books://slow' timed out after 20 ms.");
  });

  it('takes what is said of parameters by their names', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'lend')?.arguments).toEqual([
      { name: 'to', description: 'A reader.', required: false },
    ]);
  });

  it('asks no policy about what is only read', async () => {
    expect((await client.callTool({ name: 'count', arguments: {} })).isError).toBe(true);
    expect(await textOf('books://all')).toBe('["Emma"]');
  });
});

describe('a server without resources and prompts', () => {
  it('says that it has none', async () => {
    class Plain {
      @Tool('Nothing.')
      nothing(): void {}
    }
    const desk = await openDesk([Plain]);
    const client = await desk.connect();
    expect(Object.keys(client.getServerCapabilities()!).sort()).toEqual(['logging', 'tools']);
    await desk.close();
  });
});

describe('mistakes in resources and prompts', () => {
  const refuse = (declare: () => unknown): string =>
    problemsOf(declare)
      .map(({ seen, fix }) => `${seen} ${fix}`)
      .join('\n');

  it('names what is no URI, and variables that nobody takes', () => {
    const read = (): string => '';
    expect(refuse(() => defineResource({ uri: 'books', name: 'a', read }))).toContain('scheme');
    expect(refuse(() => defineResource({ uri: 'b://{?q}', name: 'a', read }))).toContain('not understood');
    expect(refuse(() => defineResource({ uri: 'b://{x}/{x}', name: 'a', read }))).toContain('twice');
    expect(
      refuse(() => defineResource({ uri: 'b://{x}', name: 'a', input: { y: 'string' }, read })),
    ).toContain('{x}');
  });

  it('names options that nobody reads, and completion of what is no argument', () => {
    const make = (): string => '';
    const unknown = { name: 'a', make, titel: 'x' };
    expect(refuse(() => definePrompt(unknown))).toContain("write 'title'");
    expect(refuse(() => definePrompt({ name: 'a', make, complete: { b: () => [] } }))).toContain("'b'");
    expect(refuse(() => definePrompt({ name: 'a', make, icons: [{ src: 'file:///x' }] }))).toContain('src');
  });

  it('names a method that is not there, two of one URI and two of one name', async () => {
    class Lost {
      @Resource('a://{b}', { complete: { b: 'nowhere' } })
      read(b: string): string {
        return b;
      }
    }
    const there = { stdio: true } as const;
    await expect(serveMcp([Lost], there)).rejects.toThrow("complete names 'nowhere'");
    const resource = (): ReturnType<typeof defineResource> =>
      defineResource({ uri: 'a://b', name: 'b', read: () => '' });
    await expect(serveMcp([resource(), resource()], there)).rejects.toThrow("resource 'a://b'");
    const prompt = (): ReturnType<typeof definePrompt> => definePrompt({ name: 'b', make: () => '' });
    await expect(serveMcp([prompt(), prompt()], there)).rejects.toThrow("prompt 'b'");
  });

  it('names facts that nobody reads, and a class that cannot be built', async () => {
    class Overdone {
      @Resource('a://b')
      @ReplayClass('read_only')
      read(): string {
        return '';
      }
    }
    class Needy {
      constructor(readonly shelf: Shelf) {}

      @Resource('a://b')
      read(): string {
        return '';
      }
    }
    const there = { stdio: true } as const;
    await expect(serveMcp([Overdone], there)).rejects.toThrow('@ReplayClass');
    await expect(serveMcp([Needy], there)).rejects.toThrow('@injectable()');
  });

  it('refuses decorators on what is no method', () => {
    expect(
      refuse(() => {
        class Wrong {
          @Resource('a://b') text = '';
        }
        return Wrong;
      }),
    ).toContain('it is on no method');
  });
});
