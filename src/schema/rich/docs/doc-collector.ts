import { cleanText, dedentTail } from './clean-text.js';
import type { DocComment, DocParam, DocProblem } from './doc-comment.js';
import { readKeyword } from './keyword-tags.js';
import { warningOfFormat } from './known-formats.js';
import type { ParamHead } from './param-head.js';

/** Gathers what the tags and sections of one comment say; of two texts for one thing the first stands. */
export class DocCollector {
  private readonly paragraphs: string[] = [];
  private readonly params = new Map<string, DocParam>();
  private readonly examples: string[] = [];
  private readonly keywords: Record<string, unknown> = {};
  private readonly tags = new Map<string, string>();
  private readonly problems: DocProblem[] = [];
  private readonly warnings: string[] = [];
  private readonly single: {
    returns?: string;
    deprecated?: string;
    defaultText?: string;
    hiddenBy?: string;
  } = {};

  addParagraph(text: string): void {
    const clean = cleanText(text);
    if (clean !== '') {
      this.paragraphs.push(clean);
    }
  }

  addParam(head: ParamHead): void {
    if (head.name === '') {
      this.problems.push({
        seen: "its comment has '@param' without a name.",
        fix: 'write the name of the parameter after @param.',
      });
      return;
    }
    const known = this.params.get(head.name);
    const text = cleanText(dedentTail(head.text));
    if (known?.description !== undefined && text !== '' && known.description !== text) {
      this.warnings.push(
        `the parameter ${head.name} is described twice with different texts; the first is used.`,
      );
    }
    const description = known?.description ?? text;
    this.params.set(head.name, description === '' ? {} : { description });
  }

  addExample(text: string): void {
    const clean = text.trim().replaceAll('*\\/', '*/');
    if (clean !== '') {
      this.examples.push(clean);
    }
  }

  addReturns(text: string): void {
    this.addSingle('returns', cleanText(dedentTail(text)), 'the result is described');
  }

  addDeprecated(text: string): void {
    this.addSingle('deprecated', cleanText(dedentTail(text)), 'the reason of the deprecation is written');
  }

  /** @param tag - `default` or `defaultValue`. */
  addDefault(tag: string, text: string): void {
    if (!this.tags.has('default')) this.tags.set('default', tag);
    this.addSingle('defaultText', text.replace(/^`([^`]*)`$/, '$1'), 'the default is written');
  }

  private addSingle(key: 'returns' | 'deprecated' | 'defaultText', text: string, what: string): void {
    const known = this.single[key] ?? '';
    if (known !== '' && text !== '' && known !== text) {
      this.warnings.push(`${what} twice with different texts; the first is used.`);
    }
    this.single[key] = known === '' ? text : known;
  }

  hide(tag: string): void {
    this.single.hiddenBy ??= tag;
  }

  addWarning(text: string): void {
    this.warnings.push(text);
  }

  /** A tag that is no constraint says nothing. */
  addKeyword(tag: string, text: string): void {
    const found = readKeyword(tag, text);
    if (found === undefined) {
      return;
    }
    const { keyword, reading } = found;
    if (!('value' in reading)) {
      this.problems.push(reading);
    } else if (keyword in this.keywords && !sameJson(this.keywords[keyword], reading.value)) {
      this.problems.push({
        seen: `its comment has '@${tag}' twice, with different values.`,
        fix: 'keep one of them.',
      });
    } else {
      const warning = keyword === 'format' ? warningOfFormat(reading.value as string) : undefined;
      if (warning !== undefined) this.addWarning(warning);
      this.keywords[keyword] = reading.value;
      if (!this.tags.has(keyword)) this.tags.set(keyword, tag);
    }
  }

  result(): DocComment {
    const { returns, ...rest } = this.single;
    return {
      ...(this.paragraphs.length === 0 ? {} : { description: this.paragraphs.join('\n\n') }),
      params: this.params,
      ...(returns === undefined || returns === '' ? {} : { returns }),
      ...rest,
      examples: this.examples,
      keywords: this.keywords,
      tags: this.tags,
      problems: this.problems,
      warnings: this.warnings,
    };
  }
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
