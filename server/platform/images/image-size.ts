import { type FileHandle, open } from 'node:fs/promises';

/*
 * Reads image dimensions from the header alone: a few bytes can decompress to an image that fills the memory. Dimensions of other formats
 * are checked when previews are made.
 */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Max pixels, more than any camera produces; larger images are refused. */
export const maxPixels = 100_000_000;

/** Number of leading bytes that contain the frame header of a JPEG image; it follows the metadata, in segments of up to 64 KiB. */
const jpegHeadBytes = 1_048_576;

const startsWith = (head: Buffer, text: string, offset = 0) =>
  head.toString('latin1', offset, offset + text.length) === text;

function webp(head: Buffer): Size | undefined {
  if (startsWith(head, 'VP8X', 12))
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (startsWith(head, 'VP8L', 12)) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (startsWith(head, 'VP8 ', 12))
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  return undefined;
}

/** Skips segments until the frame header (ITU-T T.81, annex B). */
function jpeg(head: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= head.length; ) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1] ?? 0;
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    else at += 2 + Math.max(2, head.readUInt16BE(at + 2));
  }
  return undefined;
}

/** Dimensions in the first bytes of an image; undefined for other files. */
export function imageSizeIn(head: Buffer): Size | undefined {
  if (head.length < 30) return undefined;
  if (startsWith(head, '\x89PNG'))
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (startsWith(head, 'GIF8'))
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return webp(head);
  if (startsWith(head, '\xff\xd8')) return jpeg(head);
  return undefined;
}

async function firstBytes(file: FileHandle, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(most);
  const { bytesRead } = await file.read(bytes, 0, most, 0);
  return bytes.subarray(0, bytesRead);
}

/** Dimensions in the header of a PNG, JPEG, GIF or WebP image; undefined for other files. */
export async function sizeOf(path: string, head: Buffer): Promise<Size | undefined> {
  const isJpeg = startsWith(head, '\xff\xd8');
  if (!isJpeg) return imageSizeIn(head);
  const file = await open(path);
  try {
    return imageSizeIn(await firstBytes(file, jpegHeadBytes));
  } finally {
    await file.close();
  }
}
