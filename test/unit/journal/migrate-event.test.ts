import { migrateEvent, type VersionedEvent } from '../../../src/journal/migrate-event.js';

/** As if forms 0 to 2 had been written: one member was renamed, then texts became parts. */
const forms = {
  migrations: new Map([
    [0, ({ question, ...rest }: VersionedEvent) => ({ ...rest, input: question })],
    [1, ({ input, ...rest }: VersionedEvent) => ({ ...rest, input: [{ type: 'text', text: input }] })],
  ]) as never,
  to: 2,
};

const event = { v: 0, runId: 'r', seq: 0, at: '', type: 'run-started' };

describe('an event of an earlier form', () => {
  it('is brought to the form of today, step by step', () => {
    const today = { ...event, v: 2, input: [{ type: 'text', text: 'Where?' }] };
    expect(migrateEvent({ ...event, question: 'Where?' }, forms)).toEqual(today);
    expect(migrateEvent({ ...event, v: 1, input: 'Where?' }, forms)).toEqual(today);
    expect(migrateEvent(today, forms)).toBe(today);
  });

  it('is given up where no way leads from its form', () => {
    expect(migrateEvent({ ...event, v: -1 }, forms)).toBeUndefined();
    expect(migrateEvent({ ...event, v: 0.5 }, forms)).toBeUndefined();
    expect(migrateEvent(event)).toBeUndefined();
  });
});
