import { type FieldWords, labelOf } from '#panel/words/fields/words.ts';
import type { ErrorTranslator } from '#panel/words/problems/translate.ts';
import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

/** Says why a call became no task, or one that lacks fields; '' for a reason of no known kind. */
export function sayReception(
  words: Pick<WebhookWords['mapping'], 'missing'>,
  fields: FieldWords,
  reader: Pick<ErrorTranslator, 'reasonsOf'> | undefined,
  reason: string,
): string {
  const missed = /^The payload has no value for (.*)\.$/.exec(reason)?.[1]?.split(', ');
  if (missed)
    return words.missing({
      fields: missed.map((name) => labelOf(fields, name) ?? name).join(', '),
    });
  const rejected = Object.entries(fields.labels).map(([name, label]) => ({ name, label }));
  return reader?.reasonsOf({ code: 'VALIDATION_ERROR', message: reason }, rejected).join(' ') ?? '';
}
