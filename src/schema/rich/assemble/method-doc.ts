import { nearestNames } from '../../../foundation/names.js';
import type { DocComment, DocParam } from '../docs/parse-doc.js';
import { optionOf } from '../source/decorators.js';
import type { Study } from '../source/study.js';
import type { DocReader } from './doc-reader.js';
import type { PrintedMethod, PrintedParameter } from './print-method.js';

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
    const target = findTarget(study, method, name);
    if (target === undefined) {
      if (found.isOwn) refuseName(study, method, name);
    } else if (rest.length === 0) params.set(target, param);
    else
      inside.set(target, [
        ...(inside.get(target) ?? []),
        ...textsOf(param, rest, `${method.where}(${path})`),
      ]);
  }
  if (found.isOwn) refuseKeywords(study, method, found.doc);
  return { doc: found.doc, params, inside };
}

const textsOf = ({ description }: DocParam, path: readonly string[], where: string): InsideText[] =>
  description === undefined ? [] : [{ path, text: description, where }];

/** A destructured parameter has no name in source: the one its decorator gives it counts, or any that is left over. */
function findTarget(study: Study, { parameters }: PrintedMethod, name: string): PrintedParameter | undefined {
  const named = parameters.find(each => each.name === name);
  if (named !== undefined) return named;
  const nameless = parameters.filter(each => each.name === '');
  const decorated = nameless.find(each =>
    each.options.some(options => {
      const written = optionOf(study, options, 'name');
      return written !== undefined && study.ts.isStringLiteralLike(written) && written.text === name;
    }),
  );
  return decorated ?? (nameless.length === 1 ? nameless[0] : undefined);
}

function refuseName(study: Study, { where, parameters, found }: PrintedMethod, name: string): void {
  const names = parameters.map(each => each.name).filter(each => each !== '');
  const known = found.declaration.parameters.some(each => each.name.getText() === name);
  if (known) return;
  const near = nearestNames(name, names);
  study.problem({
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

function refuseKeywords(study: Study, { where }: PrintedMethod, doc: DocComment): void {
  const { keywords, defaultText, tags } = doc;
  const written = [...Object.keys(keywords), ...(defaultText === undefined ? [] : ['default'])];
  for (const keyword of written) {
    study.problem({
      where,
      seen: `its comment has '@${tags.get(keyword) ?? keyword}', which does not say of which parameter.`,
      fix: 'write it into a comment before the parameter itself, /** … */, into that of the property, or into @Param({ … }).',
    });
  }
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
    const name = parameter.name || 'a destructured parameter';
    study.warn(
      `${method.where}(${name}): nothing describes it. Write '@param ${parameter.name} - …' into the method's comment.`,
    );
  }
}
