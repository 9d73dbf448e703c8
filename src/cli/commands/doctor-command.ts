import type { Command } from 'commander';
import { ToolwrightError } from '../../index.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from '../command-io.js';
import { countOf } from '../count-of.js';
import { checkImports } from '../doctor/check-imports.js';
import { checkManifest } from '../doctor/check-manifest.js';
import { checkNode } from '../doctor/check-node.js';
import { checkPackages } from '../doctor/check-packages.js';
import { checkTools } from '../doctor/check-tools.js';
import { checkTsconfig } from '../doctor/check-tsconfig.js';
import { checkValues } from '../doctor/check-values.js';
import { type Check, error, type Finding } from '../doctor/finding.js';
import { loadTools } from '../load-module.js';
import { UsageError } from '../usage-error.js';

/** What can be told without running MODULE. */
const CHECKS: readonly Check[] = [checkNode, checkPackages, checkManifest];

export function addDoctorCommand(program: Command, io: CommandIo): void {
  program
    .command('doctor')
    .description('tell what keeps the tools of MODULE from working, and what to write')
    .argument('<module>', MODULE_HELP)
    .action((module: string) =>
      withModule(module, io, async modulePath => {
        const findings: Finding[] = [];
        for (const check of CHECKS) findings.push(...(await examine(modulePath, () => check(modulePath))));
        findings.push(...(await examineModule(modulePath)));
        io.stdout.write(`${render(findings)}\n`);
        if (findings.some(({ level }) => level === 'error')) io.setExitCode(EXIT.failed);
      }),
    );
}

/** MODULE itself, compiled as its own build would do it; then what of imports and options its tools cannot do without. */
async function examineModule(modulePath: string): Promise<Finding[]> {
  let needsTypes = true;
  let toolsWork = false;
  const findings = await examine(modulePath, async () => {
    const report = checkTools(await loadTools(modulePath, 'configured'), modulePath);
    ({ needsTypes } = report);
    toolsWork = report.definitions.length > 0 && !needsTypes;
    return [...report.findings, ...(await checkValues(report.definitions))];
  });
  return [
    ...(await examine(modulePath, () => checkImports(modulePath, toolsWork))),
    ...findings,
    ...(await examine(modulePath, () => checkTsconfig(modulePath, needsTypes))),
  ];
}

/** A check that cannot even be made is a finding too. */
async function examine(
  modulePath: string,
  check: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (cause) {
    if (!UsageError.is(cause) && !ToolwrightError.is(cause)) throw cause;
    return [error(modulePath, cause.message, 'mend that, and ask again.')];
  }
}

function render(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ level, where, seen, fix }) =>
      `${level}  ${where}: ${seen}${fix === undefined ? '' : `\n  Fix: ${fix}`}`,
  );
  const count = (level: Finding['level']): string =>
    countOf(findings.filter(each => each.level === level).length, level);
  return [...lines, `${count('error')}, ${count('warning')}`].join('\n');
}
