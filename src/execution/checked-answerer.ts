import {
  type Answerer,
  type AskedQuestion,
  type QuestionAnswer,
  QuestionUnansweredError,
} from '../context/question.js';
import { toJson } from '../foundation/codecs.js';
import type { JsonObject } from '../foundation/json.js';
import { rawObservation } from '../tool/compile/compile-observation.js';

/** One whose answers fit what was asked: what does not fit is no answer. */
export function checkedAnswerer(answerer: Answerer): Answerer {
  return {
    async answer(asked) {
      const answer = await answerer.answer(asked);
      return answer.answered ? { answered: true, value: await fitting(answer.value, asked) } : answer;
    },
  };
}

type Value = Extract<QuestionAnswer, { answered: true }>['value'];

async function fitting(value: Value, { schema, toolName }: AskedQuestion): Promise<Value> {
  if (schema === undefined) {
    if (typeof value === 'string') return value;
    throw new QuestionUnansweredError(toolName, 'the answer is no text');
  }
  const checked = await rawObservation(schema).plan.run(value);
  if (checked.ok) return toJson(checked.value) as JsonObject;
  throw new QuestionUnansweredError(toolName, 'the answer does not fit what was asked');
}
