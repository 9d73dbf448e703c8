import '../foundation/reflection.js';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { container as ownContainer, type DependencyContainer } from 'tsyringe';
import { DefinitionError } from '../foundation/definition-error.js';
import { renderToken, type Resolver, type Token } from './resolver.js';

/** One installed tsyringe. Each has a global container of its own, which the decorators of the others never reach. */
interface TsyringeCopy {
  readonly folder: string;
  readonly container: DependencyContainer;
}

const ENTRY = join('/', 'tsyringe', 'dist', 'cjs', 'index.js');

/** The copies that this process has loaded; Node loads the CommonJS build also for `import`. */
function loadedCopies(): TsyringeCopy[] {
  const { cache } = createRequire(resolve('/'));
  return Object.keys(cache)
    .filter(path => path.endsWith(ENTRY))
    .flatMap(path => {
      const { container } = (cache[path]?.exports ?? {}) as Partial<TsyringeCopy>;
      return container === undefined ? [] : [{ folder: resolve(path, '../../..'), container }];
    });
}

/**
 * Asks like `resolver`, which stands for the global container, and refuses what is registered in that of another copy
 * only: building it anew for each run would look right, and share nothing.
 */
export function refuseOtherCopies(resolver: Resolver): Resolver {
  const copies = loadedCopies();
  const others = copies.filter(({ container }) => container !== ownContainer);
  if (others.length === 0) return resolver;
  const ownFolder = copies.find(({ container }) => container === ownContainer)?.folder;
  const refuse = (token: Token): void => {
    const other = others.find(({ container }) => container.isRegistered(token as never));
    if (other !== undefined) throw new DefinitionError([twoCopies(token, other.folder, ownFolder)]);
  };
  return {
    find(token) {
      const registration = resolver.find(token);
      if (registration === undefined) refuse(token);
      return registration;
    },
    findAll(token) {
      const registrations = resolver.findAll?.(token) ?? [];
      if (registrations.length === 0) refuse(token);
      return registrations;
    },
  };
}

function twoCopies(
  token: Token,
  otherFolder: string,
  ownFolder = 'its own',
): DefinitionError['problems'][number] {
  return {
    where: renderToken(token),
    seen: `it is registered in another copy of tsyringe (${otherFolder}) than toolwright uses (${ownFolder}).`,
    fix: 'install one copy (`npm ls tsyringe` shows who brings which, `npm dedupe` merges them), or hand your container over: `createToolRuntime(tools, { container })`.',
  };
}
