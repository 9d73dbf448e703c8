/** A command of this package as a page quotes it, and what the page says it prints. */
export interface QuotedCommand {
  readonly args: readonly string[];
  readonly printed: string;
}

/** The commands of a console block: `$ npx toolwright call …`, each followed by what it prints. */
export function readCommands(block: string): QuotedCommand[] {
  return block
    .split(/^\$ npx toolwright /m)
    .slice(1)
    .map(command => {
      const [line = '', ...printed] = command.trim().split('\n');
      const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
      return { args, printed: printed.join('\n') };
    });
}
