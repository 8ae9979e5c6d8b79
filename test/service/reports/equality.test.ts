import { expect, test } from 'vitest';
import {
  type FilterName,
  type Measure,
  type ReportName,
  reports,
} from '#server/features/reports/definitions.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { fillAgency, pick, type Random, randomOf } from './agency.ts';
import { type Fact, referenceFacts } from './reference.ts';

/* Reports equal plain selects, for random periods, dimensions and filters; and the records of each number add up to it. */

const service = useService();
const dayMs = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

interface Call {
  readonly report: ReportName;
  readonly by: string;
  readonly from: string;
  readonly to: string;
  readonly filters: Readonly<Record<string, string>>;
}

function randomPeriod(random: Random) {
  const first = Date.now() - Math.floor(random() * 700) * dayMs;
  if (random() < 0.4) {
    const from = new Date(first);
    from.setUTCDate(1);
    const to = new Date(from);
    to.setUTCMonth(to.getUTCMonth() + 1 + Math.floor(random() * 6), 0);
    return { from: isoDay(from.getTime()), to: isoDay(to.getTime()) };
  }
  return { from: isoDay(first), to: isoDay(first + Math.floor(random() ** 2 * 400) * dayMs) };
}

function randomCall(random: Random, report: ReportName, facts: readonly Fact[]): Call {
  const { by, filters } = reports[report];
  const chosen: Record<string, string> = {};
  for (const name of filters) {
    if (random() > 0.3) continue;
    const of = pick(random, facts).filters[name as FilterName] ?? [];
    const value = of[0];
    if (typeof value === 'string') chosen[name] = value;
  }
  return { report, by: pick(random, by), ...randomPeriod(random), filters: chosen };
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Like percentile_cont. */
function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

function expectedValue(
  measures: Readonly<Record<string, Measure>>,
  name: string,
  facts: readonly Fact[],
): number | null {
  const { method } = measures[name] as Measure;
  const values = facts.flatMap((fact) => fact.values[name] ?? []);
  if (typeof method === 'object') {
    const [part, whole] = method.rate.map((each) => expectedValue(measures, each, facts) ?? 0);
    return whole ? ((part ?? 0) / whole) * 100 : null;
  }
  if (method === 'count') return values.length;
  if (method === 'sum') return sum(values);
  if (method === 'average') return values.length === 0 ? null : sum(values) / values.length;
  return percentile(values, method === 'median' ? 0.5 : 0.9);
}

const mondayOf = (day: string) =>
  isoDay(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * dayMs);

const keysOf = (fact: Fact, by: string): readonly (string | null)[] => {
  if (by === 'month') return [`${fact.day.slice(0, 7)}-01`];
  if (by === 'week') return [mondayOf(fact.day)];
  const key = fact.keys[by] ?? null;
  if (typeof key === 'string' || key === null) return [key];
  return key.length > 0 ? key : [null];
};

const isClose = (actual: unknown, expected: number | null) =>
  actual === expected ||
  (typeof actual === 'number' &&
    expected !== null &&
    Math.abs(actual - expected) <= 0.006 + Math.abs(expected) * 1e-9);

/** Measures that are no sums of records. */
const computed = new Set(['capacity', 'utilisation']);

test('reports equal plain selects for 200 random filters and periods, and their records add up to each number', {
  timeout: 600_000,
}, async () => {
  const team = await service.team();
  await fillAgency(service, team, 7);
  const member = await makePerson(service, team, 'owner');
  const { facts: reference, backlog } = await referenceFacts(service, team);
  const random = randomOf(31);
  const names = Object.keys(reference) as ReportName[];
  const numbers = new Map<string, number>();
  for (let turn = 0; turn < 200; turn += 1) {
    const report = names[turn % names.length] as ReportName;
    const all = reference[report] ?? [];
    const call = randomCall(random, report, all);
    const query = new URLSearchParams({
      report,
      from: call.from,
      to: call.to,
      by: call.by,
      ...call.filters,
    });
    const { status, data, text } = await member.get(`/reports?${query}`);
    expect(status, `${query} ${text}`).toBe(200);
    const { measures } = reports[report];
    const matching = all.filter(({ filters }) =>
      Object.entries(call.filters).every(([name, value]) => filters[name]?.includes(value)),
    );
    const within = (from: unknown, to: unknown) =>
      matching.filter(({ day }) => String(from) <= day && day <= String(to));
    const open = (last: unknown) =>
      report !== 'answers'
        ? []
        : backlog(String(last)).filter(({ filters }) =>
            Object.entries(call.filters).every(([name, value]) => filters[name]?.includes(value)),
          );
    const [now, before] = [
      [...within(call.from, call.to), ...open(call.to)],
      [...within(data.previous_from, data.previous_to), ...open(data.previous_to)],
    ];
    const columns = data.columns as { measure: string; has_records: boolean }[];
    const compare = (what: string, actual: readonly unknown[], facts: readonly Fact[]) => {
      for (const [i, { measure }] of columns.entries()) {
        if (computed.has(measure)) continue;
        const expected = expectedValue(measures, measure, facts);
        if (!isClose(actual[i], expected))
          expect.fail(
            `${query}: ${measure} of ${what} is ${String(actual[i])} instead of ${String(expected)}`,
          );
        if (expected)
          numbers.set(`${report}.${measure}`, (numbers.get(`${report}.${measure}`) ?? 0) + 1);
      }
    };
    const totals = data.totals as { value: unknown; previous: unknown }[];
    compare(
      'the total',
      totals.map(({ value }) => value),
      now,
    );
    compare(
      'the previous total',
      totals.map(({ previous }) => previous),
      before,
    );
    const rows = data.rows as { key: string | null; values: unknown[]; previous: unknown[] }[];
    const keys = new Set(rows.map(({ key }) => key));
    for (const fact of now)
      for (const key of keysOf(fact, call.by))
        if (!keys.has(key)) expect.fail(`${query}: a row of ${String(key)} is missing`);
    const inRow = (facts: readonly Fact[], key: string | null) => {
      const all = facts.filter((fact) => keysOf(fact, call.by).includes(key));
      if (report !== 'answers' || key === null || !['month', 'week'].includes(call.by)) return all;
      // The backlog of a month or a week is that of its end.
      const next = new Date(key);
      if (call.by === 'month') next.setUTCMonth(next.getUTCMonth() + 1);
      else next.setUTCDate(next.getUTCDate() + 7);
      const last = isoDay(next.getTime() - dayMs);
      return [
        ...all.filter(({ values }) => values.backlog === undefined),
        ...open(last < call.to ? last : call.to),
      ];
    };
    for (const { key, values, previous } of rows) {
      compare(`row ${String(key)}`, values, inRow(now, key));
      if (call.by !== 'month' && call.by !== 'week')
        compare(`previous row ${String(key)}`, previous, inRow(before, key));
    }
    // The records of one number of the table, and of its total.
    const listable = columns.filter(
      ({ measure, has_records }) => has_records && !computed.has(measure),
    );
    const { measure } = pick(random, listable);
    const { method } = measures[measure] as Measure;
    const counted = typeof method === 'object' ? method.rate[0] : measure;
    for (const row of [undefined, ...(rows.length > 0 ? [pick(random, rows)] : [])]) {
      const place: Record<string, string> =
        row === undefined ? {} : row.key === null ? { without_key: 'true' } : { row: row.key };
      const facts = row === undefined ? now : inRow(now, row.key);
      const expected = facts.filter((fact) => (fact.values[counted] ?? null) !== null);
      const listed: Json[] = [];
      for (let page = 1; listed.length < expected.length || page === 1; page += 1) {
        const of = new URLSearchParams({
          ...Object.fromEntries(query),
          measure,
          ...place,
          page: String(page),
          limit: '100',
        });
        const answer = await member.get(`/reports/records?${of}`);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.data.total, String(of)).toBe(expected.length);
        listed.push(...(answer.data.records as Json[]));
        if ((answer.data.records as Json[]).length === 0) break;
      }
      expect(listed.map(({ id }) => id).toSorted()).toEqual(
        expected.map(({ id }) => id).toSorted(),
      );
      const total = sum(listed.map(({ value }) => Number(value)));
      const wanted = sum(expected.map(({ values }) => values[counted] ?? 0));
      if (!isClose(total, wanted))
        expect.fail(`${query} ${measure}: the records add up to ${total} instead of ${wanted}`);
    }
  }
  // Each measure was compared with numbers that are not zero.
  for (const report of names)
    for (const [name, { isHidden }] of Object.entries(reports[report].measures))
      if (!isHidden && !computed.has(name))
        expect(numbers.get(`${report}.${name}`) ?? 0, `${report}.${name}`).toBeGreaterThan(5);
});
