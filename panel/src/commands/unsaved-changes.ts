/* Changes that are shown but not saved yet. */

let count = 0;

export const hasUnsavedChanges = (): boolean => count > 0;

/** Runs work that saves changes. */
export async function trackUnsaved(work: () => Promise<void>): Promise<void> {
  count += 1;
  try {
    await work();
  } finally {
    count -= 1;
  }
}
