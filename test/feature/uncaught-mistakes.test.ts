import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';
import { createToolRuntime, Tool } from 'toolwright';
import { problemsOf } from '../support/problems-of.js';
import { Project } from '../support/project.js';

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a mistake in a declaration that nobody catches', () => {
  it('is told once by Node', () => {
    const project = new Project({
      'app.mjs': `import { createToolRuntime, Tool } from 'toolwright';
class Orders { find(id) { return id; } }
Tool('Find.')(Orders.prototype, 'find', Object.getOwnPropertyDescriptor(Orders.prototype, 'find'));
createToolRuntime([Orders]);
`,
    });
    try {
      const { status, stderr } = spawnSync(process.execPath, [project.path('app.mjs')], {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
        timeout: 30_000,
      });
      expect(status).toBe(1);
      expect(count(stderr, "Orders.find, parameter 1 'id'")).toBe(1);
      expect(count(stderr, 'No type metadata was emitted')).toBe(1);
      expect(stderr).toContain("code: 'DEFINITION'");
    } finally {
      project.remove();
    }
  });

  it('still tells programs each problem', () => {
    class Empty {}
    const [problem] = problemsOf(() => createToolRuntime([Empty]));
    expect(problem).toMatchObject({ where: 'Empty', seen: 'it declares no tool.' });
    expect(() => createToolRuntime([Empty])).toThrow(
      expect.objectContaining({ details: { problems: [problem] } }) as Error,
    );
  });

  it('is told once by inspect()', () => {
    let caught: unknown;
    try {
      Tool({ nmae: 'x' } as object)(class Any {});
    } catch (error) {
      caught = error;
    }
    expect(count(inspect(caught, { depth: 9 }), 'nmae')).toBe(1);
  });
});
