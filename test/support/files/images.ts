import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Color } from 'sharp';

/* Images for tests of previews, including ones that attack decoders. */

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

/** An image of one colour. */
export const imageOf = (
  format: Format,
  width = 1_200,
  height = 800,
  background: Color = '#c04080',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
}

/** A PNG whose header has the given size, and whose few bytes unpack to rows of black. */
export function bomb(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (1 + width * 3)), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
