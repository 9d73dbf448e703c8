import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import type { ValueCheck } from '../../../../src/schema/typed-schema.js';
import { member, refuse } from './plan-support.js';

const planWith = (test: ValueCheck['test']) => {
  const node: JsonSchema = { type: 'string' };
  return compilePlan({
    schema: member(node),
    facts: new Map([[node, { checks: [{ expected: 'text', test }] }]]),
  });
};

describe('a value that overflows the stack while it is judged', () => {
  it('is refused, and the next one is judged as ever', async () => {
    const overflow = (): boolean => !overflow();
    const plan = planWith(value => (value === 'deep' ? overflow() : true));
    expect(refuse(await plan.run({ v: 'deep' })).issues).toEqual([
      {
        path: '',
        expected: 'a simpler value: this one is too complex to check',
        received: 'an object with 1 member',
      },
    ]);
    expect((await plan.run({ v: 'flat' })).ok).toBe(true);
  });

  it('is told from other failures', () => {
    const plan = planWith(() => {
      throw new RangeError('another');
    });
    expect(() => plan.run({ v: 'x' })).toThrow('another');
  });
});
