import { useMemo } from 'react';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { anyLabelOf } from '#panel/words/fields/words.ts';
import type { Reason, ReasonValues } from '#panel/words/import-problems/pt-BR.ts';
import { useImportProblemWords } from '#panel/words/import-problems/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { RowProblem } from './types.ts';

/** Returns a function that says the reason of a problem of a row. */
export function useReason(): (problem: Pick<RowProblem, 'code' | 'values'>) => string {
  const { value, row, otherRow } = useImportProblemWords();
  const fields = useFieldWords();
  const locale = useLocale();
  return useMemo(() => {
    const count = new Intl.NumberFormat(locale).format;
    const list = new Intl.ListFormat(locale, { type: 'disjunction' });
    const reasons: Readonly<Record<string, Reason>> = { ...value, ...row };
    const written = (each: unknown): string =>
      typeof each === 'number'
        ? count(each)
        : Array.isArray(each)
          ? list.format(each.map(String))
          : String(each);
    /** `PF, PJ` → “Pessoa física ou Pessoa jurídica”. */
    const labels = (choices: string) =>
      list.format(choices.split(', ').map((each) => anyLabelOf(fields, each) ?? each));
    return ({ code, values }) => {
      const reason = reasons[code] ?? otherRow;
      if (typeof reason === 'string') return reason;
      const texts: ReasonValues = Object.fromEntries(
        Object.entries(values).map(([name, each]) => [
          name,
          name === 'choices' ? labels(String(each)) : written(each),
        ]),
      );
      return reason(texts);
    };
  }, [value, row, otherRow, fields, locale]);
}
