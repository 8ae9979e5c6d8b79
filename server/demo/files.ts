import { crc32, deflateSync } from 'node:zlib';
import { type StoredFile, storeFile } from '../features/files/store.ts';
import type { DemoRun } from './run.ts';

/* Files of the demo, generated here: stored images would be larger than the rest of the demo. */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(head));
  return Buffer.concat([length, head, sum]);
}

/** Draws a landscape with a sky, a sun and hills, in the hue of its number. */
export function picture(nth: number, width = 640, height = 400): Buffer {
  const hue = (nth * 67) % 200;
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1) {
      const isSun = (x - 460) ** 2 + (y - 120) ** 2 < 46 ** 2;
      const isHill = y > 260 + 50 * Math.sin(x / 90 + nth) + 18 * Math.sin(x / 31);
      const sky = [90 + hue / 4 + y / 4, 150 + y / 6, 235 - hue / 3];
      const hill = [40 + hue / 3, 120 + hue / 4 - y / 8, 90];
      const colour = isSun ? [255, 214, 102] : isHill ? hill : sky;
      for (const [i, value] of colour.entries())
        row[1 + x * 3 + i] = Math.max(0, Math.min(255, Math.round(value)));
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF page with one line of text. */
export function page(line: string): Buffer {
  const text = `BT /F1 24 Tf 72 760 Td (${line.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Stores a file for a message; undefined without file storage. */
export async function storeMedia(
  { db, settings: { storage } }: DemoRun,
  name: string,
  content: Buffer,
): Promise<StoredFile | undefined> {
  if (!storage) return undefined;
  const bytes = async function* () {
    yield content;
  };
  return storeFile({ db, storage }, bytes(), { name, purpose: 'message', isReceived: true });
}
