import { IsString, MinLength } from 'class-validator';
import { createToolRuntime, defineTool, Param, Tool } from 'toolwright';

class Address {
  @Param({ name: 'zip_code', pattern: '^\\d{5}$' }) zip!: string;
  @IsString() @MinLength(2) city!: string;
}

@Tool('Ship a parcel.')
class Ship {
  @Param({ name: 'to', type: () => Address }) address!: Address;
  @Param({ name: 'speed', optional: true }) pace: string = 'slow';
  execute(): string {
    return `${this.address.zip} ${this.address.city} ${String(this.address instanceof Address)} ${this.pace}`;
  }
}

class Methods {
  @Tool('Say hello.')
  hello(@Param({ name: 'who' }) person: string): string {
    return `hello ${person}`;
  }
}

const input = defineTool({
  name: 'dto',
  input: Address,
  execute: address => `${address.zip} ${address.city}`,
});

describe('@Param({ name })', () => {
  const runtime = createToolRuntime([Ship, Methods, input]);

  it.each([
    ['ship', { to: { zip_code: '12345', city: 'Ulm' } }, '12345 Ulm true slow'],
    ['ship', { to: { zip_code: '12345', city: 'Ulm' }, speed: 'fast' }, '12345 Ulm true fast'],
    ['hello', { who: 'Ada' }, 'hello Ada'],
    ['dto', { zip_code: '12345', city: 'Ulm' }, '12345 Ulm'],
  ])('is the name a model uses, whatever the name in source: %s', async (name, args, text) => {
    expect((await runtime.call({ name, arguments: args })).text).toBe(text);
  });

  it('replaces the name in source, in the schema too', async () => {
    const answer = await runtime.call({ name: 'dto', arguments: { zip: '12345', city: 'Ulm' } });
    expect(answer.text).toContain('/zip_code');
    expect(Object.keys(runtime.toolsMap.get('dto')!.inputSchema.properties!).sort()).toEqual([
      'city',
      'zip_code',
    ]);
  });
});
