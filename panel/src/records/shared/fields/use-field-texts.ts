import { useMemo } from 'react';
import { useDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { labelOf, valuesOf } from '#panel/words/fields/words.ts';

export type FieldTexts = ReturnType<typeof useFieldTexts>;

/** Labels and formats of the fields of a kind of record. */
export function useFieldTexts(kind: string) {
  const words = useFieldWords();
  const money = useMoneyFormat();
  const day = useDayFormat();
  return useMemo(
    () => ({
      money,
      day,
      labelOf: (field: string) => labelOf(words, field) ?? field,
      valueOf: (field: string, value: string) => valuesOf(words, kind, field)?.[value] ?? value,
      /** Values of an enumeration in the order in which people choose them. */
      choicesOf: (field: string) =>
        Object.entries(valuesOf(words, kind, field) ?? {}).map(([value, label]) => ({
          value,
          label,
        })),
    }),
    [words, money, day, kind],
  );
}
