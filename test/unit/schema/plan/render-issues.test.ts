import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { maskIssuePath, renderIssues } from '../../../../src/schema/plan/render-issues.js';
import { member, refuse, run } from './plan-support.js';

const SECRET = `sk-"quoted"/and~long\n${'s'.repeat(200)}`;
const mask = (text: string): string => text.replaceAll(SECRET, '***');
const closed: JsonSchema = { type: 'object', additionalProperties: false };
const issuesOf = (schema: JsonSchema, value: unknown) => refuse(run(schema, value)).issues;

describe('rendered issues', () => {
  it('mask received texts before they are cut', () => {
    const issues = issuesOf(member({ type: 'number' }), { v: `${'x'.repeat(30)}${SECRET}` });
    expect(renderIssues(issues, mask)).toContain(`"${'x'.repeat(30)}***"`);
    expect(renderIssues(issues)).toContain(`"${'x'.repeat(30)}sk-\\"quoted…"`);
  });

  it('mask names before they are cut, wherever they stand in a path', () => {
    const issues = issuesOf({ type: 'object', additionalProperties: closed }, { [SECRET]: { b: 1 } });
    expect(renderIssues(issues, mask)).toContain('- /***/b: expected');
    expect(maskIssuePath(issues[0]?.path ?? '', mask)).toBe('/***/b');
  });

  it('mask words that repeat a value', () => {
    const issue = { path: '', expected: `not ${SECRET}`, received: 'true', hint: `Not ${SECRET}?` };
    expect(renderIssues([issue], mask)).toBe('- (root): expected not ***, received true. Not ***?');
  });

  it('cut names at 80 characters and keep their escapes whole', () => {
    const path = issuesOf(closed, { ['/'.repeat(100)]: 1 })[0]?.path ?? '';
    expect(path).toBe(`/${'~1'.repeat(100)}`);
    expect(maskIssuePath(path)).toBe(`/${'~1'.repeat(80)}…`);
    expect(maskIssuePath('/a~1b/0/c~0d')).toBe('/a~1b/0/c~0d');
    expect(maskIssuePath('')).toBe('');
  });

  it('leave out the middle of a path of many steps', () => {
    const path = Array.from({ length: 400 }, (_, index) => `/${index}`).join('');
    const shown = maskIssuePath(path).split('/');
    expect(shown).toHaveLength(34);
    expect([shown[1], shown[16], shown[17], shown[18], shown[33]]).toEqual(['0', '15', '…', '384', '399']);
    expect(maskIssuePath('/a'.repeat(32))).toBe('/a'.repeat(32));
  });

  it('keep a name or text that moves the cursor on one line', () => {
    const text = renderIssues(issuesOf(closed, { 'a\nb\u001b[2J\u2028\u202e': 'x\n\u009b\u2066' }));
    expect(text).toBe(
      '- /a\\nb\\u001b[2J\\u2028\\u202e: expected no member of this name, ' +
        'received the text "x\\n\\u009b\\u2066". No members are known.',
    );
  });

  it('do not break a character in two', () => {
    const issues = issuesOf(member({ type: 'number' }), { v: `${'x'.repeat(39)}\u{1F600}` });
    expect(renderIssues(issues)).toContain(`"${'x'.repeat(39)}…"`);
  });
});

describe('an issue', () => {
  it('keeps names and text whole, so that they can be masked', () => {
    const [issue] = issuesOf(closed, { ['k'.repeat(300)]: SECRET });
    expect(issue).toMatchObject({
      path: `/${'k'.repeat(300)}`,
      received: `the text ${JSON.stringify(SECRET)}`,
    });
  });
});
