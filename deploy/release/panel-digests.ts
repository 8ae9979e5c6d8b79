import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/* Hashes of a built panel, which compare builds of different checkouts, also without keeping both. */

/** Paths of packages in the manifest lead out of a checkout whose node_modules is a link. */
const outside = /"(?:_|(?:\.\.\/)*)[^"]*?node_modules\//g;

/** SHA-256 of each file of a built panel, by its path. */
export const panelDigests = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        const bytes = readFileSync(path);
        const content =
          entry.name === 'manifest.json'
            ? bytes.toString().replaceAll(outside, '"node_modules/')
            : bytes;
        return [relative(directory, path), createHash('sha256').update(content).digest('hex')];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
