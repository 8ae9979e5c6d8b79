import { periodsUntil, type Terms } from '#server/features/retainers/periods.ts';
import type { Json, Service, TestTeam } from '#test/support/harness.ts';
import { businessHours, phases, rowsOf } from './agency.ts';

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

/** Business hours between two instants: in UTC−3, as the clock was not changed in these years. */
export function openHours(from: number, to: number, hours: typeof businessHours.team): number {
  const local = (at: number) => at - 3 * 3_600_000;
  let sum = 0;
  for (let day = Math.floor(local(from) / 86_400_000); day * 86_400_000 < local(to); day += 1) {
    const date = new Date(day * 86_400_000);
    const isHoliday = hours.holidays.some(
      (each) => each.date.slice(5) === date.toISOString().slice(5, 10),
    );
    if (isHoliday) continue;
    for (const block of hours.weekly) {
      if (block.weekday !== date.getUTCDay()) continue;
      const edge = (text: string) =>
        day * 86_400_000 + Number(text.slice(0, 2)) * 3_600_000 + Number(text.slice(3)) * 60_000;
      sum += Math.max(
        0,
        Math.min(local(to), edge(block.to)) - Math.max(local(from), edge(block.from)),
      );
    }
  }
  return sum / 3_600_000;
}

const bucketOf = (hours: number | null) =>
  hours === null
    ? null
    : hours < 1
      ? '0-1'
      : hours < 4
        ? '1-4'
        : hours < 8
          ? '4-8'
          : hours < 24
            ? '8-24'
            : '24+';

/** The first day of which the backlog at its end is needed: it is counted from these functions, as it depends on the day. */
export type Backlog = (day: string) => readonly Fact[];

function answers(
  conversations: readonly Json[],
  messages: readonly Json[],
  moves: readonly Json[],
  inboxes: ReadonlyMap<unknown, Json>,
): { facts: Fact[]; backlog: Backlog } {
  const firstQuestions = new Map<unknown, number>();
  for (const { conversation_id, status, sent_at, created_at } of messages) {
    if (status !== 'received') continue;
    const at = time(sent_at ?? created_at);
    firstQuestions.set(conversation_id, Math.min(at, firstQuestions.get(conversation_id) ?? at));
  }
  const changes = Map.groupBy(
    moves.filter(({ resource, field }) => resource === 'conversations' && field === 'status'),
    ({ record_id }) => record_id,
  );
  const direct = conversations.filter(({ group_id }) => group_id === null);
  const placed = (conversation: Json, hours: number | null) => ({
    id: String(conversation.id),
    keys: {
      inbox: String(conversation.inbox_id),
      person: text(conversation.assignee_id),
      bucket: bucketOf(hours),
    },
    filters: { inbox_id: [conversation.inbox_id], user_id: [conversation.assignee_id] },
  });
  const facts = direct.flatMap((conversation): Fact[] => {
    const hours = (inboxes.get(conversation.inbox_id)?.business_hours ??
      businessHours.team) as typeof businessHours.team;
    const result: Fact[] = [];
    const { first_answered_at: answered } = conversation;
    if (answered !== null) {
      const begin = firstQuestions.get(conversation.id);
      const took =
        begin === undefined ? null : openHours(begin, Math.max(begin, time(answered)), hours);
      result.push({
        ...placed(conversation, took),
        day: dayOf(answered),
        values: { answers: 1, answer_median: took, answer_p90: took },
      });
    }
    let opened = time(conversation.created_at);
    for (const { was, became, moved_at } of (changes.get(conversation.id) ?? []).toSorted(
      (a, b) => time(a.moved_at) - time(b.moved_at),
    )) {
      if (was === 'resolved') opened = time(moved_at);
      if (became !== 'resolved') continue;
      const took = openHours(opened, time(moved_at), hours);
      result.push({
        ...placed(conversation, took),
        day: dayOf(moved_at),
        values: { resolutions: 1, resolution_median: took, resolution_p90: took },
      });
    }
    return result;
  });
  const backlog = (day: string) => {
    const end = Date.parse(`${day}T00:00:00Z`) + 27 * 3_600_000;
    return direct
      .filter((conversation) => {
        if (time(conversation.created_at) >= end) return false;
        const [next] = (changes.get(conversation.id) ?? [])
          .filter(({ moved_at }) => time(moved_at) >= end)
          .sort((a, b) => time(a.moved_at) - time(b.moved_at));
        return (next ? next.was : conversation.status) !== 'resolved';
      })
      .map(
        (conversation): Fact => ({
          ...placed(conversation, null),
          day,
          values: { backlog: 1 },
        }),
      );
  };
  return { facts, backlog };
}

