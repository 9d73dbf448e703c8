/** The base of classes whose `@Param` properties are what the model must supply. */
export abstract class Action {
  /** What a person reads: the members that are set, one per line. */
  visualize(): string {
    return Object.entries(this)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n');
  }
}
