/** Something that is wrong, or may become so. */
export interface Finding {
  readonly level: 'error' | 'warning';
  /** What it is about: a class and member, a file, a package. */
  readonly where: string;
  readonly seen: string;
  readonly fix: string;
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

/** One thing to look after. @param modulePath - Absolute. */
export type Check = (modulePath: string) => Finding[] | Promise<Finding[]>;
