import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDirectory } from '#test/support/processes.ts';

/** A disk that a test fills, in memory. */
export interface SmallDisk {
  readonly path: string;
  /** Leaves no free byte. */
  fill(): void;
  empty(): void;
  remove(): void;
}

/** @returns undefined if this user may not mount a disk, which only root may */
export function newSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = newDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', path], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      try {
        writeFileSync(ballast, Buffer.alloc((megabytes + 1) * 1_048_576));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
        throw error;
      }
      throw new Error('the disk is larger than it should be');
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => execFileSync('umount', ['-l', path]),
  };
}

export const withoutDisk = 'no disk could be filled: only root may mount one';
