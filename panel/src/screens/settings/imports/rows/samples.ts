import {
  type ImportedResource,
  type MappedRecord,
  type RowProblem,
  type SampleRow,
  valuesIn,
} from './types.ts';

/* The first rows as a table: a column for each field that any of them fills or has a problem in. */

export interface SampleColumn {
  readonly record: MappedRecord;
  readonly field: string;
}

export interface SampleCell {
  readonly resource: ImportedResource;
  readonly field: string;
  /** Undefined if nothing is stored. */
  readonly value: unknown;
  readonly problems: readonly RowProblem[];
}

/** Fields that say more than others come first, whatever the order of the file. */
const titles = ['title', 'name', 'custom_name'];

/** Columns of the samples, by record in the order of the mapping. */
export function columnsOf(
  samples: readonly SampleRow[],
  records: readonly MappedRecord[],
): readonly SampleColumn[] {
  return records.flatMap((record) => {
    const fields = new Set<string>();
    for (const sample of samples) {
      for (const field of Object.keys(valuesIn(sample, record.key) ?? {})) fields.add(field);
      for (const problem of sample.problems)
        if (problem.record === record.key && problem.field !== null) fields.add(problem.field);
    }
    const sorted = [...fields].sort(
      (a, b) => Number(titles.includes(b)) - Number(titles.includes(a)),
    );
    return sorted.map((field) => ({ record, field }));
  });
}

/** An empty list is nothing to show. */
const stored = (value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value);

/** Cell of a row. */
export const cellOf = (sample: SampleRow, { record, field }: SampleColumn): SampleCell => ({
  resource: record.resource,
  field,
  value: stored(valuesIn(sample, record.key)?.[field]),
  problems: sample.problems.filter(
    (problem) => problem.record === record.key && problem.field === field,
  ),
});

/** Problems of a row that belong to no cell. */
export const problemsOfRow = ({ problems }: SampleRow): readonly RowProblem[] =>
  problems.filter(({ record, field }) => record === null || field === null);

export const isRefused = ({ problems }: SampleRow) =>
  problems.some(({ is_refusal: isRefusal }) => isRefusal);
