import type { ErrorTranslator } from '#panel/words/problems/translate.ts';
import type { WorkflowWords } from '#panel/words/workflows/pt-BR.ts';

/** Translates the reason why a run ended or a step did nothing; '' for a reason of an unknown kind. */
export function sayReason(
  reasons: WorkflowWords['reasons'],
  reader: Pick<ErrorTranslator, 'reasonsOf'> | undefined,
  reason: string,
): string {
  const [, known] = reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return known ?? reader?.reasonsOf({ code: 'VALIDATION_ERROR', message: reason }).join(' ') ?? '';
}
