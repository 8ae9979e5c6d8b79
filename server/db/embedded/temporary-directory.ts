import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors.ts';
import { isAlive } from './process.ts';

/* Creates directories under a temporary name and renames them when complete, so that a crash never leaves a partial one. */

const beingMade = new Set<string>();

/** @returns a temporary name in which to create `name`; includes the id of this process */
export function temporaryName(name: string): string {
  const made = `${name}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  beingMade.add(made);
  return made;
}

/** Renames a directory to its final name, durably; keeps one that another process created first. */
export function moveIntoPlace(fresh: string, place: string): void {
  try {
    fs.renameSync(fresh, place);
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
  const parent = fs.openSync(dirname(place), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

export function removeTemporary(fresh: string): void {
  beingMade.delete(basename(fresh));
  fs.rmSync(fresh, { recursive: true, force: true });
}

/** Removes temporary directories of killed processes. */
export function removeAbandoned(parent: string, prefix: string): void {
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid ? beingMade.has(name) : isAlive(pid)) continue;
    try {
      fs.rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // an initdb that outlived its parent still writes to it; the next start removes it
    }
  }
}
