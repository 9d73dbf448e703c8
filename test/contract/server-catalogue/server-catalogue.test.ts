import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonServerCatalogue, openCatalogue, type ServerCatalogue, type ServerRecord } from 'toolwright/mcp';

let folder: string;
const opened: ServerCatalogue[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
  await rm(folder, { recursive: true });
});

function open(file: string): ServerCatalogue {
  const catalogue = openCatalogue(join(folder, file));
  opened.push(catalogue);
  return catalogue;
}

const record = (name: string, more: Partial<ServerRecord> = {}): ServerRecord => ({
  name,
  config: { url: `https://${name}.example/mcp` },
  ...more,
});

describe.each(['deep/servers.json', 'servers.db'])('a catalogue in %s', file => {
  it('is empty before anything is saved', async () => {
    const catalogue = open(file);
    expect(await catalogue.list()).toEqual([]);
    expect(await catalogue.find('crm')).toBeUndefined();
    expect(await catalogue.remove('crm')).toBe(false);
  });

  it('gives records back as they were saved, by name, also when it is opened again', async () => {
    const catalogue = open(file);
    const crm = record('crm', { allowed: [], tools: [] });
    await catalogue.save(record('zoo', { allowed: 'all' }));
    await catalogue.save(crm);
    await catalogue.save(record('__proto__'));
    await catalogue.close();
    const again = open(file);
    expect((await again.list()).map(({ name }) => name)).toEqual(['__proto__', 'crm', 'zoo']);
    expect(await again.find('crm')).toEqual(crm);
    expect(await again.find('zoo')).toEqual(record('zoo', { allowed: 'all' }));
  });

  it('keeps the last of two with one name, and forgets what is removed', async () => {
    const catalogue = open(file);
    await catalogue.save(record('crm'));
    await catalogue.save(record('crm', { allowed: 'all' }));
    expect(await catalogue.list()).toEqual([record('crm', { allowed: 'all' })]);
    expect(await catalogue.remove('crm')).toBe(true);
    expect(await catalogue.list()).toEqual([]);
  });

  it('loses none of many that are saved at once', async () => {
    const catalogue = open(file);
    await Promise.all(Array.from({ length: 20 }, (_, index) => catalogue.save(record(`s${index + 10}`))));
    expect(await catalogue.list()).toHaveLength(20);
  });
});

describe('a catalogue in a JSON file', () => {
  it('may be read by its owner only', async () => {
    const catalogue = new JsonServerCatalogue(join(folder, 'servers.json'));
    await catalogue.save(record('crm'));
    expect((await stat(catalogue.path)).mode & 0o077).toBe(0);
  });

  it.each([
    ['{', /is no JSON/],
    ['[]', /it holds no servers/],
    ['{"format":2,"servers":[]}', /it is of format 2, and this toolwright knows 1/],
    ['{"format":1,"servers":[{"name":"a","config":{"comand":"x"}}]}', /comand/],
  ])('%s is refused and left as it is', async (text, reason) => {
    const path = join(folder, 'servers.json');
    await writeFile(path, text);
    await expect(new JsonServerCatalogue(path).list()).rejects.toThrow(reason);
    await expect(new JsonServerCatalogue(path).save(record('crm'))).rejects.toThrow(reason);
    expect((await stat(path)).size).toBe(text.length);
  });
});
