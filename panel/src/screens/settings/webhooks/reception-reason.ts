import type { ErrorTranslator } from '#panel/words/problems/translate.ts';
import type { WebhookWords } from '#panel/words/webhooks/pt-BR.ts';

/** Says why a call became no task, or one that lacks fields; '' for a reason of no known kind. */
export function sayReception(
  words: Pick<WebhookWords['mapping'], 'fields' | 'missing'>,
  reader: Pick<ErrorTranslator, 'reasonsOf'> | undefined,
  reason: string,
): string {
  const labels = words.fields as Readonly<Record<string, string>>;
  const missed = /^The payload has no value for (.*)\.$/.exec(reason)?.[1]?.split(', ');
  if (missed)
    return words.missing({ fields: missed.map((name) => labels[name] ?? name).join(', ') });
  const fields = Object.entries(labels).map(([name, label]) => ({ name, label }));
  return reader?.reasonsOf({ code: 'VALIDATION_ERROR', message: reason }, fields).join(' ') ?? '';
}
