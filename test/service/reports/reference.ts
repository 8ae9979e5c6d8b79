import type { Json, Service, TestTeam } from '#test/support/harness.ts';
import { phases, rowsOf } from './agency.ts';

/*
 * Reports computed from plain rows, independently of the service: each fact is a record with the instant at which it counts, its keys, and its
 * contributions.
 */

export interface Fact {
  readonly id: string;
  /** Day in the team's time zone. */
  readonly day: string;
  readonly keys: Readonly<Record<string, string | null | readonly string[]>>;
  /** Filter → values that it accepts. */
  readonly filters: Readonly<Record<string, readonly unknown[]>>;
  readonly values: Readonly<Record<string, number | null>>;
}

const zone = 'America/Sao_Paulo';
const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
});
export const dayOf = (at: unknown) => format.format(new Date(String(at)));
const time = (at: unknown) => Date.parse(String(at));
const days = (from: unknown, to: unknown) => (time(to) - time(from)) / 86_400_000;
const text = (value: unknown) => (value === null || value === '' ? null : String(value));

interface Stay {
  readonly deal: Json;
  readonly phase: string;
  readonly was: string | null;
  readonly at: string;
}

const kindOf = (phase: string | null) =>
  phase === 'ganho' ? 'won' : phase === 'perdido' ? 'lost' : 'open';

/** Stays of each deal, without moves that were undone within ten minutes. */
function staysOf(deals: readonly Json[], moves: readonly Json[]): Stay[][] {
  return deals.map((deal) => {
    const movesOfDeal = moves
      .filter(({ record_id, field }) => record_id === deal.id && field === 'phase')
      .sort((a, b) => time(a.moved_at) - time(b.moved_at));
    const runs: Json[][] = [];
    for (const [i, move] of movesOfDeal.entries()) {
      const before = movesOfDeal[i - 1];
      const isBack =
        before &&
        move.became === before.was &&
        move.was === before.became &&
        move.user_id !== null &&
        move.user_id === before.user_id &&
        time(move.moved_at) - time(before.moved_at) <= 600_000;
      if (isBack) runs.at(-1)?.push(move);
      else runs.push([move]);
    }
    const lasting = runs.flatMap((run) => (run.length % 2 === 1 ? run.slice(0, 1) : []));
    const first = { deal, phase: String(lasting[0]?.was ?? deal.phase), was: null };
    return [
      { ...first, at: String(deal.created_at) },
      ...lasting.map(({ was, became, moved_at }) => ({
        ...{ deal, phase: String(became), was: String(was), at: String(moved_at) },
      })),
    ];
  });
}

const dealKeys = (deal: Json) => ({
  person: text(deal.responsible_id),
  source: text(deal.source),
  client: text(deal.client_id),
});
const dealFilters = (deal: Json) => ({
  user_id: [deal.responsible_id],
  client_id: [deal.client_id],
  source: [deal.source],
});

function funnel(stays: readonly (readonly Stay[])[]): Fact[] {
  return stays.flatMap((ofDeal) =>
    ofDeal.map((stay, i) => {
      const later = ofDeal.slice(i + 1);
      const isOpen = kindOf(stay.phase) === 'open';
      const isWon = later.some(({ phase }) => kindOf(phase) === 'won');
      const place = phases.indexOf(stay.phase);
      const isFurther = later.some(
        ({ phase }) => kindOf(phase) === 'open' && phases.indexOf(phase) > place,
      );
      const [next] = later;
      return {
        id: String(stay.deal.id),
        day: dayOf(stay.at),
        keys: { ...dealKeys(stay.deal), phase: stay.phase },
        filters: { ...dealFilters(stay.deal), phase: [stay.phase] },
        values: {
          entries: 1,
          conversion: isOpen ? (isFurther || isWon ? 100 : 0) : null,
          won: isOpen ? (isWon ? 100 : 0) : null,
          days_median: next ? days(stay.at, next.at) : null,
        },
      };
    }),
  );
}

function wonLost(stays: readonly (readonly Stay[])[]): Fact[] {
  return stays.flatMap((ofDeal) => {
    const last = ofDeal.findLast(({ phase, was }) => was === null || kindOf(phase) !== kindOf(was));
    const deal = last?.deal;
    if (!last || !deal) return [];
    const kind = kindOf(last.phase);
    if (kind === 'open' || kind !== kindOf(String(deal.phase))) return [];
    const isWon = kind === 'won';
    const value = deal.value as number | null;
    return [
      {
        id: String(deal.id),
        day: dayOf(last.at),
        keys: {
          ...dealKeys(deal),
          reason: isWon ? null : text(deal.loss_reason),
          phase: String(deal.phase),
        },
        filters: dealFilters(deal),
        values: {
          won: isWon ? 1 : null,
          won_value: isWon ? value : null,
          lost: isWon ? null : 1,
          lost_value: isWon ? null : value,
          win_rate: isWon ? 100 : 0,
          days_median: isWon ? days(deal.created_at, last.at) : null,
        },
      },
    ];
  });
}