function approvals(
  items: readonly Json[],
  requests: ReadonlyMap<unknown, Json>,
  rounds: readonly Json[],
  campaigns: ReadonlyMap<unknown, Json>,
): Fact[] {
  return items.flatMap((item) => {
    const request = requests.get(item.request_id);
    const campaign = campaigns.get(item.campaign_id);
    const isDecided = item.state === 'approved' || item.state === 'rejected';
    if (request?.stage !== 'client' || !isDecided) return [];
    const ofItem = rounds.filter(({ request_id }) => request_id === item.request_id);
    const askedAt = Math.min(...ofItem.map(({ created_at }) => time(created_at)));
    const took = (time(item.decided_at) - askedAt) / 86_400_000;
    const isApproved = item.state === 'approved';
    return [
      {
        id: String(campaign?.id),
        day: dayOf(item.decided_at),
        keys: {
          client: text(request.client_id),
          project: text(campaign?.project_id),
          person: text(request.created_by),
        },
        filters: {
          client_id: [request.client_id],
          project_id: [campaign?.project_id],
          user_id: [request.created_by],
        },
        values: {
          approved: isApproved ? 1 : null,
          rejected: isApproved ? null : 1,
          days_median: took,
          days_p90: took,
          rounds: ofItem.length,
          first_round: isApproved && ofItem.length === 1 ? 100 : 0,
        },
      },
    ];
  });
}

const dayOfPeriod = (day: unknown) => String(day).slice(0, 10);

/** Balances of the periods of a contract by a plain simulation: hours in lots that expire. */
function retainers(contracts: readonly Json[], entries: readonly Json[]): Fact[] {
  const today = dayOf(new Date().toISOString());
  return contracts.flatMap((contract): Fact[] => {
    const place = {
      id: String(contract.id),
      keys: {
        contract: String(contract.id),
        client: text(contract.client_id),
        person: text(contract.owner_id),
      },
      filters: { client_id: [contract.client_id], user_id: [contract.owner_id] },
    };
    const facts: Fact[] = [];
    if (contract.renews_on !== null && ['active', 'paused'].includes(String(contract.status)))
      facts.push({ ...place, day: dayOfPeriod(contract.renews_on), values: { renewals: 1 } });
    const isUnknown = contract.status === 'ended' && contract.ends_on === null;
    if (contract.status === 'draft' || contract.included_hours === null || isUnknown) return facts;
    const terms = {
      period: contract.period,
      starts_on: contract.starts_on ?? dayOf(contract.created_at),
      ends_on: contract.ends_on,
    } as Terms;
    const projects = contract.project_ids as string[];
    const included = Number(contract.included_hours);
    let lots: number[] = [];
    for (const { starts_on, ends_on } of periodsUntil(terms, today, 1_000)) {
      const used = sumOf(
        entries
          .filter(({ project_id, started_at }) => {
            const day = dayOf(started_at);
            return (
              projects.includes(String(project_id)) &&
              day >= starts_on &&
              (ends_on === null || day <= ends_on)
            );
          })
          .map(({ minutes }) => Number(minutes) / 60),
      );
      const carried = sumOf(lots);
      let open = used;
      const rest = [...lots, included].map((lot) => {
        const taken = Math.min(lot, open);
        open -= taken;
        return lot - taken;
      });
      const carryOver = Number(contract.carry_over);
      lots = carryOver === 0 ? [] : rest.slice(-carryOver);
      const rate = contract.overage_rate as number | null;
      facts.push({
        ...place,
        day: starts_on,
        values: {
          ...{ periods: 1, included, carried, used, available: included + carried, overage: open },
          // Half a cent is rounded up, although its binary number may be less.
          overage_value:
            rate === null ? null : Math.round(Number((open * rate * 100).toFixed(6))) / 100,
        },
      });
    }
    return facts;
  });
}

