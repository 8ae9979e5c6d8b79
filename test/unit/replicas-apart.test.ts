import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** Files of the service that a file imports when it is loaded, including itself. */
function loadedWith(file: URL, files = new Set<string>()): Set<string> {
  if (files.has(file.href)) return files;
  files.add(file.href);
  const text = readFileSync(file, 'utf8');
  for (const [, from] of text.matchAll(/^(?:import|export) (?!type )[^;]*?'([.#][^']+)';$/gms))
    loadedWith(pathToFileURL(createRequire(file).resolve(from ?? '')), files);
  return files;
}

test.each(['main.ts', 'cli/main.ts', 'cli/doctor.ts'])(
  'replica code is not loaded with %s',
  (name) => {
    const loaded = [...loadedWith(new URL(`../../server/${name}`, import.meta.url))];
    expect(loaded.some((file) => file.endsWith('/db/database.ts'))).toBe(true);
    expect(loaded.filter((file) => /replica/.test(file))).toEqual([]);
  },
);
