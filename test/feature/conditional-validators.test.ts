import { IsIn, IsString, MinLength, ValidateIf } from 'class-validator';
import { createToolRuntime, defineTool } from 'toolwright';

class Contact {
  @IsIn(['mail', 'none']) by!: string;
  @ValidateIf((contact: Contact) => contact.by === 'mail')
  @IsString()
  @MinLength(5)
  address!: string;
}

const runtime = createToolRuntime([
  defineTool({ name: 'save', input: Contact, execute: contact => `${contact.by} ${contact.address}` }),
]);
const save = async (args: object) => (await runtime.call({ name: 'save', arguments: args })).text;

describe('validators under @ValidateIf', () => {
  it('hold where the condition holds', async () => {
    expect(await save({ by: 'mail', address: 'ab' })).toMatch(/^Invalid arguments .*\/address/s);
    expect(await save({ by: 'mail' })).toMatch(/^Invalid arguments .*\/address/s);
    expect(await save({ by: 'mail', address: 'a@b.c' })).toBe('mail a@b.c');
  });

  it('do not hold where it does not, and are told to the model as such', async () => {
    expect(await save({ by: 'none', address: 'ab' })).toBe('none ab');
    expect(await save({ by: 'none' })).toBe('none undefined');
    expect(runtime.toolsMap.get('save')!.inputSchema.properties!['address']).toEqual({
      type: 'string',
      description: 'Under a condition: minLength 5.',
    });
  });
});
