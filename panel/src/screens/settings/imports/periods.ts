import type { ImportContentsOtherOrder } from '#panel/api/schema.ts';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';

/** Returns a function that says the period of a chat: `5 de out. de 2026, 14:33 a …`. Its times are those of a phone, without a zone. */
export function usePeriod(): (
  period: Pick<ImportContentsOtherOrder, 'first_at' | 'last_at'>,
) => string {
  const { contents: words } = useImportWords();
  const format = new Intl.DateTimeFormat(useLocale(), {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
  });
  const say = (wallTime: string) => format.format(new Date(`${wallTime}Z`));
  return ({ first_at, last_at }) => words.from({ first: say(first_at), last: say(last_at) });
}
