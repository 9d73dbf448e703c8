import { types } from 'node:util';
import { toJson } from '../../foundation/codecs.js';
import { guardPattern, resetPatternBudget } from '../../schema/plan/pattern-guard.js';
import { checkOptions } from '../option-check.js';
import { plainText } from '../plain-text.js';
import { textsOf } from '../texts-of.js';
import type { RiskAssessor } from './risk-assessor.js';

/** White space is single and quotes are gone where these look. */
const PATTERNS: readonly RegExp[] = [
  /\brm (?:-[\w-]+(?:=\S*)? ){0,5}-(?:\w{0,10}[rRf]|-recursive|-force)/,
  /\bfind \S{1,200} [^|;&]{0,200}-(?:delete\b|exec rm\b)/,
  /\bmkfs(?:\.\w+)? |\bwipefs |\bshred |\bfdisk |\bparted /,
  /\bdd [^|;&]{0,200}\bof=\/dev\//,
  />{1,2} ?\/dev\/(?:sd|hd|nvme|vd|disk|mmcblk)/,
  /(\w|:)\(\) ?\{ ?\1 ?\| ?\1 ?& ?\} ?; ?\1/,
  /\b(?:curl|wget|fetch) [^;]{0,500}\| ?(?:sudo (?:-\S+ )?)?(?:\S{0,50}\/)?(?:(?:ba|z|k|da|fi)?sh|python\d?|perl|ruby|node)\b/,
  /\b(?:(?:ba|z|da)?sh|eval|source|\.) (?:-c )?(?:<\(|\$\(|`) ?(?:curl|wget)\b/,
  /\bchmod (?:-\w+ ){0,3}(?:-\w*R\w* |--recursive )(?:-\w+ ){0,3}\S{1,20} \/(?: |$|\*|\w+(?: |$))/,
  /\bchmod (?:-\w+ ){0,3}0?777 \/(?: |$|\*|\w+(?: |$))/,
  /\bchown (?:-\w+ ){0,3}(?:-\w*R\w* |--recursive )\S{1,60} \/(?: |$|\*|\w+(?: |$))/,
  /(?:^|[;&|(] ?|\bsudo )(?:shutdown|reboot|halt|poweroff|init [06])(?: |$|[;&|)])/,
  /\bsystemctl (?:-\S+ ){0,3}(?:poweroff|reboot|halt|stop|disable|mask)\b/,
  /\bkill (?:-9 |-KILL |-SIGKILL )?-1\b|\bkillall\b/,
  /\bgit (?:-\S+ (?:\S+ )?){0,3}push [^|;&]{0,200}(?:--force(?!-with-lease)|-\w{0,5}f\b|--delete|--mirror| \+\w)/,
  /\bgit (?:-\S+ (?:\S+ )?){0,3}(?:reset [^|;&]{0,100}--hard|clean [^|;&]{0,100}-\w{0,5}f|filter-branch|branch -D)/,
  /\bdrop (?:table|database|schema)\b|\btruncate (?:table \w|-s ?0)/i,
  /\bdelete from [\w."`[\]]{1,100} ?(?:;|$)/i,
  /\bupdate \S{1,100} set (?:(?!\bwhere\b)[^;]){1,1000}(?:;|$)/i,
  /\b(?:docker|podman) (?:system|volume|image|container) prune\b|\bkubectl delete\b|\bterraform destroy\b/,
  /\baws s3 (?:rb|rm) [^|;&]{0,200}--(?:force|recursive)/,
  /\bhistory -c\b|\bcrontab -r\b|\buserdel\b|\biptables (?:-F|--flush)/,
  /\bRemove-Item [^|;&]{0,200}-Recurse|\bFormat-Volume\b|\b(?:rd|rmdir) \/s\b|\bdel \/[fsq]\b|\bformat [a-z]:/i,
];

/** What {@link destructiveCommands} takes. */
export interface DestructiveCommandsOptions {
  /** Looked for as well, in the text as it is. */
  readonly patterns?: readonly RegExp[];
}

/**
 * High for arguments that hold a command known to destroy: of shells, SQL, git and what runs servers. It looks at text and is
 * no sandbox: whoever wants to can write the same in another way.
 */
export function destructiveCommands(options: DestructiveCommandsOptions = {}): RiskAssessor {
  checkOptions('destructiveCommands', options, {
    patterns: {
      wanted: 'a list of regular expressions',
      isList: true,
      admits: value => Array.isArray(value) && value.every(types.isRegExp),
    },
  });
  const own = (options.patterns ?? []).map(({ source, flags }) =>
    guardPattern(new RegExp(source, flags.replaceAll(/[gy]/g, ''))),
  );
  return {
    name: 'destructive commands',
    assess({ action }) {
      resetPatternBudget();
      const texts = textsOf(toJson(action));
      // A command may be spread over the items of a list.
      const isFound = [...texts, texts.join(' ')].some(
        text =>
          readings(text).some(plain => PATTERNS.some(pattern => pattern.test(plain))) ||
          own.some(pattern => pattern.test(text)),
      );
      return isFound ? 'high' : undefined;
    },
  };
}

/** Without what a shell reads over: quotes, escapes, `${IFS}`. A line break ends a command of a shell, and none of SQL. */
function readings(text: string): readonly string[] {
  const joined = plainText(text)
    .replaceAll(/\\\r?\n/g, ' ')
    .replaceAll(/\$\{?IFS\}?/g, ' ')
    .replaceAll(/["'\\]/g, '')
    .trim();
  const single = joined.replaceAll(/\s+/g, ' ');
  return /\n/.test(joined)
    ? [single, joined.replaceAll(/\s*\n\s*/g, ' ; ').replaceAll(/\s+/g, ' ')]
    : [single];
}
