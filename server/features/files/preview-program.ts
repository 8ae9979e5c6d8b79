import { writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { mostPixels } from './pixels.ts';

/*
 * A program of its own, started for one image and ended with it: whatever the image does to its decoder, it does it here. The image
 * comes in on standard input, its preview goes out on standard output. Exit status 3: it cannot be decoded.
 */

/** Width and height of a preview at most. */
const edge = 480;

// Should memory become short, this is what the system ends.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on Linux.
}

sharp.cache(false);
sharp.concurrency(1);
// The decoders of what is known as a picture, and no others: no documents, no SVG, nothing that loads more files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(
    (name) => `VipsForeignLoad${name}`,
  ),
});

const picture = sharp({
  limitInputPixels: mostPixels,
  sequentialRead: true,
  failOn: 'error',
})
  .autoOrient()
  .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
  .webp({ quality: 75 });

try {
  await pipeline(process.stdin, picture, process.stdout);
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exit(3);
}
