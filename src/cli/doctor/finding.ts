/** Something that is wrong, or may become so; a note when it only looks so. */
export interface Finding {
  readonly level: 'error' | 'warning' | 'note';
  /** What it is about: a class and member, a file, a package. */
  readonly where: string;
  readonly seen: string;
  /** Missing when nothing has to be done. */
  readonly fix?: string;
}

export const error = (where: string, seen: string, fix: string): Finding => ({
  level: 'error',
  where,
  seen,
  fix,
});

export const warning = (where: string, seen: string, fix: string): Finding => ({
  level: 'warning',
  where,
  seen,
  fix,
});

export const note = (where: string, seen: string): Finding => ({ level: 'note', where, seen });

/** One thing to look after. @param modulePath - Absolute. */
export type Check = (modulePath: string) => Finding[] | Promise<Finding[]>;
