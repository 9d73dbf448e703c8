import { Param, ReplayClass, Tool, ToolSet } from 'toolwright';

interface Book {
  readonly title: string;
  readonly author: string;
  shelf: string;
  lentTo?: string;
}

/** The service that the library has anyway. */
@ToolSet()
export class Library {
  readonly #books: Book[] = [
    { title: 'The Left Hand of Darkness', author: 'Ursula K. Le Guin', shelf: 'SF-12' },
    { title: 'The Dispossessed', author: 'Ursula K. Le Guin', shelf: 'SF-12', lentTo: 'Bob' },
    { title: 'Middlemarch', author: 'George Eliot', shelf: 'FIC-3' },
  ];

  @Tool('Find books by words in their title or author. Says where each stands, or who has it.')
  @ReplayClass('read_only')
  findBooks(@Param('Words of the title or the author.') words: string): readonly Book[] {
    const wanted = words.toLowerCase();
    return this.#books.filter(book => `${book.title} ${book.author}`.toLowerCase().includes(wanted));
  }

  @Tool('Lend a book to a reader.')
  lendBook(@Param('The title, in full.') title: string, @Param('Who takes it.') reader: string): string {
    const book = this.#books.find(each => each.title === title);
    if (book === undefined) throw new Error(`there is no book called ${title}`);
    if (book.lentTo !== undefined) throw new Error(`${book.lentTo} has it`);
    book.lentTo = reader;
    return `${title} is lent to ${reader}`;
  }
}

/** What the librarian answers at the end of a day. */
export class Report {
  @Param({ description: 'Titles that were lent.', type: 'string', each: true })
  lent!: string[];

  @Param({ description: 'How content the readers are, 1 to 5.', type: 'integer', minimum: 1, maximum: 5 })
  mood!: number;
}
