import { isDeepStrictEqual } from 'node:util';
import { type CallObservation, type JsonSchema, Observation, UnusableResultError } from 'toolwright';
import { answer, type Fields } from '../support/answer.js';

const UNUSABLE = "Tool 'x' failed: it ran, but its result is not usable: ";
const LIMIT = 102_400;

describe('text that is cut', () => {
  const NOTE = /^([^]*)\n\[… (\d+) of (\d+) bytes left out …\]\n([^]*)$/;

  it.each([
    ['one byte', 'x'],
    ['two bytes', 'é'],
    ['three bytes', '…'],
    ['four bytes and a pair of surrogates', '😀'],
    ['mixed sizes', 'aé…😀'],
  ])('keeps head and tail, whole characters only, and says how much is missing: %s', async (_what, unit) => {
    for (const resultBytes of [200, 201, 202, 203, 204, 205, 206, 207, LIMIT]) {
      for (const before of ['', 'a', 'ab', 'abc']) {
        const whole = before + unit.repeat(Math.ceil((2 * resultBytes) / unit.length)) + before;
        const { text } = await answer(() => whole, {}, { limits: { resultBytes } });
        const [, head = '', missing, of, tail = ''] = NOTE.exec(text) ?? [];
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(text).not.toMatch(
          /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\uFFFD/,
        );
        expect(Number(of)).toBe(Buffer.byteLength(whole));
        expect(Number(missing)).toBe(Buffer.byteLength(whole) - Buffer.byteLength(head + tail));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(resultBytes);
        const half = (resultBytes - 64) / 2;
        for (const part of [head, tail]) expect(Buffer.byteLength(part)).toBeGreaterThan(half - 4);
      }
    }
  });

  it('may hold halves of pairs itself', async () => {
    const { text } = await answer(() => '\uD83D'.repeat(LIMIT) + '\uDE00'.repeat(LIMIT));
    expect(text).toMatch(/left out …\]/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
  });

  it('is cut in an error, in the text of a resource and in the view for people too', async () => {
    const whole = `HEAD${'x'.repeat(2 * LIMIT)}TAIL`;
    const resource = { type: 'resource', resource: { uri: 'a:b', text: whole } } as const;
    const cut = /^(?:Tool 'x' failed: )?HEADx+\n\[… \d+ of \d+ bytes left out …\]\nx+TAIL$/;
    expect((await answer(() => Observation.error(whole))).text).toMatch(cut);
    const { content } = await answer(() => new Observation({ content: [resource] }));
    expect((content[0] as typeof resource).resource.text).toMatch(cut);
    expect((content[0] as typeof resource).resource.uri).toBe('a:b');
    class Drawn extends Observation {
      override visualize(): string {
        return whole;
      }
    }
    const drawn = await answer(() => new Drawn({ content: 'short' }));
    expect([drawn.text, drawn.visualize()]).toEqual(['short', expect.stringMatching(cut)]);
    expect(Buffer.byteLength(drawn.visualize())).toBeLessThanOrEqual(LIMIT);
  });
});

