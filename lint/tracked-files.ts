import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A tracked file, by its path in the repository. */
export interface TrackedFile {
  readonly path: string;
  readonly text: string;
}

/** Reads the tracked files whose paths are included. */
export function readTracked(isIncluded: (path: string) => boolean): TrackedFile[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const paths = execFileSync('git', ['-C', root, 'ls-files', '-z'], { encoding: 'utf8' });
  return paths
    .split('\0')
    .filter(isIncluded)
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));
}
