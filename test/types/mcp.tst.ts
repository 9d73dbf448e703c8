import { type RunningServer, serveMcp } from 'toolwright/mcp';
import { describe, expect, test } from 'tstyche';

describe('a server', () => {
  test('has an address where it is served over HTTP', () => {
    expect(serveMcp([], { http: { port: 0 } })).type.toBeAssignableTo<Promise<{ readonly url: string }>>();
    expect(serveMcp([], { stdio: true })).type.toBe<Promise<RunningServer>>();
    expect<RunningServer['url']>().type.toBe<string | undefined>();
    expect(serveMcp).type.not.toBeCallableWith([], {});
    expect(serveMcp).type.not.toBeCallableWith([], { http: { port: 0 }, stdio: true });
  });
});
