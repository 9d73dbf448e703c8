/** Compiles a pattern in which `*` stands for any text, `?` for one character, and everything else for itself. */
export function compileGlob(glob: string): (text: string) => boolean {
  const pieces = glob.split(/\*+/);
  if (pieces.length === 1) return text => text.length === glob.length && fits(text, 0, glob);
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  return text => {
    if (text.length < first.length + last.length || !fits(text, 0, first)) return false;
    const end = text.length - last.length;
    // The first place where a piece fits is as good as any: what follows may then be found in more.
    let at = first.length;
    for (const piece of rest) {
      while (at + piece.length <= end && !fits(text, at, piece)) at++;
      at += piece.length;
    }
    return at <= end && fits(text, end, last);
  };
}

function fits(text: string, at: number, piece: string): boolean {
  for (let index = 0; index < piece.length; index++) {
    if (piece[index] !== '?' && piece[index] !== text[at + index]) return false;
  }
  return true;
}
