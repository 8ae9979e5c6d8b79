import { actionName } from '#panel/words/audit/describe-change.ts';
import type { AuditWords } from '#panel/words/audit/pt-BR.ts';
import type { AuditFilters } from './queries.ts';

/** Filters in the address, by parameter name; days are in the user's time zone. */
export interface AddressFilters {
  readonly who: string;
  readonly what: string;
  readonly record: string;
  readonly from: string;
  readonly to: string;
}

export function addressFiltersIn(search: string): AddressFilters {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name) ?? '';
  return {
    who: text('who'),
    what: text('what'),
    record: text('record'),
    from: text('from'),
    to: text('to'),
  };
}

/** Query string of the filters: `?who=…&from=2026-11-01`; empty without filters. */
export function searchOf(filters: Partial<AddressFilters>): string {
  const entries = Object.entries(filters).filter(([, value]) => value !== '');
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

/** Offset of a time zone from UTC at a moment, in ms. */
function zoneOffset(at: number, timeZone: string): number {
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

/** Start of a day in a time zone, in ms; NaN for an invalid day. */
function startOf(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc)) return utc;
  const guess = utc - zoneOffset(utc, timeZone);
  return utc - zoneOffset(guess, timeZone);
}

const nextDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Query for the server. */
export function filtersOf(
  { who, what, record, from, to }: AddressFilters,
  timeZone: string,
): AuditFilters {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    actor_id: who || undefined,
    operation: what || undefined,
    record_id: record || undefined,
    from: isDay(from) ? instant(startOf(from, timeZone)) : undefined,
    to: isDay(to) ? instant(startOf(nextDay(to), timeZone) - 1) : undefined,
  };
}

/** Operations to filter by, with their labels: operation → `Criar tarefa`. */
export function choicesOf(
  words: AuditWords,
  operations: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  return operations
    .map((value) => ({ value, label: actionName(words, value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