const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

function profit(
  lines: readonly Json[],
  contracts: readonly Json[],
  entries: readonly Json[],
): Fact[] {
  const byId = new Map(contracts.map((contract) => [contract.id, contract]));
  const billed = lines
    .filter(({ status }) => status !== 'waived')
    .map((line): Fact => {
      const projects = byId.get(line.contract_id)?.project_ids as string[];
      const project = projects.length === 1 ? String(projects[0]) : null;
      const total = Number(line.total);
      return {
        id: String(line.id),
        day: dayOfPeriod(line.ends_on),
        keys: { client: text(line.client_id), project },
        filters: { client_id: [line.client_id], project_id: [project] },
        values: { revenue: total, margin: total },
      };
    });
  const worked = entries.map((entry): Fact => {
    const day = dayOf(entry.started_at);
    const hours = Number(entry.minutes) / 60;
    const isCovered = contracts.some(
      ({ status, project_ids, starts_on, ends_on, created_at }) =>
        status !== 'draft' &&
        (project_ids as string[]).includes(String(entry.project_id)) &&
        day >= String(starts_on ?? dayOf(created_at)) &&
        (ends_on === null || day <= String(ends_on)),
    );
    const { hourly_rate: rate, hourly_cost: perHour } = entry;
    const revenue =
      entry.is_billable === true && rate !== null && !isCovered ? hours * Number(rate) : null;
    const cost = perHour === null ? null : hours * Number(perHour);
    return {
      id: String(entry.id),
      day,
      keys: { client: text(entry.client_id), project: text(entry.project_id) },
      filters: { client_id: [entry.client_id], project_id: [entry.project_id] },
      values: {
        ...{ revenue, cost, hours },
        margin: revenue === null && cost === null ? null : (revenue ?? 0) - (cost ?? 0),
        without_cost: perHour === null ? hours : null,
      },
    };
  });
  return [...billed, ...worked];
}

/** Facts of each report, from plain rows. */
export async function referenceFacts(
  service: Service,
  team: TestTeam,
): Promise<{
  readonly facts: Readonly<Record<string, readonly Fact[]>>;
  readonly backlog: Backlog;
}> {
  const tables = [
    ...['deals', 'moves', 'deal_snapshots', 'deal_snapshot_entries'],
    ...['tasks', 'projects', 'time_entries', 'conversations', 'messages', 'inboxes'],
    ...['approval_items', 'approval_requests', 'approval_rounds', 'campaigns'],
    ...['contracts', 'billing_lines'],
  ];
  const rows = new Map<string, Json[]>();
  for (const table of tables) rows.set(table, await rowsOf(service, team, table));
  const of = (table: string) => rows.get(table) ?? [];
  const [deals, moves, tasks, projects] = [of('deals'), of('moves'), of('tasks'), of('projects')];
  const [snapshots, snapshotEntries] = [of('deal_snapshots'), of('deal_snapshot_entries')];
  const entries = of('time_entries').filter(({ minutes }) => minutes !== null);
  const keyed = (table: string) => new Map(of(table).map((row) => [row.id, row]));
  const { facts: ofAnswers, backlog } = answers(
    of('conversations'),
    of('messages'),
    moves,
    keyed('inboxes'),
  );
  const stays = staysOf(deals, moves);
  const closed = wonLost(stays);
  const byId = new Map(projects.map((project) => [project.id, project]));
  const facts = {
    answers: ofAnswers,
    approvals: approvals(
      of('approval_items'),
      keyed('approval_requests'),
      of('approval_rounds'),
      keyed('campaigns'),
    ),
    retainers: retainers(of('contracts'), entries),
    profit: profit(of('billing_lines'), of('contracts'), entries),
    funnel: funnel(stays),
    won_lost: closed,
    forecast: forecast(deals, snapshots, snapshotEntries, closed),
    tasks: tasksOf(tasks, byId, moves),
    hours: hoursOf(entries, tasks, byId),
  };
  return { facts, backlog };
}
