import { nearestNames } from '../../../foundation/names.js';
import type { DocComment, DocParam } from '../docs/parse-doc.js';
import type { Study } from '../source/study.js';
import type { DocReader } from './doc-reader.js';
import type { PrintedMethod, PrintedParameter } from './print-method.js';
import { refuseKeywords } from './tool-keywords.js';

/** What the comment of a method says, bound to its parameters. */
export interface MethodDoc {
  readonly doc: DocComment | undefined;
  readonly params: ReadonlyMap<PrintedParameter, DocParam>;
  /** Of a parameter: the texts for what is inside it, by path. */
  readonly inside: ReadonlyMap<PrintedParameter, readonly InsideText[]>;
}

export interface InsideText {
  readonly path: readonly string[];
  readonly text: string;
  /** For the text of a problem. */
  readonly where: string;
}

export function readMethodDoc(study: Study, docs: DocReader, method: PrintedMethod): MethodDoc {
  const found = docs.ofMember(method.found.declaration);
  if (found === undefined) return { doc: undefined, params: new Map(), inside: new Map() };
  const params = new Map<PrintedParameter, DocParam>();
  const inside = new Map<PrintedParameter, InsideText[]>();
  for (const [path, param] of found.doc.params) {
    const [name = '', ...rest] = path.split('.');
    const target = findTarget(method, name);
    if (target === undefined) {
      if (found.isOwn) refuseName(study, method, name);
    } else if (rest.length === 0) params.set(target, param);
    else
      inside.set(target, [
        ...(inside.get(target) ?? []),
        ...textsOf(param, rest, `${method.where}(${path})`),
      ]);
  }
  if (found.isOwn) refuseKeywords(study, method.where, found.doc, 'parameter');
  return { doc: found.doc, params, inside };
}

const textsOf = ({ description }: DocParam, path: readonly string[], where: string): InsideText[] =>
  description === undefined ? [] : [{ path, text: description, where }];

/** A destructured parameter has no name in source: the one its decorator gives it counts, or any that is left over. */
function findTarget({ parameters }: PrintedMethod, name: string): PrintedParameter | undefined {
  const named = parameters.find(each => each.name === name);
  if (named !== undefined) return named;
  const nameless = parameters.filter(each => each.name === '');
  return nameless.find(each => each.given === name) ?? (nameless.length === 1 ? nameless[0] : undefined);
}

function refuseName(study: Study, { where, parameters, found }: PrintedMethod, name: string): void {
  const names = parameters.flatMap(each => each.name || (each.given ?? []));
  const refused = found.declaration.parameters.filter(
    each => !parameters.some(({ declaration }) => declaration === each),
  );
  // One that is destructured goes by any name in a comment.
  const isRefused = refused.some(each => !study.ts.isIdentifier(each.name) || each.name.text === name);
  if (isRefused) return;
  const near = nearestNames(name, names);
  study.commentProblem({
    where,
    seen: `its comment has '@param ${name}', and there is no such parameter.`,
    fix:
      near.length > 0
        ? `write ${near.map(each => `'${each}'`).join(' or ')}.`
        : names.length > 0
          ? `write one of ${names.join(', ')}, or remove it.`
          : 'remove it.',
  });
}

/** Warns of parameters that nobody describes: a model then has the name alone. */
export function warnOfUndocumented(
  study: Study,
  docs: DocReader,
  method: PrintedMethod,
  { params }: MethodDoc,
): void {
  for (const parameter of method.parameters) {
    const isDescribed =
      parameter.isRun ||
      parameter.isDescribed ||
      params.get(parameter)?.description !== undefined ||
      docs.own(parameter.declaration)?.description !== undefined;
    if (isDescribed) continue;
    const name = parameter.name || parameter.given;
    study.warn(
      `${method.where}(${name ?? 'a destructured parameter'}): nothing describes it. Write '@param ${name ?? 'options'} - …' into the method's comment.`,
    );
  }
}
