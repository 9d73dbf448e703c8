// Measures one part in this process and prints it as JSON; schema.mjs starts one process for each. Building is counted in
// processor time of the whole process, rendering in processor time of the main thread: what a caller waits for on a machine
// with nothing else to do. The engine's compiler and collector work beside it in threads of their own.
import { readFileSync } from 'node:fs';
import { createToolRuntime, defineTool } from 'toolwright';
import { buildManifest, readManifest, renderTools } from 'toolwright/manifest';

const [part, path, dialect] = process.argv.slice(2);
const parts = { build, load, render };
console.log(JSON.stringify(await parts[part]()));

async function build() {
  const start = performance.now();
  const { manifest } = await buildManifest({ project: path });
  const { user, system } = process.cpuUsage();
  return {
    tools: manifest.tools.length,
    cpuMs: (user + system) / 1_000,
    wallMs: performance.now() - start,
    megabytes: process.memoryUsage().rss / 2 ** 20,
  };
}

function load() {
  const start = performance.now();
  const manifest = readManifest(path);
  return { tools: manifest.tools.length, wallMs: performance.now() - start };
}

function render() {
  const definitions = definitionsOf(readManifest(path));
  const time = clock => {
    const start = clock();
    const { tools, refused } = renderTools(definitions, dialect);
    const ms = clock() - start;
    if (refused.length > 0) throw new Error(refused[0].reason);
    return { rendered: tools.length, ms };
  };
  const first = time(processorMs);
  // The system counts in steps of a few milliseconds, and this takes less than one.
  return { rendered: first.rendered, firstMs: first.ms, secondMs: time(() => performance.now()).ms };
}

/** Of the main thread; of the whole process where the system does not tell them apart. */
function processorMs() {
  if (process.platform === 'linux') {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Tools with the schemas of a manifest, whose classes need not exist. */
function definitionsOf({ tools, types }) {
  const objectOf = fields => ({
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    required: fields.filter(({ optional }) => optional !== true).map(({ name }) => name),
    additionalProperties: false,
  });
  const known = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [
      name,
      type.kind === 'class' ? objectOf(type.properties) : type.schema,
    ]),
  );
  const sources = tools.map(({ description, parameters }, index) => {
    const schema = objectOf(parameters.filter(({ isRun }) => isRun !== true));
    const names = [...JSON.stringify(schema).matchAll(/#\/types\/(\w+)/g)].map(([, name]) => name);
    const $defs = Object.fromEntries(names.map(name => [name, known[name]]));
    const inputSchema = JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll('#/types/', '#/$defs/'));
    return defineTool({ name: `tool_${index}`, description, inputSchema });
  });
  return createToolRuntime(sources, { manifest: false }).definitions();
}
