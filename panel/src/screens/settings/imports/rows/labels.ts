import { useMemo } from 'react';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { fieldLabel } from './field-label.ts';
import type { MappedRecord } from './types.ts';

export interface MappingLabels {
  readonly field: (field: string) => string;
  /** Name of a record among those of its row: “Contato”, or “Contato 2”. */
  readonly record: (record: MappedRecord) => string;
}

/** Labels of the records and fields of a mapping. */
export function useMappingLabels(): MappingLabels {
  const words = useImportRowsWords();
  const fields = useFieldWords();
  return useMemo(
    () => ({
      field: (field) => fieldLabel(words, fields, field),
      record: ({ key, resource }) => {
        const name = fields.kinds[resource].one;
        const n = /(\d+)$/.exec(key)?.[1];
        return n === undefined ? name : words.columns.second({ name, n });
      },
    }),
    [words, fields],
  );
}
