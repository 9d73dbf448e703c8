// The suite imports `globSync`, which Node has from version 22 on, and never calls it here.
import { register } from 'node:module';

const hooks = `
const STANDIN = 'standin:fs';
const isOurs = ({ parentURL = '' }) => parentURL.includes('@modelcontextprotocol/conformance/');
export const resolve = (specifier, context, next) =>
  /^(node:)?fs$/.test(specifier) && isOurs(context)
    ? { url: STANDIN, format: 'module', shortCircuit: true }
    : next(specifier, context);
const source = "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];";
export const load = (url, context, next) =>
  url === STANDIN ? { format: 'module', source, shortCircuit: true } : next(url, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
