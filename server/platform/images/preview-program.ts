import { writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { maxPixels } from './image-size.ts';

/*
 * Separate program, run once per image, which contains whatever the image does to its decoder. Reads the image from standard input and
 * writes the preview to standard output: a small image, or with the argument `square` its centre. Exits with status 3 if the image cannot be decoded.
 */

/** Max width and height of a preview. */
const edge = 480;
/** Width and height of a square. */
const squareEdge = 256;
const isSquare = process.argv[2] === 'square';

// Makes this process the first candidate of the OOM killer.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on Linux.
}

sharp.cache(false);
sharp.concurrency(1);
// Allows only the decoders of supported image formats: no documents, no SVG, no format that loads other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(
    (name) => `VipsForeignLoad${name}`,
  ),
});

const picture = sharp({
  limitInputPixels: maxPixels,
  sequentialRead: true,
  failOn: 'error',
})
  .autoOrient()
  .resize(
    isSquare
      ? { width: squareEdge, height: squareEdge, fit: 'cover' }
      : { width: edge, height: edge, fit: 'inside', withoutEnlargement: true },
  )
  .webp({ quality: 75 });

try {
  await pipeline(process.stdin, picture, process.stdout);
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exit(3);
}
