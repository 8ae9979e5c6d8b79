import type { WorkflowWords } from '#panel/words/workflows/pt-BR.ts';

/** Translates the reason why a run ended or a step did nothing; '' for a reason of an unknown kind. */
export function sayReason(reasons: WorkflowWords['reasons'], reason: string): string {
  const [, known] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return known ?? '';
}