describe('binary content', () => {
  const bytes = Buffer.alloc(3 * LIMIT, 7);

  it('is not cut as text is, however large the picture, sound or blob', async () => {
    const blob = { type: 'resource', resource: { uri: 'a:b', blob: bytes.toString('base64') } } as const;
    const content = [
      ...Observation.image(bytes, 'image/png').content,
      ...Observation.audio(bytes, 'audio/wav').content,
      blob,
      { type: 'text', text: 'after' } as const,
    ];
    expect((await answer(() => new Observation({ content }))).content).toEqual(content);
  });

  it('is bounded, 5 MiB of base64, and says what is missing', async () => {
    const limit = 5_242_880;
    const fits = Observation.image('A'.repeat(limit), 'image/png').content;
    const blob = { type: 'resource', resource: { uri: 'a:b', blob: 'A'.repeat(limit + 8) } } as const;
    const sound = Observation.audio('A'.repeat(limit + 4), 'audio/wav').content;
    const { content } = await answer(() => new Observation({ content: [...fits, blob, ...sound] }));
    expect(content).toEqual([
      ...fits,
      { type: 'text', text: '[… resource of 5242888 base64 characters left out; the limit is 5242880 …]' },
      { type: 'text', text: '[… audio of 5242884 base64 characters left out; the limit is 5242880 …]' },
    ]);
  });

  it('is bounded in total, together with structured content, and keeps the first ones that fit', async () => {
    const mebi = 'A'.repeat(1_048_576);
    const [picture] = Observation.image(mebi.repeat(3), 'image/png').content;
    const [sound] = Observation.audio(mebi, 'audio/wav').content;
    const blob = { type: 'resource', resource: { uri: 'a:b', blob: mebi } } as const;
    const content = [picture!, picture!, sound!, blob, sound!];
    const left = (kind: string, size: number): string =>
      `[… ${kind} of ${size} base64 characters left out; the limit is 5242880 for all of a result together …]`;
    /** Kept blocks by their kind, others by what stands in their place. */
    const read = (observation: CallObservation): string[] =>
      observation.content.map((block, index) => {
        if (block.type === 'text') return block.text;
        return isDeepStrictEqual(block, content[index]) ? block.type : 'changed';
      });
    const alone = await answer(() => new Observation({ content }));
    const leftImage = left('image', 3_145_728);
    expect(read(alone)).toEqual(['image', leftImage, 'audio', 'resource', left('audio', 1_048_576)]);

    const structuredContent = { data: mebi.slice(100) };
    const beside = await answer(() => new Observation({ content, structuredContent }));
    const leftOthers = [left('resource', 1_048_576), left('audio', 1_048_576)];
    expect(read(beside)).toEqual(['image', leftImage, 'audio', ...leftOthers]);
    expect(beside.structuredContent?.['data']).toHaveLength(1_048_476);
  });

  it.each<[string, (size: number) => unknown]>([
    ['bytes', size => new Uint8Array(size)],
    ['a Buffer', size => Buffer.alloc(size)],
    ['an ArrayBuffer', size => new ArrayBuffer(size)],
  ])('is refused where cutting its text would spoil it: %s', async (_what, allocate) => {
    const refused = await answer(() => allocate(76_801));
    expect(refused.error).toBeInstanceOf(UnusableResultError);
    expect(refused.text).toBe(
      `${UNUSABLE}its 76801 bytes are too many to read as text. Return Observation.image, Observation.audio, or a link to them.`,
    );
    expect((await answer(() => allocate(30), {}, { limits: { resultBytes: 39 } })).isError).toBe(true);
    const passed = await answer(() => allocate(76_000));
    expect(Buffer.from(JSON.parse(passed.text) as string, 'base64')).toHaveLength(76_000);
  });
});

describe('what stands around the content', () => {
  it('counts too, and a block with too much of it is left out', async () => {
    const link = { type: 'resource_link', uri: 'a:b', name: 'n'.repeat(LIMIT) } as const;
    const text = { type: 'text', text: 'short', _meta: { note: 'n'.repeat(LIMIT) } } as const;
    const image = { type: 'image', data: 'aGk=', mimeType: 'm'.repeat(LIMIT) } as const;
    const resource = { type: 'resource', resource: { uri: 'u'.repeat(LIMIT), text: 'a' } } as const;
    const small = { type: 'resource_link', uri: 'a:b', name: 'b' } as const;
    for (const block of [link, text, image, resource]) {
      const { content } = await answer(() => new Observation({ content: [small, block] }));
      expect(content[0]).toEqual(small);
      expect(content.slice(1)).toEqual([
        {
          type: 'text',
          text: expect.stringMatching(
            new RegExp(`^\\[… ${block.type} left out: \\d+ bytes stand beside its content …\\]$`),
          ),
        },
      ]);
    }
  });

  it('is kept when it fits, and leaves less room for the text', async () => {
    const text = { type: 'text', text: 'x'.repeat(LIMIT), _meta: { note: 'n'.repeat(1_000) } } as const;
    const { content } = await answer(() => new Observation({ content: [text] }));
    expect(content).toEqual([{ ...text, text: expect.stringMatching(/^x+\n.*left out …\]\nx+$/) }]);
    expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThanOrEqual(LIMIT + 100);
  });
});

