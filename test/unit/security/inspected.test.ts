import { type CheckedCall, Observation } from 'toolwright';
import { createRunContext } from '../../../src/context/run-context.js';
import { Inspected } from '../../../src/security/guardrails/inspected.js';

const run = createRunContext();

describe('what a guardrail looks at', () => {
  it('is, of a call, its arguments: as JSON, and every text and number by itself', () => {
    const action = { card: 4111, list: [{ 'a"b': 'line\nbreak' }, true, null], at: new Date(0) };
    const inspected = Inspected.ofCall({ action, run } as unknown as CheckedCall);
    expect(inspected.text).toBe(
      '{"card":4111,"list":[{"a\\"b":"line\\nbreak"},true,null],"at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(inspected.pieces).toEqual([
      ...['card', 'list', 'at', '4111', 'a"b', 'line\nbreak', '1970-01-01T00:00:00.000Z'],
    ]);
  });

  it('is, of a result, its text, its data, resources and links, and no bytes', () => {
    const observation = new Observation({
      content: [
        { type: 'text', text: 'first' },
        { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'inside', blob: 'YmxvYg==' } },
        { type: 'resource_link', uri: 'https://example.com/', name: 'link' },
      ],
      structuredContent: { secret: 'data' },
    });
    const { text, pieces, data } = Inspected.ofResult(observation, run);
    for (const part of ['first', 'inside', 'https://example.com/', '"secret":"data"'])
      expect(text).toContain(part);
    expect(pieces).toEqual(
      expect.arrayContaining(['first', 'inside', 'https://example.com/', 'secret', 'data']),
    );
    expect(`${text}${pieces.join()}`).not.toMatch(/aW1hZ2U|YmxvYg/);
    expect(data).toEqual({ secret: 'data' });
  });
});
