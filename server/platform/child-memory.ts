import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const memoryCheckMs = 50;

/**
 * Kills a process that exceeds a memory limit. Linux only.
 * @returns a function that stops watching and returns true if it was killed
 */
export function watchMemory(child: ChildProcess, maxMb: number): () => boolean {
  let isTooMuch = false;
  const look = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    if (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) <= maxMb * 1_024) return;
    isTooMuch = true;
    child.kill('SIGKILL');
  };
  const timer = setInterval(() => void look(), memoryCheckMs);
  return () => {
    clearInterval(timer);
    return isTooMuch;
  };
}
