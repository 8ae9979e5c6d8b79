import type { Reception } from '#panel/api/types.ts';
import { type FieldWords, labelOf } from '#panel/words/fields/words.ts';
import type { ErrorTranslator } from '#panel/words/problems/translate.ts';
import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

/** Says why a call became no task, or one that lacks fields; '' if the service names no fields. */
export function sayReception(
  words: Pick<WebhookWords['mapping'], 'missing'>,
  labels: FieldWords,
  reader: Pick<ErrorTranslator, 'reasonsOf'> | undefined,
  { status, fields }: Pick<Reception, 'status' | 'fields'>,
): string {
  if (fields === null) return '';
  if (status === 'rejected') {
    const rejected = Object.entries(labels.labels).map(([name, label]) => ({ name, label }));
    return reader?.reasonsOf({ fields }, rejected).join(' ') ?? '';
  }
  return words.missing({
    fields: fields.map(({ name }) => labelOf(labels, name) ?? name).join(', '),
  });
}
