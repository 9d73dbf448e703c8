import {
  autoInjectable,
  delay,
  inject,
  injectable,
  injectAll,
  injectAllWithTransform,
  injectWithTransform,
} from 'tsyringe';
import { constructorPlan } from '../../../src/context/constructor-plan.js';
import { RunContext } from '../../../src/context/run-context.js';

class Dep {}
class Upper {
  transform(value: string, suffix: string) {
    return value.toUpperCase() + suffix;
  }
}
class Join {
  transform(values: string[], separator: string) {
    return values.join(separator);
  }
}
interface Shape {
  readonly side: number;
}

@injectable()
class Everything {
  constructor(
    readonly run: RunContext<string>,
    readonly dep: Dep,
    @inject('token') readonly token: string,
    @inject('maybe', { isOptional: true }) readonly maybe: string | undefined,
    @injectAll('many') readonly many: string[],
    @injectWithTransform('text', Upper, '!') readonly text: string,
    @injectAllWithTransform('texts', Join, '?') readonly texts: string,
    @inject(delay(() => Dep)) readonly later: Dep,
    readonly shape: Shape,
    readonly size: number = 3,
  ) {}
}

const kinds = (target: unknown) => constructorPlan(target)?.dependencies?.map(dependency => dependency.kind);

describe('constructorPlan', () => {
  it('reads emitted types and every form of injection', () => {
    expect(constructorPlan(Everything)?.dependencies).toMatchObject([
      { kind: 'run', position: 1, optional: false },
      { kind: 'one', token: Dep },
      { kind: 'one', token: 'token', optional: false },
      { kind: 'one', token: 'maybe', optional: true },
      { kind: 'all', token: 'many' },
      { kind: 'one', token: 'text', transform: { token: Upper, args: ['!'] } },
      { kind: 'all', token: 'texts', transform: { token: Join, args: ['?'] } },
      { kind: 'delayed' },
      { kind: 'one', token: Object, optional: false },
      { kind: 'one', token: Number, optional: true },
    ]);
  });

  it('reads a class once', () => {
    expect(constructorPlan(Everything)).toBe(constructorPlan(Everything));
  });

  it('inherits the constructor of a parent, with its injected tokens', () => {
    class Plain extends Everything {}
    @injectable()
    class Decorated extends Everything {}
    class WithInitialiser extends Everything {
      extra = 1;
    }
    const expected = kinds(Everything);

    expect([Plain, Decorated, WithInitialiser].map(kinds)).toEqual([expected, expected, expected]);
  });

  it('does not give an undecorated constructor the parameters of its parent', () => {
    class Fake extends Everything {
      constructor() {
        super(...([] as unknown as ConstructorParameters<typeof Everything>));
      }
    }
    class Other extends Everything {
      constructor(first: Dep) {
        super(...([first] as unknown as ConstructorParameters<typeof Everything>));
      }
    }

    expect(kinds(Fake)).toEqual([]);
    expect(constructorPlan(Other)).toMatchObject({ dependencies: undefined });
  });

  it('sees through decorators that wrap the class', () => {
    @autoInjectable()
    class Wrapped {
      constructor(readonly dep: Dep) {}
    }

    expect(kinds(Wrapped)).toEqual(['one']);
  });

  it('reads injected tokens where no types were emitted', () => {
    class Untyped {
      constructor(readonly a: string) {}
    }
    (inject('a') as (target: object, key: undefined, index: number) => void)(Untyped, undefined, 0);

    expect(constructorPlan(Untyped)?.dependencies).toMatchObject([{ kind: 'one', token: 'a' }]);
  });

  it('has no plan for what the program did not write', () => {
    expect([String, Object, Promise, Map, undefined, 'text', {}].map(constructorPlan)).toEqual(
      Array(7).fill(undefined),
    );
  });
});
