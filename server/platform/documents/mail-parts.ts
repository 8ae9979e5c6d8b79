import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { outputOf } from './child-program.ts';

const program = fileURLToPath(new URL('mail-program.ts', import.meta.url));

/** Part of a mail: its headers and plain text, its HTML, or an attachment. */
export interface MailPart {
  readonly kind: 'text' | 'html' | 'attachment';
  readonly bytes: Buffer;
}

const kinds = { T: 'text', H: 'html', A: 'attachment' } as const;
const headerBytes = 5;

/** Yields the parts of a mail (RFC 5322), decoded. @throws DocumentError, and errors of the stream */
export async function* mailParts(mail: Readable, timeoutMs: number): AsyncGenerator<MailPart> {
  let pending: Buffer[] = [];
  let size = 0;
  const taken = (count: number) => {
    const all = Buffer.concat(pending);
    pending = [all.subarray(count)];
    size -= count;
    return all.subarray(0, count);
  };
  let header: { readonly kind: MailPart['kind']; readonly length: number } | undefined;
  for await (const chunk of outputOf(program, mail, timeoutMs)) {
    pending.push(chunk);
    size += chunk.length;
    for (;;) {
      if (!header) {
        if (size < headerBytes) break;
        const start = taken(headerBytes);
        const letter = start.toString('latin1', 0, 1);
        const kind = letter === 'T' || letter === 'H' ? kinds[letter] : kinds.A;
        header = { kind, length: start.readUInt32BE(1) };
      }
      if (size < header.length) break;
      yield { kind: header.kind, bytes: taken(header.length) };
      header = undefined;
    }
  }
}
