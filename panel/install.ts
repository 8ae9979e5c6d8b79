import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/*
 * Files that make the panel installable as an app: a manifest, and its icons, which are drawn from src/icon.svg.
 */

/** A file of the build: named after what is in it, so it is kept for ever. */
interface InstallFile {
  readonly fileName: string;
  readonly source: Buffer;
}

const colour = '#3b5bdb';

function named(name: string, ending: string, source: Buffer): InstallFile {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.${ending}`, source };
}

/** @param isWhole without the round corners: the system cuts its own shape out of it */
async function icon(size: number, isWhole: boolean): Promise<InstallFile> {
  const svg = readFileSync(fileURLToPath(new URL('src/icon.svg', import.meta.url)), 'utf8');
  const drawn = isWhole
    ? svg.replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"').replace(/<rect[^>]*>/, '')
    : svg;
  const image = sharp(Buffer.from(drawn), { density: (72 * size) / 32 }).resize(size, size);
  const png = (isWhole ? image.flatten({ background: colour }) : image).png({ palette: true });
  return named(`icon-${size}${isWhole ? '-whole' : ''}`, 'png', await png.toBuffer());
}

/** @returns all files, and what the page's head refers to */
export async function installFiles(): Promise<{
  readonly files: readonly InstallFile[];
  readonly manifest: string;
  readonly touchIcon: string;
}> {
  const [small, large, whole, touch] = await Promise.all([
    icon(192, false),
    icon(512, false),
    icon(512, true),
    icon(180, true),
  ]);
  const iconEntry = ({ fileName }: InstallFile, sizes: number, purpose: string) => ({
    src: `/${fileName}`,
    sizes: `${sizes}x${sizes}`,
    type: 'image/png',
    purpose,
  });
  const manifest = named(
    'manifest',
    'webmanifest',
    Buffer.from(
      JSON.stringify({
        id: '/',
        name: 'Pauta',
        short_name: 'Pauta',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: colour,
        background_color: '#ffffff',
        icons: [
          iconEntry(small, 192, 'any'),
          iconEntry(large, 512, 'any'),
          iconEntry(whole, 512, 'maskable'),
        ],
      }),
    ),
  );
  return {
    files: [small, large, whole, touch, manifest],
    manifest: `/${manifest.fileName}`,
    touchIcon: `/${touch.fileName}`,
  };
}
