import { anyLabelOf, type FieldWords, labelOf, valuesOf } from '../fields/words.ts';
import { phaseName } from '../phases.ts';
import type { AuditWords } from './pt-BR.ts';

/* Texts of audit entries. */

/** Text of an operation, with the record's name to follow: verb and object. */
export function operationText(words: AuditWords, operation: string, type: string | null): string {
  const whole = words.deeds[operation];
  if (whole) return whole[0];
  const [subject = '', verb = ''] = operation.split('.');
  const did = words.verbs[verb]?.[0] ?? operation;
  const record = words.records[type ?? ''] ?? words.records[subject];
  return record ? `${did} ${record}` : did;
}

/** An operation in the infinitive: `Criar tarefa`. */
export function actionName(words: AuditWords, operation: string): string {
  const whole = words.deeds[operation]?.[1];
  const [subject = '', verb = ''] = operation.split('.');
  const todo = words.verbs[verb]?.[1];
  // Removes the article.
  const record = words.records[subject]?.replace(/^\S+ /, '');
  const text = whole ?? (todo && record ? `${todo} ${record}` : operation);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Last known name of a record, if its entry has one. */
export function storedName({ before, after }: StoredName): string | undefined {
  for (const values of [after, before])
    for (const field of ['title', 'name', 'full_name', 'custom_name', 'phone', 'email']) {
      const name = values?.[field];
      if (typeof name === 'string' && name !== '') return name;
    }
  return undefined;
}

/** Changed field. */
export interface Change {
  readonly field: string;
  readonly was: unknown;
  readonly became: unknown;
}

type Values = Readonly<Record<string, unknown>> | null;

/** Values that an entry stores. */
interface StoredName {
  readonly before: Values;
  readonly after: Values;
}

/** Fields that repeat the time or record of the entry. */
const hiddenFields = ['id', 'created_at', 'updated_at', 'deleted_at'];

export function changesOf({ before, after }: StoredName): readonly Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((field) => !hiddenFields.includes(field))
    .map((field) => ({ field, was: before?.[field] ?? null, became: after?.[field] ?? null }))
    .filter(({ was, became }) => JSON.stringify(was) !== JSON.stringify(became));
}

export interface FormatContext {
  readonly words: AuditWords;
  readonly fields: FieldWords;
  /** Kind of the changed record. */
  readonly kind: string | null;
  readonly locale: string;
  readonly timeZone: string;
  /** Known names of records, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Label of a changed field. */
export const fieldLabel = (
  { words, fields }: Pick<FormatContext, 'words' | 'fields'>,
  field: string,
) => labelOf(fields, field) ?? words.fields[field] ?? field;

const phases = ['phase', 'deal_phases', 'won_phases', 'lost_phases'];

const isLong = (value: object): value is { length: number } =>
  'length' in value && typeof value.length === 'number' && 'sha256' in value;

/** Formats a value for display. */
export function formatValue(value: unknown, context: FormatContext, field = ''): string {
  const { words, fields, kind, locale, timeZone, names } = context;
  if (value === null || value === undefined || value === '') return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number')
    return field === 'value'
      ? new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(value)
      : new Intl.NumberFormat(locale).format(value);
  if (Array.isArray(value))
    return value.length === 0
      ? words.empty
      : value
          .map((each) => formatValue(each, context, field))
          .join(typeof value[0] === 'object' ? '; ' : ', ');
  if (typeof value === 'object') {
    if (isLong(value))
      return words.text({ length: new Intl.NumberFormat(locale).format(value.length) });
    return Object.entries(value)
      .filter(([, each]) => each !== null && !(Array.isArray(each) && each.length === 0))
      .map(([name, each]) => {
        // Not every number under this name is an amount.
        const nested = name === 'value' ? '' : name;
        return `${fieldLabel(context, name)}: ${formatValue(each, context, nested)}`;
      })
      .join(', ');
  }
  const text = String(value);
  if (phases.includes(field)) return phaseName(text);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text))
    return new Intl.DateTimeFormat(locale, {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(text));
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'short' }).format(
      new Date(text),
    );
  const label =
    kind !== null && kind in fields.values
      ? valuesOf(fields, kind, field)?.[text]
      : anyLabelOf(fields, text);
  return names.get(text) ?? label ?? words.values[text] ?? text;
}
