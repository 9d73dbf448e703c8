import type ts from 'typescript';
import { type DocComment, parseDoc } from '../docs/parse-doc.js';
import type { Study } from '../source/study.js';

/** What a comment says, and whether it is the declaration's own or that of what it overrides or implements. */
export interface FoundDoc {
  readonly doc: DocComment;
  readonly isOwn: boolean;
}

/** Finds and reads the doc comments of declarations. */
export class DocReader {
  private readonly parsed = new Map<ts.Node, DocComment | undefined>();

  constructor(private readonly study: Study) {}

  /** The comment of a declaration itself. */
  own(node: ts.Declaration): DocComment | undefined {
    if (!this.parsed.has(node)) this.parsed.set(node, this.read(node));
    return this.parsed.get(node);
  }

  /** The comment of a member, else of the member it overrides or implements. */
  ofMember(member: ts.Declaration): FoundDoc | undefined {
    const own = this.own(member);
    if (own !== undefined) return { doc: own, isOwn: true };
    for (const above of this.overridden(member)) {
      const found = this.ofMember(above);
      if (found !== undefined) return { ...found, isOwn: false };
    }
    return undefined;
  }

  private overridden(member: ts.Declaration): ts.Declaration[] {
    const { ts, checker } = this.study;
    const { parent } = member;
    const name = ts.getNameOfDeclaration(member)?.getText();
    if (name === undefined || !(ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent))) return [];
    const above = (parent.heritageClauses ?? []).flatMap(({ types }) => types);
    return above
      .flatMap(type => checker.getTypeAtLocation(type).getProperty(name)?.declarations?.[0] ?? [])
      .filter(each => each !== member);
  }

  private read(node: ts.Declaration): DocComment | undefined {
    const raw = this.findBlock(node);
    if (raw === undefined) return undefined;
    const doc = parseDoc(raw);
    // Constraints and examples of installed packages are written for readers of theirs.
    if (!this.study.isOfProject(node.getSourceFile())) return wordsOf(doc);
    const where = this.study.namedPlaceOf(node);
    for (const problem of doc.problems) this.study.commentProblem({ where, ...problem });
    for (const warning of doc.warnings) this.study.warn(`${where}: ${warning}`);
    return doc;
  }

  /** The last block before a declaration. One on the line of what stands before belongs to that, for the compiler too. */
  private findBlock(node: ts.Declaration): string | undefined {
    const { ts } = this.study;
    const leading = this.blocksAt(node, node.pos, 'leading');
    const sameLine = this.blocksAt(node, node.pos, 'trailing');
    if (leading.length > 0) return leading.at(-1);
    if (ts.isParameter(node) && sameLine.length > 0) return sameLine.at(-1);
    const inside = this.blocksInside(node).at(-1);
    if (inside === undefined && sameLine.length > 0) {
      const where = this.study.namedPlaceOf(node);
      this.study.warn(
        `${where}: the comment before it is on the line of '{' or ';', where it belongs to nothing. Give it a line of its own.`,
      );
    }
    return inside;
  }

  /** Blocks between decorators and the name. */
  private blocksInside(node: ts.Declaration): string[] {
    const { ts } = this.study;
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
    const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
    if (decorators.length === 0) return [];
    return [...modifiers, ts.getNameOfDeclaration(node)].flatMap(each =>
      each === undefined
        ? []
        : [...this.blocksAt(node, each.pos, 'trailing'), ...this.blocksAt(node, each.pos, 'leading')],
    );
  }

  private blocksAt(node: ts.Declaration, position: number, side: 'leading' | 'trailing'): string[] {
    const { ts } = this.study;
    const { text } = node.getSourceFile();
    const ranges =
      side === 'leading'
        ? ts.getLeadingCommentRanges(text, position)
        : ts.getTrailingCommentRanges(text, position);
    return (ranges ?? []).map(({ pos, end }) => text.slice(pos, end)).filter(isDocBlock);
  }
}

const isDocBlock = (text: string): boolean => text.startsWith('/**') && text !== '/**/';

function wordsOf({ defaultText: _default, hiddenBy: _hidden, ...doc }: DocComment): DocComment {
  return { ...doc, examples: [], keywords: {} };
}
