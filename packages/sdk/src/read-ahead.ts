/** Maximum of bytes that wait for the program. Beyond it, the connection is closed, and replaced once they are processed. */
export const maxAhead = 4_194_304;

/**
 * Reads the chunks of a body as they arrive, however slowly the program takes them: Node.js crashes if a connection ends while its body
 * waits to be read (nodejs/undici#5360). Ends with the body, after `silence` milliseconds without a chunk, after {@link maxAhead}, or
 * when it is aborted.
 */
async function* readAhead(
  body: ReadableStream<Uint8Array>,
  silence: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  const chunks: Uint8Array[] = [];
  let waiting = 0;
  let hasEnded = false;
  let wake = () => {};
  const read = async () => {
    while (waiting <= maxAhead) {
      const timer = setTimeout(stop, silence);
      const { value } = await reader
        .read()
        .catch(() => ({ value: undefined }))
        .finally(() => clearTimeout(timer));
      if (!value) break;
      chunks.push(value);
      waiting += value.length;
      wake();
    }
    hasEnded = true;
    stop();
    wake();
  };
  signal?.addEventListener('abort', stop, { once: true });
  void read();
  try {
    while (!signal?.aborted) {
      const chunk = chunks.shift();
      if (chunk) {
        waiting -= chunk.length;
        yield chunk;
      } else if (hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** Reads the blocks of server-sent events of a body, without the empty lines between them. Ends as {@link readAhead}. */
export async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  silence: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of readAhead(body, silence, signal)) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
}
