import 'reflect-metadata';
import { container as rootContainer, injectable, Lifecycle } from 'tsyringe';
import { createRunContext, RunContext } from '../src/context/run-context.js';
import { openRunScope } from '../src/context/run-scope.js';
import { tsyringeResolver } from '../src/context/tsyringe-resolver.js';
import { type Candidate, compare, type Measured, type MeasureOptions } from './measure.js';

@injectable()
class Pool {}

@injectable()
class Formatter {}

/** What a tool class usually needs: something shared, something of its own, and the run. */
@injectable()
class Service {
  constructor(
    readonly pool: Pool,
    readonly formatter: Formatter,
    readonly run: RunContext,
  ) {}
}

export async function measureResolution(registrations: number, options: MeasureOptions): Promise<Measured[]> {
  const container = rootContainer.createChildContainer();
  container.register(Pool, { useClass: Pool }, { lifecycle: Lifecycle.Singleton });
  for (let index = 0; index < registrations; index++)
    container.register(`other ${index}`, { useValue: index });
  const run = createRunContext();
  const scope = openRunScope(tsyringeResolver(container), run);
  const pool = container.resolve(Pool);

  const many = (name: string, once: () => unknown): Candidate => ({
    name,
    run(count) {
      let last: unknown;
      for (let done = 0; done < count; done++) last = once();
      return last;
    },
  });
  const candidates = [
    many('plain constructors', () => new Service(pool, new Formatter(), run)),
    many('toolwright, a new object for each call', () => scope.openCall().resolve(Service)),
    many('toolwright, the service of the run', () => scope.resolve(Service)),
    many('tsyringe: child container and resolve', () =>
      container.createChildContainer().registerInstance(RunContext, run).resolve(Service),
    ),
  ];
  const measured = await compare(candidates, options);
  await scope.close();
  return measured;
}
