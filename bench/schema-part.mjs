// Measures one part in this process and prints it as JSON; schema.mjs starts one process for each.
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
  const time = () => {
    const start = performance.now();
    const { tools, refused } = renderTools(definitions, dialect);
    if (refused.length > 0) throw new Error(refused[0].reason);
    return { rendered: tools.length, ms: performance.now() - start };
  };
  const first = time();
  return { rendered: first.rendered, firstMs: first.ms, secondMs: time().ms };
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
