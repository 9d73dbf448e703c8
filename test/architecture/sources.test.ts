import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/run-cli.js';

const sources = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => ({ path, text: readFileSync(join(repository, 'src', path), 'utf8') }));

const codeLines = (text: string): number =>
  text.split('\n').filter(line => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line)).length;

describe('src/', () => {
  it('has small files: the median is at most 80 code lines', () => {
    const sizes = sources.map(({ text }) => codeLines(text)).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(80);
  });

  it('can be required: no top-level await, and import.meta in cli/ only', () => {
    const offenders = sources.filter(
      ({ path, text }) => /^await /m.test(text) || (text.includes('import.meta') && !path.startsWith('cli')),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('has no drawer for whatever fits nowhere', () => {
    expect(
      sources.filter(({ path }) => /(^|\/)(utils?|helpers?|common|types|misc)(\/|\.ts)/.test(path)),
    ).toEqual([]);
  });

  it('names every export of its doors', () => {
    for (const door of ['index.ts', 'manifest.ts', 'testing.ts', 'mcp/index.ts', 'replay/index.ts']) {
      const text = sources.find(({ path }) => path === door)!.text;
      expect(text.replace(/export (type )?\{[^}]*\} from '[^']+';/g, '').trim()).toBe('');
    }
  });
});
