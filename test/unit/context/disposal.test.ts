import { DisposalList } from '../../../src/context/disposal.js';

class Stuck {
  dispose(): Promise<void> {
    return new Promise(() => undefined);
  }
}

class Fine {
  isDisposed = false;
  dispose(): void {
    this.isDisposed = true;
  }
}

describe('a disposer that never settles', () => {
  it('is given up after five seconds, reported, and does not keep the others from ending', async () => {
    const list = new DisposalList();
    const fine = new Fine();
    list.add(fine);
    list.add(new Stuck());
    const reports: string[] = [];
    await list.disposeOnce((className, error) => reports.push(`${className}: ${(error as Error).message}`));
    expect(reports).toEqual(['Stuck: it did not finish within 5000 ms']);
    expect(fine.isDisposed).toBe(true);
  }, 10_000);
});
