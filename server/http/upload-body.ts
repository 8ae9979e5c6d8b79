import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { invalidRequest } from '../platform/errors.ts';

/* Body of an upload, as it arrives. */

/** True if a request declares its body as a form. */
export const isForm = (headers: IncomingHttpHeaders): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Minimum bytes that must arrive per interval. */
interface Pace {
  readonly bytes: number;
  readonly everyMs: number;
}

/** 1 kB/s, below any usable connection. */
const slowest: Pace = { bytes: 15_000, everyMs: 15_000 };

const brokenOff = () => invalidRequest('The file did not arrive completely.', 'broken_upload');
const tooSlow = ({ bytes, everyMs }: Pace) =>
  invalidRequest(
    `The file arrives too slowly: at least ${bytes} bytes are needed every ${everyMs / 1_000} seconds.`,
    'broken_upload',
  );

/**
 * Yields the chunks of a body. The body stays open if its reader stops early, so that a response can still be sent.
 * @throws ApiError VALIDATION_ERROR if the client aborts or is too slow
 */
export async function* uploadBody(body: Readable, pace = slowest): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false });
  let arrived = 0;
  let isWaiting = false;
  let refuse: ((error: Error) => void) | undefined;
  const pacing = setInterval(() => {
    // While the service is busy with a chunk, the client is not late.
    if (isWaiting && arrived < pace.bytes) refuse?.(tooSlow(pace));
    arrived = 0;
  }, pace.everyMs);
  const next = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      refuse = reject;
      pieces.next().then(resolve, () => reject(brokenOff()));
    });
  try {
    for (;;) {
      isWaiting = true;
      const piece = await next();
      isWaiting = false;
      if (piece.done === true) return;
      arrived += piece.value.length;
      yield piece.value;
    }
  } finally {
    clearInterval(pacing);
    // A pending read never ends if the client is too slow.
    if (!isWaiting) await pieces.return?.();
  }
}
