/** Thrown inside the passes: why a schema cannot be expressed in a dialect at all. */
export class Unrenderable extends Error {
  constructor(
    readonly seen: string,
    readonly fix: string,
  ) {
    super(seen);
  }
}
