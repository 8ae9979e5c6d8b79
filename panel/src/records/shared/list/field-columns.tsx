import type { ReactNode } from 'react';
import { Avatars } from '#panel/display/Avatars.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import type { CellEdit, DataColumn } from '#panel/ui/DataTable.tsx';
import { type Declarations, type FieldDeclaration, linkName } from '../fields/declaration.ts';
import type { FieldTexts } from '../fields/use-field-texts.ts';

type Row = Readonly<Record<string, unknown>>;

/** Difference of a column from its field's declaration, or a column that is no field. */
type Difference<T> = Partial<DataColumn<T>>;

interface Options<T> {
  readonly fields: Declarations;
  readonly texts: FieldTexts;
  /** Columns by field, in order; all other fields follow. */
  readonly columns: Readonly<Record<string, Difference<T>>>;
  /** Fields without a column, in addition to ids, objects and long texts. */
  readonly hidden: readonly string[];
  /** Saves a cell; absent if rows are not edited in the list. */
  readonly save?: (row: T, change: Readonly<Record<string, unknown>>) => void;
}

const long = ['id', 'object', 'prose'];

const listIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];

const nameIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : null;

/** Value of a field as text, time, people or the name of a linked record. */
function cellOf(
  field: string,
  { kind, target }: FieldDeclaration,
  row: Row,
  texts: FieldTexts,
): ReactNode {
  const value = row[field];
  if (kind === 'link' && target !== 'users') return nameIn(row[linkName(field)]);
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'link':
    case 'links':
      return <Avatars ids={listIn(value)} />;
    case 'texts':
      return listIn(value).join(', ');
    case 'timestamp':
      return <RelativeTime at={String(value)} />;
    case 'date':
      return texts.day(String(value));
    case 'money':
      return <span className="tabular-nums">{texts.money(Number(value))}</span>;
    case 'enum':
      return texts.valueOf(field, String(value));
    default:
      return String(value);
  }
}

const inputTypes: Readonly<Record<string, 'email' | 'tel'>> = {
  email: 'email',
  phone: 'tel',
  mobile_phone: 'tel',
};

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Editing of a field in its cell; undefined if only the record's page can change it. */
function editOf<T extends object>(
  field: string,
  declared: FieldDeclaration,
  { texts, save }: Options<T>,
): CellEdit<T> | undefined {
  if (!save || !declared.isUpdatable) return undefined;
  const valueIn = (row: T) => listIn((row as Row)[field]).join(', ');
  switch (declared.kind) {
    case 'text':
      return {
        value: valueIn,
        save: (row, text) => save(row, { [field]: text === '' ? null : text }),
        type: inputTypes[field] ?? 'text',
        isRequired: declared.isRequired ?? false,
        ...(declared.maxLength !== undefined && { maxLength: declared.maxLength }),
      };
    case 'texts':
      return {
        value: valueIn,
        save: (row, text) => save(row, { [field]: tagsIn(text) }),
      };
    case 'enum':
      return {
        value: valueIn,
        save: (row, value) => save(row, { [field]: value }),
        choices: texts.choicesOf(field),
      };
    default:
      return undefined;
  }
}

function columnOf<T extends object>(
  field: string,
  declared: FieldDeclaration | undefined,
  difference: Difference<T>,
  options: Options<T>,
): DataColumn<T> {
  const { texts } = options;
  const title = texts.labelOf(field);
  if (!declared) return { key: field, title, cell: () => null, ...difference };
  return {
    key: linkName(field),
    title,
    cell: (row) => cellOf(field, declared, row as Row, texts),
    ...(declared.isSortable && { sortKey: field }),
    ...(['number', 'money'].includes(declared.kind) && { isNumber: true }),
    edit: editOf(field, declared, options),
    isWide: difference.width === undefined,
    ...difference,
  };
}

/** Columns of a list from the declaration of its fields. The first is always shown; those without a width are hidden on phones. */
export function fieldColumns<T extends object>(options: Options<T>): readonly DataColumn<T>[] {
  const { fields, columns, hidden } = options;
  const others = Object.entries(fields)
    .filter(
      ([name, { kind }]) => !(name in columns) && !hidden.includes(name) && !long.includes(kind),
    )
    .map(([name]) => [name, {}] as const);
  return [...Object.entries(columns), ...others].map(([name, difference]) =>
    columnOf(name, fields[name], difference, options),
  );
}
