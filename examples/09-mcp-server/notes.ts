import 'reflect-metadata';
import { Param, Prompt, Resource, Tool } from 'toolwright';
import { injectable, singleton } from 'tsyringe';

@singleton()
export class NoteStore {
  readonly #notes = new Map([['monday', 'Bought milk.']]);

  days(): string[] {
    return [...this.#notes.keys()];
  }

  find(day: string): string | undefined {
    return this.#notes.get(day);
  }

  add(day: string, text: string): void {
    this.#notes.set(day, [this.#notes.get(day), text].filter(Boolean).join(' '));
  }
}

// #region library
@injectable()
export class Notes {
  constructor(private readonly store: NoteStore) {}

  @Tool('Note something on a day.')
  note(day: string, text: string): string {
    this.store.add(day, text);
    return `noted on ${day}`;
  }

  @Resource('notes://{day}', { description: 'What was noted on a day.', complete: { day: 'days' } })
  noted(day: string): string | undefined {
    return this.store.find(day); // undefined: there is no such resource
  }

  @Prompt('Sums up a day.')
  sumUp(@Param('Which day.') day: string, @Param({ enum: ['short', 'long'] }) length: string): string {
    return `Sum up notes://${day}, ${length}.`;
  }

  days(typed: string): string[] {
    return this.store.days().filter(day => day.startsWith(typed));
  }
}
// #endregion