function forecast(
  deals: readonly Json[],
  snapshots: readonly Json[],
  entries: readonly Json[],
  closed: readonly Fact[],
): Fact[] {
  const month = (day: unknown) => `${String(day).slice(0, 7)}-01`;
  const current = month(dayOf(new Date().toISOString()));
  const rules: Record<string, number> = { lead: 10, proposta: 60 };
  const factOf = (deal: Json, from: Json, expected: string, of: string, probability: unknown) => {
    const isLate = expected < of;
    const value = from.value as number | null;
    const weighted =
      value === null || typeof probability !== 'number' ? null : (value * probability) / 100;
    return {
      id: String(deal.id),
      day: isLate ? of : expected,
      keys: { ...dealKeys(deal), person: text(from.responsible_id), phase: text(from.phase) },
      filters: { ...dealFilters(deal), user_id: [from.responsible_id] },
      values: {
        forecast: isLate ? null : weighted,
        expected_value: isLate || typeof probability !== 'number' ? null : value,
        deals: isLate || typeof probability !== 'number' ? null : 1,
        late_value: isLate ? weighted : null,
      },
    };
  };
  const byId = new Map(deals.map((deal) => [deal.id, deal]));
  const recorded = entries.flatMap((entry) => {
    const [deal, expected] = [byId.get(entry.deal_id), entry.expected_close_date];
    if (!deal || expected === null || month(expected) > String(entry.month)) return [];
    const probability = entry.probability ?? entry.phase_probability;
    return [factOf(deal, entry, String(expected), String(entry.month), probability)];
  });
  const taken = new Set(snapshots.map((each) => String(each.month)));
  const open = deals.flatMap((deal) => {
    const expected = deal.expected_close_date;
    if (deal.status !== 'ativo' || kindOf(String(deal.phase)) !== 'open' || expected === null)
      return [];
    const of = month(expected) > current ? month(expected) : current;
    if (taken.has(of)) return [];
    const probability = deal.probability ?? rules[String(deal.phase)];
    return [factOf(deal, deal, String(expected), of, probability)];
  });
  const won = closed.map(({ values, ...fact }) => ({
    ...fact,
    values: { won_value: values.won_value ?? null },
  }));
  return [...recorded, ...open, ...won];
}

function tasksOf(
  tasks: readonly Json[],
  projects: ReadonlyMap<unknown, Json>,
  moves: readonly Json[],
) {
  const today = dayOf(new Date().toISOString());
  return tasks
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap((task): Fact[] => {
      const project = projects.get(task.project_id);
      const assignees = task.assignee_ids as string[];
      const fact = {
        id: String(task.id),
        keys: {
          person: assignees,
          project: text(task.project_id),
          client: text(project?.client_id ?? null),
        },
        filters: {
          user_id: assignees,
          project_id: [task.project_id],
          client_id: [project?.client_id],
        },
      };
      const facts: Fact[] = [];
      const done = task.completed_at === null ? null : dayOf(task.completed_at);
      if (done !== null) {
        const [first] = moves
          .filter(({ record_id, field }) => record_id === task.id && field === 'column')
          .map(({ moved_at }) => moved_at)
          .sort((a, b) => time(a) - time(b));
        facts.push({
          ...fact,
          day: done,
          values: {
            done: 1,
            lead_median: Math.max(days(task.created_at, task.completed_at), 0),
            cycle_median: first ? Math.max(days(first, task.completed_at), 0) : null,
          },
        });
      }
      const due = task.due_date as string | null;
      const isCounted = done !== null || ['backlog', 'active'].includes(String(project?.status));
      if (due !== null && due < today && isCounted) {
        const isLate = done === null || done > due;
        facts.push({
          ...fact,
          day: due,
          values: { due: 1, late: isLate ? 1 : null, late_rate: isLate ? 100 : 0 },
        });
      }
      return facts;
    });
}

function hoursOf(
  entries: readonly Json[],
  tasks: readonly Json[],
  projects: ReadonlyMap<unknown, Json>,
) {
  const spent = entries.map(
    (entry): Fact => ({
      id: String(entry.id),
      day: dayOf(entry.started_at),
      keys: {
        person: text(entry.user_id),
        project: text(entry.project_id),
        client: text(entry.client_id),
      },
      filters: {
        user_id: [entry.user_id],
        project_id: [entry.project_id],
        client_id: [entry.client_id],
      },
      values: {
        hours: Number(entry.minutes) / 60,
        billable: entry.is_billable === true ? Number(entry.minutes) / 60 : null,
      },
    }),
  );
  const estimated = tasks.flatMap((task): Fact[] => {
    if (task.deleted_at !== null || task.completed_at === null || task.estimated_hours === null)
      return [];
    const client = projects.get(task.project_id)?.client_id ?? null;
    const [first = null] = task.assignee_ids as string[];
    return [
      {
        id: String(task.id),
        day: dayOf(task.completed_at),
        keys: { person: first, project: text(task.project_id), client: text(client) },
        filters: { user_id: [first], project_id: [task.project_id], client_id: [client] },
        values: {
          estimated: Number(task.estimated_hours),
          spent: Number(task.actual_hours ?? 0),
        },
      },
    ];
  });
  return [...spent, ...estimated];
}

/** Facts of each report, from plain rows. */
export async function referenceFacts(
  service: Service,
  team: TestTeam,
): Promise<Readonly<Record<string, readonly Fact[]>>> {
  const tables = [
    ...['deals', 'moves', 'deal_snapshots', 'deal_snapshot_entries'],
    ...['tasks', 'projects', 'time_entries'],
  ];
  const [deals, moves, snapshots, snapshotEntries, tasks, projects, entries] = (await Promise.all(
    tables.map((table) => rowsOf(service, team, table)),
  )) as [Json[], Json[], Json[], Json[], Json[], Json[], Json[]];
  const stays = staysOf(deals, moves);
  const closed = wonLost(stays);
  const byId = new Map(projects.map((project) => [project.id, project]));
  return {
    funnel: funnel(stays),
    won_lost: closed,
    forecast: forecast(deals, snapshots, snapshotEntries, closed),
    tasks: tasksOf(tasks, byId, moves),
    hours: hoursOf(entries, tasks, byId),
  };
}
