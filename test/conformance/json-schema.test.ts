import { outOfScope } from './out-of-scope.js';
import { type Draft, judges, type Mode, readGroups, runSuite } from './suite.js';

describe('the official test suite of JSON Schema', () => {
  it.each(Object.entries(judges) as [Mode, (typeof judges)[Mode]][])('%s', async (mode, judge) => {
    const groups = readGroups(mode.split(' ')[0] as Draft);
    const { passed, failed } = await runSuite(groups, judge);
    const listed = outOfScope.filter(exception => exception.in.includes(mode)).flatMap(({ cases }) => cases);

    const all = groups.reduce((count, { tests }) => count + tests.length, 0);
    process.stdout.write(`${mode}: ${passed} of ${all} verdicts are those of the suite.\n`);

    expect([...failed].sort()).toEqual([...listed].sort());
    expect(passed).toBeGreaterThan(1_000);
  });
});
