// Node 20 has no fs.globSync, which the conformance suite imports for one command that nobody runs here.
import { register } from 'node:module';

const hooks = `
const FS = 'fs-with-glob:';
export const resolve = (specifier, context, next) =>
  /^(node:)?fs$/.test(specifier) && context.parentURL?.includes('/conformance/dist/')
    ? { url: FS, format: 'module', shortCircuit: true }
    : next(specifier, context);
export const load = (url, context, next) =>
  url === FS
    ? {
        format: 'module',
        shortCircuit: true,
        source: "export * from 'node:fs'; export { default } from 'node:fs';" +
          "export const globSync = () => { throw new Error('there is no globSync'); };",
      }
    : next(url, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
