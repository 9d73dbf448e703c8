/** What a part of a name tells of its value. */
export const SOUNDS_SECRET =
  /auth|token|secret|passw|pwd|cookie|credential|signature|api.?key|(?:^|[-_])(?:key|pat|pass|sig)(?:$|[-_])/i;

/** @param name - Of the part, by which the same one is found in another version. */
type ChangePart = (value: string, name: string) => string;

/** An address with its secret parts changed: who calls, and parameters that sound like it. */
export function changeUrlSecrets(url: string, change: ChangePart): string {
  return url
    .replace(/^([a-z][a-z\d+.-]*:\/\/)([^/?#@]+)@/i, (_all, scheme: string, who: string) => {
      return `${scheme}${change(who, '@')}@`;
    })
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, mark: string, name: string, value: string) =>
      SOUNDS_SECRET.test(name) ? `${mark}${name}=${change(value, name)}` : all,
    );
}

const WITH_VALUE = /^(--?[\w-]+)=(.*)$/s;

/** The words of a command with the values of options changed that sound like secrets: `--token X`, `--api-key=X`. */
export function changeArgumentSecrets(args: readonly string[], change: ChangePart): readonly string[] {
  return args.map((arg, index) => {
    const [, name = '', value = ''] = WITH_VALUE.exec(arg) ?? [];
    if (name !== '') return SOUNDS_SECRET.test(name) ? `${name}=${change(value, name)}` : arg;
    const option = args[index - 1] ?? '';
    const isValue = /^--?[\w-]+$/.test(option) && SOUNDS_SECRET.test(option) && !arg.startsWith('-');
    return isValue ? change(arg, option) : arg;
  });
}
