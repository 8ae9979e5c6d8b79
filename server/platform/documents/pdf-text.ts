import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { outputOf } from './child-program.ts';

const program = fileURLToPath(new URL('pdf-program.ts', import.meta.url));

/** Yields the text of a PDF document, page by page. @throws DocumentError, and errors of the stream */
export async function* pdfText(document: Readable, timeoutMs: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of outputOf(program, document, timeoutMs))
    yield decoder.decode(chunk, { stream: true });
}
