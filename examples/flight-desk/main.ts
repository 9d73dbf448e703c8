import { createInterface } from 'node:readline/promises';
import { Agent, type AgentRun, JsonlRunStore, type Model, OfflineModel, openaiCompatible } from 'toolwright';
import tools from './tools.js';

/** One question, and the tools that answer it. */
interface Question {
  readonly asked: string;
  readonly calls: readonly string[];
}

const QUESTIONS: readonly Question[] = [
  { asked: 'Search airports: "San Francisco"', calls: ['search_airports'] },
  { asked: 'Find flights with origin SFO and destination LAX, limit 3', calls: ['find_flights'] },
  { asked: 'Give me delay statistics for origin ORD by weekday', calls: ['delay_statistics'] },
  { asked: 'Find flights with origin XQX', calls: ['find_flights'] },
  { asked: 'Write me a poem.', calls: [] },
];

/** A real endpoint where the environment names one, else a stand-in that needs neither key nor network. */
function modelOfEnvironment(): Model {
  const [model = '', baseURL = '', apiKey = ''] = ['OPENAI_MODEL', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'].map(
    name => process.env[name],
  );
  return model === '' || baseURL + apiKey === '' ? new OfflineModel() : openaiCompatible({ model });
}

const model = modelOfEnvironment();
const folder = process.env['FLIGHT_DESK_RUNS'];
const agent = new Agent({
  name: 'flight-desk',
  model,
  instructions:
    'You work at the flight desk of an airport and answer questions about flights and delays in 2001. Look facts up with ' +
    'your tools; do not guess. File a complaint only when the passenger asks for it.',
  tools,
  parallelTools: true,
  ...(folder === undefined ? {} : { store: new JsonlRunStore(folder) }),
});

/** The calls of a run, and what it came to. */
function print({ status, text, calls, usage, steps, reason }: AgentRun): void {
  for (const { toolName, arguments: given, observation } of calls) {
    console.log(`  ${toolName} ${given}`);
    console.log(
      `    ${observation?.isError === true ? 'error' : 'result'}: ${shorten(observation?.text ?? '')}`,
    );
  }
  console.log(`  ${shorten(text)}`);
  const tokens = usage.inputTokens + usage.outputTokens;
  console.log(
    `  (${reason === undefined ? status : `${status}: ${reason}`}, ${steps} steps, ${tokens} tokens)\n`,
  );
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 240 ? `${line.slice(0, 240)}… (${text.length} characters)` : line;
};

/** A fixed round of questions; the stand-in is held to the calls that are expected of it. */
async function askAll(): Promise<void> {
  let surprises = 0;
  for (const { asked, calls } of QUESTIONS) {
    console.log(`> ${asked}`);
    const run = await agent.run(asked);
    print(run);
    const isSame = calls.join() === run.calls.map(({ toolName }) => toolName).join();
    if (run.status !== 'completed' || !isSame) surprises++;
  }
  console.log(`${QUESTIONS.length} questions, ${surprises} with other calls than expected`);
  if (isOffline && surprises > 0) process.exitCode = 1;
}

/** `npm start -- --chat` asks you. */
async function chat(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const conversation = agent.conversation();
  terminal.setPrompt('> ');
  terminal.prompt();
  for await (const line of terminal) {
    if (line.trim() !== '') print(await conversation.send(line));
    terminal.prompt();
  }
}

const isOffline = model.provider === 'offline';
console.log(
  isOffline
    ? 'No OPENAI_MODEL with OPENAI_BASE_URL or OPENAI_API_KEY: a small offline stand-in answers, which is no language model.\n'
    : `Answers come from ${model.modelId}.\n`,
);
await (process.argv.includes('--chat') ? chat() : askAll());
await agent.close();