describe('results of many parts', () => {
  const numbers = Array.from({ length: 1_000_000 }, (_, index) => index);
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'] }));
  const secrets = { KEY: 's3cret-value' };

  /** Generous: what is to be seen is a stack overflow or time that grows with the square. */
  const SOON_MS = 60_000;

  it.each<[string, () => unknown]>([
    ['1,000,000 numbers', () => numbers],
    ['100,000 objects', () => rows],
    ['a Set', () => new Set(numbers)],
    ['a Map', () => new Map(rows.map(({ id }) => [id, id]))],
    [
      'an object with 200,000 members',
      () =>
        Object.fromEntries(
          rows.flatMap(({ id }) => [
            [`a${id}`, 1],
            [`b${id}`, 2],
          ]),
        ),
    ],
    ['a typed array', () => Float64Array.from(numbers)],
    ['one long text', () => 'é'.repeat(50_000_000)],
    [
      '200,000 blocks',
      () =>
        new Observation({
          content: numbers.slice(0, 200_000).map(index => ({ type: 'text', text: `${index}` }) as const),
        }),
    ],
  ])(
    'are read, masked and cut: %s',
    async (_what, body) => {
      const { isError, text, content } = await answer(body, {}, { secrets });
      expect(isError).toBe(false);
      expect(text).toMatch(/left out …\]/);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
      expect(content.length).toBeLessThanOrEqual(LIMIT / 32 + 1);
    },
    SOON_MS,
  );

  const output = (items: JsonSchema): Fields => ({ outputSchema: { type: 'array', items } });
  const row = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['id', 'name', 'tags'],
    additionalProperties: false,
  } as const;

  it(
    'are checked against their schema, whole',
    async () => {
      const limits = { dataBytes: 100_000_000 };
      const listed = await answer(() => numbers, output({ type: 'integer' }), { limits, secrets });
      expect(listed.structuredContent?.['result']).toHaveLength(1_000_000);
      const objects = await answer(() => rows, output(row), { limits, secrets });
      expect(objects.structuredContent?.['result']).toHaveLength(100_000);
      expect(JSON.stringify(objects.structuredContent)).toBe(JSON.stringify({ result: rows }));
      const repaired = await answer(
        () => rows.map(({ id }) => String(id)),
        output({ anyOf: [{ type: 'integer' }, { type: 'null' }] }),
        { limits },
      );
      expect(repaired.structuredContent?.['result']).toHaveLength(100_000);
    },
    SOON_MS,
  );

  it(
    'are refused with a few of their mistakes, or for their size',
    async () => {
      const mistaken = await answer(() => numbers, output({ type: 'string', minLength: 20 }));
      expect(mistaken.text).toMatch(
        /^Tool 'x' output failed schema validation: .*\n- \/result\/0: expected text/,
      );
      expect(mistaken.text.length).toBeLessThan(5_000);
      expect(mistaken.error?.details['paths']).toHaveLength(20);
      const large = await answer(() => numbers, output({ type: 'integer' }));
      expect(large.text).toBe(
        `${UNUSABLE}it has 6888902 bytes of data, and the limit is 5242880. Ask for less.`,
      );
    },
    SOON_MS,
  );

  it(
    'are refused when none of them is a block',
    async () => {
      const content = rows.map(({ id }) => ({ type: 'number', id }) as never);
      const { text } = await answer(() => new Observation({ content }));
      expect(text.startsWith(`${UNUSABLE}content block 1 has a type that is none of `)).toBe(true);
      expect(text.length).toBeLessThan(1_000);
    },
    SOON_MS,
  );
});

describe('a result that holds the same part many times', () => {
  const many =
    /^Tool 'x' failed: it ran, but its result is not usable: The value has more than 5000000 values at /;
  const long = Array.from({ length: 100_000 }, (_, index) => index);
  const members = new Set(long);
  let nested: unknown = ['x'];
  for (let level = 0; level < 31; level++) nested = [nested, { nested }, nested];

  it.each<[string, () => unknown, Fields]>([
    ['in lists and objects', () => nested, {}],
    ['as one long list', () => Array.from({ length: 10_000 }, () => long), {}],
    ['in a Map', () => new Map([['a', Array.from({ length: 10_000 }, () => members)]]), {}],
    ['in a declared output', () => Array.from({ length: 10_000 }, () => long), { outputSchema: {} }],
  ])(
    'is refused before memory runs out: %s',
    async (_what, body, fields) => {
      expect((await answer(body, fields)).text).toMatch(many);
    },
    60_000,
  );

  it('is as good as any other below that', async () => {
    const part = { a: [1, 2, 3] };
    expect((await answer(() => [part, part])).text).toBe('[{"a":[1,2,3]},{"a":[1,2,3]}]');
  });
});

describe('a result whose text is longer than a text can be', () => {
  it('is refused', async () => {
    const { text } = await answer(() => ({
      skipped: () => 0,
      get rows() {
        return 'x'.repeat(2 ** 29);
      },
    }));
    expect(text).toBe(`${UNUSABLE}it is too large. Return less.`);
  });
});
