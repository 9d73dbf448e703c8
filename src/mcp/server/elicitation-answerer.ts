import type { Answerer, AskedQuestion, QuestionAnswer } from '../../context/question.js';
import type { CallingClient } from '../protocol/calling-client.js';

const TEXT = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };

/** Puts what tools ask to the user of a client; undefined for a client that cannot ask its user. */
export function findAnswerer(client: CallingClient): Answerer | undefined {
  return client.abilities.elicitsForm ? { answer: question => ask(client, question) } : undefined;
}

async function ask(
  client: CallingClient,
  { message, schema, signal }: AskedQuestion,
): Promise<QuestionAnswer> {
  const answer = await client.elicit({ mode: 'form', message, requestedSchema: schema ?? TEXT }, signal);
  if (answer.action === 'accept') {
    const { content = {} } = answer;
    return { answered: true, value: schema === undefined ? (content['answer'] as string) : content };
  }
  const reason = answer.action === 'decline' ? 'the user declined' : 'the user gave no answer';
  return { answered: false, reason };
}
