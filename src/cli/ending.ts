import { EXIT } from './command-io.js';

let isOurs = false;

/** Ends the process because the command is over. */
export function endProcess(code: number): never {
  isOurs = true;
  process.exit(code);
}

/** What ends the process otherwise is MODULE or its tool, and an exit code of theirs must not pass for an answer. */
export function reportForeignEnds(): void {
  // Node ends by itself when MODULE waits for something that cannot come any more.
  process.once('beforeExit', () => {
    endAs('waits for something that can never happen.');
  });
  process.once('exit', () => {
    if (!isOurs) endAs('ended the process.');
  });
}

function endAs(what: string): void {
  isOurs = true;
  process.stderr.write(`There is no answer: the module or its tool ${what}\n`);
  process.exitCode = EXIT.usage;
}
