import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { ToolManifest } from '../manifest/manifest.js';
import { Assembler } from './assemble/assemble.js';
import { checkClaims } from './assemble/check-claims.js';
import { DocReader } from './assemble/doc-reader.js';
import { printProject } from './assemble/print-project.js';
import { hashSources } from './assemble/source-hashes.js';
import { TypescriptJsonSchema } from './generate/typescript-json-schema.js';
import { findExportedClasses } from './source/exported-classes.js';
import { openProgram, type Project } from './source/open-program.js';
import { loadCompilerPackages } from './source/packages.js';
import { guardStack } from './source/stack-guard.js';
import { Study } from './source/study.js';
import { reportSyntax } from './source/syntax-problems.js';

export interface BuiltManifest {
  readonly manifest: ToolManifest;
  /** What an author may want to know; nothing that is wrong. */
  readonly warnings: readonly string[];
  /** The name under which its file exports a class, by class id. */
  readonly exports: ReadonlyMap<string, string>;
}

/** A project, and decorators of its own that stand for `@Tool`. */
export interface ManifestSources extends Project {
  readonly decorators?: readonly string[];
}

/**
 * Reads the tools of a project from its sources: the same sources give the same manifest.
 *
 * @throws DefinitionError (`DEFINITION`) listing every type that has no JSON form, and every comment that is wrong.
 * @throws ManifestError (`MANIFEST_UNUSABLE`) when the compiler packages are not installed.
 */
export async function buildManifest(sources: ManifestSources): Promise<BuiltManifest> {
  const { ts, schemas } = await loadCompilerPackages(sources.root);
  const program = guardStack(sources.root, () => openProgram(ts, sources));
  const study = new Study(ts, program, sources.root, new Set(sources.decorators));
  reportSyntax(study);
  throwProblems(study);
  const docs = new DocReader(study);
  const draft = guardStack(sources.root, () => printProject(study, docs));
  if (study.isTypeBroken) throwProblems(study);
  const generator = new TypescriptJsonSchema(schemas, versionOf('typescript-json-schema', sources.root));
  const assembler = guardStack(sources.root, () => new Assembler(study, docs, draft, generator));
  const { tools, types } = guardStack(sources.root, () => assembler.assemble());
  await checkClaims(study, assembler.claims, types);
  throwProblems(study);
  const manifest: ToolManifest = {
    version: 1,
    generator: `${generator.name}, typescript ${ts.version}`,
    sources: hashSources(study, [draft.inputs, draft.results], sources.configs ?? []),
    tools,
    types,
  };
  return { manifest, warnings: study.warnings, exports: findExportedClasses(study) };
}

function throwProblems({ problems }: Study): void {
  if (problems.length > 0) throw new DefinitionError(problems);
}

/** As the project has it. */
function versionOf(name: string, root: string): string {
  try {
    const { version } = createRequire(join(root, 'package.json'))(`${name}/package.json`) as {
      readonly version?: string;
    };
    return version ?? '';
  } catch {
    return '';
  }
}
