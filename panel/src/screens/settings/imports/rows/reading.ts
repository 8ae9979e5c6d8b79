import { readImportAgainInputEncodings } from '#panel/api/enumerations.ts';
import type { ReadImportAgainInput } from '#panel/api/schema.ts';
import type { ImportedResource, Table } from './types.ts';

/** Reading of a file, as far as people correct it. */
export type FileReading = Pick<
  Table,
  'format' | 'sheets' | 'sheet' | 'separator' | 'encoding' | 'header_line'
>;

/** A text that could not be read. */
export const unreadText: FileReading = {
  ...{ format: 'csv', sheets: [], sheet: null, separator: null, encoding: '', header_line: 1 },
};

/* Options for reading a file, as the API takes them. */

/** Separators by the names of the API. */
export const separators = { semicolon: ';', comma: ',', tab: '\t', pipe: '|' } as const;
export type SeparatorName = keyof typeof separators;

export const separatorNames = Object.keys(separators) as SeparatorName[];

/** Name of a separator; undefined for one that people do not choose. */
export const separatorNameOf = (separator: string | null): SeparatorName | undefined =>
  separatorNames.find((name) => separators[name] === separator);

/** Encodings that people choose. */
export const encodingNames = readImportAgainInputEncodings;
export type EncodingName = (typeof encodingNames)[number];

/** The encoding of a table; undefined for a file with two. */
export const encodingNameOf = (encoding: string): EncodingName | undefined =>
  encodingNames.find((name) => name === encoding);

/** The file as it was read, for reading it as a table of other records. */
export function sameReading(
  { format, sheet, separator, encoding, header_line: header }: Table,
  resource: ImportedResource,
): ReadImportAgainInput {
  const hasOptions = format === 'csv' || format === 'xlsx';
  return {
    resource,
    ...(hasOptions && {
      sheet,
      separator: separatorNameOf(separator),
      encoding: format === 'csv' ? encodingNameOf(encoding) : undefined,
      header_line: header ?? 0,
    }),
  };
}
