/**
 * The same stream; `onUnanswered` is told when it ends before the response to the request `id`. A stream that had an event with an
 * id can be taken up again, which the SDK does.
 */
export function watchStream(
  body: ReadableStream<Uint8Array>,
  id: string | number,
  onUnanswered: (reason: string) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** Of the present line. Not joined before it ends: a long answer comes in many parts. */
  let parts: string[] = [];
  let canResume = false;
  let isAnswered = false;
  const look = (chunk: Uint8Array): void => {
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [index, piece] of lines.entries()) {
      parts.push(piece);
      if (index === lines.length - 1) return;
      const line = parts.join('');
      parts = [];
      canResume ||= /^id: ?\S/.test(line);
      isAnswered ||= line.startsWith('data:') && isAnswerTo(line.slice(5), id);
    }
  };
  const end = (reason: string): void => {
    if (!isAnswered && !canResume) onUnanswered(reason);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end('the stream ended before the answer');
          controller.close();
          return;
        }
        if (!isAnswered) look(value);
        controller.enqueue(value);
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        end(`the stream broke off before the answer: ${said}`);
        controller.error(error);
      }
    },
    cancel: reason => reader.cancel(reason),
  });
}

function isAnswerTo(data: string, id: string | number): boolean {
  try {
    const message = Object(JSON.parse(data)) as { id?: unknown; result?: unknown; error?: unknown };
    return message.id === id && (message.result ?? message.error) !== undefined;
  } catch {
    return false;
  }
}
