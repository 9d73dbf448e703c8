import type ts from 'typescript';
import type { TypeScript } from './packages.js';

/** Sources, and the options they are compiled with. */
export interface Project {
  /** Absolute. */
  readonly files: readonly string[];
  readonly options: ts.CompilerOptions;
  /** Absolute; ids and places are paths from here. */
  readonly root: string;
  /** The tsconfig and those it extends, absolute. */
  readonly configs?: readonly string[];
}

/** A program to read types from. Types are what they are under `strict`, whatever the project says. */
export function openProgram(ts: TypeScript, { files, options }: Project): ts.Program {
  return ts.createProgram({
    rootNames: [...files],
    options: {
      ...options,
      lib: options.lib ?? ['lib.es2022.d.ts'],
      strict: true,
      strictNullChecks: true,
      strictPropertyInitialization: false,
      noEmit: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      composite: false,
      incremental: false,
    },
  });
}
