import { Readable } from 'node:stream';
import { invalid } from '../errors.ts';
import { semaphore } from '../semaphore.ts';
import { imageSizeIn } from './image-size.ts';
import { makePreview } from './previews.ts';

/* Images in request bodies. Each is encoded again, in a separate process, so no metadata and no bytes of the upload remain. */

const maxPixels = 25_000_000;

/** Images that are encoded at the same time. */
const encodings = semaphore(
  2,
  20,
  10_000,
  'Too many images are being stored right now; try again in a moment.',
);

interface Target {
  /** Field of the request, for errors. */
  readonly field: string;
  readonly shape: 'whole' | 'square';
  readonly maxBytes: number;
}

/**
 * @param text the upload, in base64
 * @throws ApiError VALIDATION_ERROR for anything that is no image, or has too many pixels; UNAVAILABLE if too many others wait
 */
export async function encodeUploadedImage(
  text: string,
  { field, shape, maxBytes }: Target,
): Promise<Buffer> {
  const bytes = Buffer.from(text, 'base64');
  const size = imageSizeIn(bytes);
  if (!size)
    throw invalid(`${field} must be a PNG, JPEG, GIF or WebP image.`, field, 'invalid_format', {
      reason: 'wrong_file',
    });
  if (size.width * size.height > maxPixels)
    throw invalid(`${field} can have at most ${maxPixels} pixels.`, field, 'too_large', {
      reason: 'pixels',
    });
  const made = await encodings.use(() => makePreview(Readable.from([bytes]), shape));
  if (made.outcome !== 'made' || made.image.length > maxBytes)
    throw invalid(`${field} could not be read.`, field, 'invalid_format', { reason: 'wrong_file' });
  return made.image;
}
