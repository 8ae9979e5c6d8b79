import type { RunReason } from '#panel/api/schema.ts';
import type { ErrorTranslator } from '#panel/words/problems/translate.ts';
import type { WorkflowWords } from '#panel/words/workflows/pt-BR.ts';
import type { labelsIn } from './labels.ts';

type Labels = Pick<ReturnType<typeof labelsIn>, 'stepFieldLabel' | 'conditionFieldLabel'>;

/** Says why a run ended or a step failed; '' for a code that this version does not know. */
export function sayReason(
  { reasons, causes }: Pick<WorkflowWords, 'reasons' | 'causes'>,
  { stepFieldLabel, conditionFieldLabel }: Labels,
  reader: Pick<ErrorTranslator, 'reasonsOf'> | undefined,
  { code, cause, field = '', limit = 0, ...refusal }: RunReason,
): string {
  if (code === 'not_sent') return (cause && causes[cause]) ?? causes.gateway;
  if (code === 'refused') {
    const labels = (refusal.fields ?? []).map(({ name }) => ({
      name,
      label: stepFieldLabel(name),
    }));
    const reasonsOfFields = reader?.reasonsOf(refusal, labels) ?? [];
    return [reasons.refused({ field: '', limit: '' }), ...reasonsOfFields].join(' ');
  }
  // A code of a newer version of the service has no sentence.
  return reasons[code]?.({ field: conditionFieldLabel(field), limit: String(limit) }) ?? '';
}
