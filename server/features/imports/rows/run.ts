import type { ImportWork } from '../work.ts';

/** Counts what applying would do. */
export async function checkRows(work: ImportWork): Promise<void> {
  await work.end('checked', { counts: {} });
}
