import { type FieldWords, labelOf } from '#panel/words/fields/words.ts';
import type { ImportRowsWords } from '#panel/words/import-rows/pt-BR.ts';
import { splitTarget } from './mapping.ts';

/** Label of a field of a mapping: that of the record's field, or of what only imports have. */
export function fieldLabel(words: ImportRowsWords, fields: FieldWords, field: string): string {
  const [address, part] = splitTarget(field);
  const parts: Readonly<Record<string, string>> = fields.address;
  if (address === 'address') return parts[part] ?? part;
  return words.fields[field] ?? labelOf(fields, field) ?? field;
}
