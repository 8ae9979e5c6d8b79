import type { ReadImportAgainInput } from '#panel/api/schema.ts';
import type { ImportedResource, Table } from './types.ts';

/* Options for reading a file, as the API takes them. */

/** Separators by the names of the API. */
export const separators = { semicolon: ';', comma: ',', tab: '\t', pipe: '|' } as const;
export type SeparatorName = keyof typeof separators;

export const separatorNames = Object.keys(separators) as SeparatorName[];

/** Name of a separator; undefined for one that people do not choose. */
export const separatorNameOf = (separator: string | null): SeparatorName | undefined =>
  separatorNames.find((name) => separators[name] === separator);

/** The file as it was read, for reading it as a table of other records. */
export function sameReading(
  { format, sheet, separator, header_line: header }: Table,
  resource: ImportedResource,
): ReadImportAgainInput {
  const hasOptions = format === 'csv' || format === 'xlsx';
  return {
    resource,
    ...(hasOptions && {
      sheet,
      separator: separatorNameOf(separator),
      header_line: header ?? 0,
    }),
  };
}
