import { lazyWithWords } from '#panel/display/lazy.tsx';

/** Dry run below the form of a workflow. */
export const DryRun = lazyWithWords(
  async () => ({ default: (await import('./DryRun.tsx')).DryRun }),
  'nothing',
);
