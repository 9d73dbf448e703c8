import { error, type Finding } from './finding.js';

const WANTED = [20, 19] as const;

export function checkNode(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1]);
  return isOld
    ? [error('Node.js', `it is ${process.versions.node}.`, `use ${WANTED.join('.')} or later.`)]
    : [];
}
