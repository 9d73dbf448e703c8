import type { Command } from 'commander';
import { ToolwrightError } from '../../index.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from '../command-io.js';
import { checkImports } from '../doctor/check-imports.js';
import { checkManifest } from '../doctor/check-manifest.js';
import { checkNode } from '../doctor/check-node.js';
import { checkPackages } from '../doctor/check-packages.js';
import { checkTools } from '../doctor/check-tools.js';
import { checkTsconfig } from '../doctor/check-tsconfig.js';
import { type Check, error, type Finding } from '../doctor/finding.js';
import { loadTools } from '../load-module.js';
import { UsageError } from '../usage-error.js';

/** What can be told without running MODULE, then MODULE itself. */
const CHECKS: readonly Check[] = [
  checkNode,
  checkPackages,
  checkTsconfig,
  checkManifest,
  checkImports,
  async modulePath => checkTools(await loadTools(modulePath), modulePath),
];

export function addDoctorCommand(program: Command, io: CommandIo): void {
  program
    .command('doctor')
    .description('tell what keeps the tools of MODULE from working, and what to write')
    .argument('<module>', MODULE_HELP)
    .action((module: string) =>
      withModule(module, io, async modulePath => {
        const findings: Finding[] = [];
        for (const check of CHECKS) findings.push(...(await examine(check, modulePath)));
        io.stdout.write(`${render(findings)}\n`);
        if (findings.some(({ level }) => level === 'error')) io.setExitCode(EXIT.failed);
      }),
    );
}

/** A check that cannot even be made is a finding too. */
async function examine(check: Check, modulePath: string): Promise<Finding[]> {
  try {
    return await check(modulePath);
  } catch (cause) {
    if (!UsageError.is(cause) && !ToolwrightError.is(cause)) throw cause;
    return [error(modulePath, cause.message, 'mend that, and ask again.')];
  }
}

function render(findings: readonly Finding[]): string {
  const lines = findings.map(({ level, where, seen, fix }) => `${level}  ${where}: ${seen}\n  Fix: ${fix}`);
  const count = (level: Finding['level']): number => findings.filter(each => each.level === level).length;
  return [...lines, `${String(count('error'))} errors, ${String(count('warning'))} warnings`].join('\n');
}
