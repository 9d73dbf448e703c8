import { type JsonObject, RunContext, Tool } from 'toolwright';
import type { CallingClient } from 'toolwright/mcp';

const titled = (values: readonly string[], titles: readonly string[]): JsonObject[] =>
  values.map((value, index) => ({ const: value, title: titles[index] ?? '' }));

const OPTIONS = ['option1', 'option2', 'option3'];
const VALUES = ['value1', 'value2', 'value3'];

/** Tools that ask the client's user. */
export class AskingTools {
  @Tool({ name: 'test_elicitation', description: 'Asks who the user is.' })
  async asks(message: string, run: RunContext<CallingClient>): Promise<string> {
    const answer = await ask(run, message, {
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    });
    return `User response: ${answer}`;
  }

  @Tool({ name: 'test_elicitation_sep1034_defaults', description: 'Asks with defaults of every type.' })
  async asksWithDefaults(run: RunContext<CallingClient>): Promise<string> {
    const answer = await ask(run, 'Please review these values.', {
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
      required: [],
    });
    return `Elicitation completed: ${answer}`;
  }

  @Tool({ name: 'test_elicitation_sep1330_enums', description: 'Asks with choices of every form.' })
  async asksWithChoices(run: RunContext<CallingClient>): Promise<string> {
    const answer = await ask(run, 'Please choose.', {
      properties: {
        untitledSingle: { type: 'string', enum: OPTIONS },
        titledSingle: {
          type: 'string',
          oneOf: titled(VALUES, ['First Option', 'Second Option', 'Third Option']),
        },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
        titledMulti: {
          type: 'array',
          items: { anyOf: titled(VALUES, ['First Choice', 'Second Choice', 'Third Choice']) },
        },
      },
      required: [],
    });
    return `Elicitation completed: ${answer}`;
  }
}

async function ask(run: RunContext<CallingClient>, message: string, form: JsonObject): Promise<string> {
  const answer = await run.state.elicit({
    mode: 'form',
    message,
    requestedSchema: { type: 'object', ...form },
  });
  const content = answer.action === 'accept' ? answer.content : {};
  return `action=${answer.action}, content=${JSON.stringify(content)}`;
}
