import type {
  CheckImportRowsInput,
  Import,
  ImportRowChoices,
  ImportRowChoicesMatchBy,
  ImportTable,
} from '#panel/api/schema.ts';

/* Types of imports of tables, with the values of maps, which the API's types leave open. */

export type Table = ImportTable;
export type RowChoices = ImportRowChoices;
export type Question = Table['guess']['questions'][number];
export type SampleRow = Table['samples'][number];
export type RowProblem = SampleRow['problems'][number];
export type RowCounts = NonNullable<Import['row_counts']>;
export type MappedColumn = RowChoices['columns'][number];
export type ImportedResource = RowChoices['records'][number]['resource'];
export type MatchKey = ImportRowChoicesMatchBy;
export type CheckInput = CheckImportRowsInput;

/** A record that each row makes. */
export interface MappedRecord {
  readonly key: string;
  readonly resource: ImportedResource;
  /** Field of the link → key of the record to which it leads. */
  readonly links: Readonly<Record<string, string>>;
}

type Open = Readonly<Record<string, unknown>>;

export const isOpen = (value: unknown): value is Open =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Records of a mapping. */
export const recordsIn = (records: RowChoices['records']): MappedRecord[] =>
  records.map(({ key, resource, links }) => ({
    key,
    resource,
    links: Object.fromEntries(Object.entries(links).map(([field, to]) => [field, String(to)])),
  }));

/** Values of a record of a sample; undefined if the row has no such record. */
export function valuesIn({ records }: SampleRow, key: string): Open | undefined {
  const values = records[key];
  return isOpen(values) ? values : undefined;
}

export interface OutcomeCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** Counts of the records of each resource. */
export function countsOfRecords({
  records,
}: RowCounts): readonly (readonly [string, OutcomeCounts])[] {
  return Object.entries(isOpen(records) ? records : {}).map(([resource, counts]) => {
    const { created, updated, unchanged } = isOpen(counts) ? counts : {};
    return [
      resource,
      {
        created: Number(created ?? 0),
        updated: Number(updated ?? 0),
        unchanged: Number(unchanged ?? 0),
      },
    ];
  });
}
