import { dirname } from 'node:path';
import type ts from 'typescript';
import { UsageError } from '../usage-error.js';
import type { TypeScript } from './load-typescript.js';

/** "No inputs were found" and "the list of files is empty": true here, since nobody searches for inputs. */
const NO_INPUTS = [18002, 18003];

const optionsByConfig = new Map<string, ts.CompilerOptions>();

/** The options of the nearest tsconfig. @throws {@link UsageError} when it cannot be read. */
export function nearestOptions(typescript: TypeScript, filePath: string): ts.CompilerOptions {
  const configPath = typescript.findConfigFile(dirname(filePath), name => typescript.sys.fileExists(name));
  if (configPath === undefined) return { target: typescript.ScriptTarget.ES2022 };
  let options = optionsByConfig.get(configPath);
  if (options === undefined) {
    options = readOptions(typescript, configPath);
    optionsByConfig.set(configPath, options);
  }
  return options;
}

function readOptions(typescript: TypeScript, configPath: string): ts.CompilerOptions {
  const read = typescript.readConfigFile(configPath, name => typescript.sys.readFile(name));
  if (read.error !== undefined) throw unreadable(typescript, configPath, [read.error]);
  // Only the options matter, so the folder is not searched for sources.
  const host = { ...typescript.sys, readDirectory: () => [] };
  const { options, errors } = typescript.parseJsonConfigFileContent(read.config, host, dirname(configPath));
  const mistakes = errors.filter(({ code }) => !NO_INPUTS.includes(code));
  if (mistakes.length > 0) throw unreadable(typescript, configPath, mistakes);
  return options;
}

function unreadable(
  typescript: TypeScript,
  configPath: string,
  mistakes: readonly ts.Diagnostic[],
): UsageError {
  const texts = mistakes.map(({ file, start, messageText }) => {
    const text = typescript.flattenDiagnosticMessageText(messageText, '\n');
    if (file === undefined || start === undefined) return text;
    return `line ${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
  });
  return new UsageError(`${configPath} is not a usable tsconfig: ${texts.join('\n')}`);
}
