import type { Entry } from '../../../api/types.ts';
import type { AuditFilters } from '../../../data/audit.ts';
import type { AuditWords } from '../../../words/audit/pt-BR.ts';

/** What the address asks for, by the names of its query: days, as they are in the person's time zone. */
export interface Asked {
  readonly who: string;
  readonly what: string;
  readonly record: string;
  readonly from: string;
  readonly to: string;
}

export function askedBy(search: string): Asked {
  const given = new URLSearchParams(search);
  const text = (name: string) => given.get(name) ?? '';
  return {
    who: text('who'),
    what: text('what'),
    record: text('record'),
    from: text('from'),
    to: text('to'),
  };
}

/** The query that asks for it: `?who=…&from=2026-11-01`; empty for everything. */
export function searchOf(asked: Partial<Asked>): string {
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** How far a time zone is ahead of UTC at a moment, in ms. */
function ahead(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const [year = 0, month = 1, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/** When a day begins in a time zone, in ms; NaN for what is no day. */
function startOf(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return utc;
  const guess = utc - ahead(utc, timeZone);
  return utc - ahead(guess, timeZone);
}

const nextDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** What the service is asked for. */
export function filtersOf({ who, what, record, from, to }: Asked, timeZone: string): AuditFilters {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    actor_id: who || undefined,
    operation: what || undefined,
    record_id: record || undefined,
    from: isDay(from) ? instant(startOf(from, timeZone)) : undefined,
    to: isDay(to) ? instant(startOf(nextDay(to), timeZone) - 1) : undefined,
  };
}

/** What an entry was, in two parts that its record's name may follow: what was done, and to what. */
export function deedOf(words: AuditWords, operation: string, type: string | null): string {
  const whole = words.deeds[operation];
  if (whole) return whole[0];
  const [subject = '', verb = ''] = operation.split('.');
  const did = words.verbs[verb]?.[0] ?? operation;
  const record = words.records[type ?? ''] ?? words.records[subject];
  return record ? `${did} ${record}` : did;
}

/** All deeds that can be looked for, by their words: operation → `Criar tarefa`. */
export function choicesOf(
  words: AuditWords,
  operations: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  const label = (operation: string) => {
    const whole = words.deeds[operation]?.[1];
    const [subject = '', verb = ''] = operation.split('.');
    const todo = words.verbs[verb]?.[1];
    // Without its article.
    const record = words.records[subject]?.replace(/^\S+ /, '');
    const text = whole ?? (todo && record ? `${todo} ${record}` : operation);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  return operations
    .map((value) => ({ value, label: label(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** A field that changed. */
export interface Change {
  readonly field: string;
  readonly was: unknown;
  readonly became: unknown;
}

/** Fields that say what the entry's own moment does. */
const silent = ['id', 'created_at', 'updated_at', 'deleted_at'];

export function changesOf({ before, after }: Pick<Entry, 'before' | 'after'>): readonly Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((field) => !silent.includes(field))
    .map((field) => ({ field, was: before?.[field] ?? null, became: after?.[field] ?? null }));
}

interface Said {
  readonly words: AuditWords;
  readonly locale: string;
  readonly timeZone: string;
  /** Names of records by their ids, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
}

const isLong = (value: object): value is { length: number } =>
  'length' in value && typeof value.length === 'number' && 'sha256' in value;

/** A value as people read it. */
export function shown(value: unknown, said: Said, field = ''): string {
  const { words, locale, timeZone, names } = said;
  if (value === null || value === undefined || value === '') return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number')
    return field === 'value'
      ? new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(value)
      : new Intl.NumberFormat(locale).format(value);
  if (Array.isArray(value))
    return value.length === 0 ? words.empty : value.map((each) => shown(each, said)).join(', ');
  if (typeof value === 'object') {
    if (isLong(value))
      return words.text({ length: new Intl.NumberFormat(locale).format(value.length) });
    return Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => `${name}: ${shown(each, said)}`)
      .join(', ');
  }
  const text = String(value);
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
  return names.get(text) ?? words.values[text] ?? text;
}
