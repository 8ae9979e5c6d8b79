import { dealCardFields } from '#panel/api/records/deals.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Activity, DealBoard } from '#panel/api/types.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { dayIn, plannedDay } from '#panel/data/time-zone-days.ts';
import { meetsValues } from '../shared/list/several-values.ts';

/*
 * Cached board of deals: its cards, and the sums of the deals beyond them, which only the server can count. All totals are derived from
 * both, so a change only has to patch a card.
 */

export type BoardFilters = NonNullable<Operations['GET /teams/{team_slug}/deals/board']['query']>;
export type DealCard = DealBoard['cards'][number];
export type Group = NonNullable<BoardFilters['group']>;
export type CardOrder = NonNullable<BoardFilters['order']>;
export type NextStep = NonNullable<DealCard['next_step']>;
type Counted = DealBoard['phases'][number];
type CountedColumn = DealBoard['columns'][number];
export type Meaning = Counted['meaning'];

export type Phase = Pick<
  Counted,
  'phase' | 'is_listed' | 'meaning' | 'limit_days' | 'probability' | 'older'
>;

/** Sums of the deals in a phase, in cents; null for users who may not see values. */
export interface Sums {
  readonly count: number;
  readonly total: number | null;
  readonly weighted: number | null;
  /** Open deals with a value but without a probability, either their own or their phase's. */
  readonly unweighted: number;
  readonly attention: number;
  readonly wonThisMonth: number;
  readonly wonTotal: number | null;
}

export interface BoardData {
  readonly today: string;
  readonly monthBegins: string;
  readonly timeZone: string;
  readonly group: Group;
  readonly order: CardOrder;
  readonly phases: readonly Phase[];
  /** Columns, if the board is not grouped by phase. */
  readonly columns: readonly Pick<CountedColumn, 'key' | 'name'>[];
  readonly cards: readonly DealCard[];
  /** Phase → sums of its deals beyond the cards. */
  readonly rest: Readonly<Record<string, Sums>>;
  /** The same by column. */
  readonly columnRest: Readonly<Record<string, Sums>>;
}

const cents = (amount: number) => Math.round(amount * 100);
const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

export const emptySums: Sums = {
  count: 0,
  total: 0,
  weighted: 0,
  unweighted: 0,
  attention: 0,
  wonThisMonth: 0,
  wonTotal: 0,
};

export function addSums(a: Sums, b: Sums): Sums {
  return {
    count: a.count + b.count,
    total: add(a.total, b.total),
    weighted: add(a.weighted, b.weighted),
    unweighted: a.unweighted + b.unweighted,
    attention: a.attention + b.attention,
    wonThisMonth: a.wonThisMonth + b.wonThisMonth,
    wonTotal: add(a.wonTotal, b.wonTotal),
  };
}

const minus = (sums: Sums): Sums =>
  Object.fromEntries(
    Object.entries(sums).map(([name, value]: [string, number | null]) => [name, value && -value]),
  ) as unknown as Sums;

/** State of the next step: none, overdue or planned. */
export function stepState({ next_step: step }: Pick<DealCard, 'next_step'>, today: string) {
  if (!step) return 'none';
  return step.date !== null && step.date < today ? 'late' : 'planned';
}

const dayMs = 86_400_000;
/** Days between two dates, both 'YYYY-MM-DD'. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** True if a deal has exceeded the day limit of its phase, unless a step is planned for today or later. */
export const exceedsDayLimit = (card: DealCard, phase: Phase, today: string): boolean =>
  isOverDayLimit(
    { days: daysBetween(card.phase_since, today), next_step: card.next_step },
    phase,
    today,
  );

/** The same for a deal that has been in its phase for a number of days. */
export function isOverDayLimit(
  { days, next_step }: { readonly days: number } & Pick<DealCard, 'next_step'>,
  { limit_days }: Pick<Phase, 'limit_days'>,
  today: string,
): boolean {
  if (limit_days === null || days <= limit_days) return false;
  return !(next_step?.date && next_step.date >= today);
}

/** Contribution of one card to the sums of its phase. */
export function sumsOfCard(
  card: DealCard,
  phase: Phase,
  { today, monthBegins }: Pick<BoardData, 'today' | 'monthBegins'>,
  seesValues: boolean,
): Sums {
  const isOpen = phase.meaning === 'open';
  const value = cents(card.value ?? 0);
  const chance = card.probability ?? phase.probability;
  const isWonNow = phase.meaning === 'won' && card.phase_since >= monthBegins;
  const state = stepState(card, today);
  const wanting = state !== 'planned' || exceedsDayLimit(card, phase, today);
  return {
    count: 1,
    total: seesValues ? value : null,
    weighted: seesValues ? (isOpen && chance !== null ? (value * chance) / 100 : 0) : null,
    unweighted: isOpen && chance === null && card.value !== null ? 1 : 0,
    attention: isOpen && wanting ? 1 : 0,
    wonThisMonth: isWonNow ? 1 : 0,
    wonTotal: seesValues ? (isWonNow ? value : 0) : null,
  };
}

const inCents = (amount: number | null) => (amount === null ? null : cents(amount));

const countedIn = ({ count, total, weighted, unweighted, attention }: CountedColumn): Sums => ({
  ...emptySums,
  count,
  total: inCents(total),
  weighted: inCents(weighted),
  unweighted,
  attention,
  ...(total === null && { wonTotal: null }),
});

/** Month of the expected close date, such as `2026-11`; `late` for a date in the past, `none` without one. */
export const monthKeyOf = (
  { expected_close_date: date }: Pick<DealCard, 'expected_close_date'>,
  today: string,
) => (date === null ? 'none' : date < today ? 'late' : date.slice(0, 7));

/** Key of the column of a deal. */
export function columnKeyOf(
  { group, today }: Pick<BoardData, 'group' | 'today'>,
  deal: Pick<DealCard, 'phase' | 'responsible_id' | 'client_id' | 'expected_close_date'>,
): string {
  switch (group) {
    case 'responsible':
      return deal.responsible_id ?? 'none';
    case 'client':
      return deal.client_id ?? 'none';
    case 'month':
      return monthKeyOf(deal, today);
    default:
      return deal.phase;
  }
}

const isOpen = (phases: readonly Phase[], { phase }: Pick<DealCard, 'phase'>) =>
  phases.find((each) => each.phase === phase)?.meaning === 'open';

/** Open deals, which the columns other than phases show. */
export const openCards = (
  { phases }: Pick<BoardData, 'phases'>,
  cards: readonly DealCard[],
): readonly DealCard[] => cards.filter((card) => isOpen(phases, card));

/** Converts the server's board to its cached form. */
export function cachedBoardOf(
  board: DealBoard,
  { group = 'phase', order = 'urgency' }: BoardFilters = {},
): BoardData {
  const { today, month_begins: monthBegins, time_zone: timeZone, phases, columns, cards } = board;
  const byName = new Map(phases.map((phase) => [phase.phase, phase]));
  /** Sums of the deals beyond the cards. */
  const restOf = (counted: Sums, counts: readonly DealCard[]): Sums | undefined => {
    if (counts.length === counted.count) return undefined;
    return counts
      .flatMap((card) => {
        const phase = byName.get(card.phase);
        return phase
          ? [sumsOfCard(card, phase, { today, monthBegins }, counted.total !== null)]
          : [];
      })
      .reduce((rest, sums) => addSums(rest, minus(sums)), counted);
  };
  const restBy = (
    all: readonly { readonly key: string; readonly counted: Sums }[],
    keyOf: (card: DealCard) => string,
  ) => {
    const byKey = Map.groupBy(cards, keyOf);
    return Object.fromEntries(
      all.flatMap(({ key, counted }) => {
        const rest = restOf(counted, byKey.get(key) ?? []);
        return rest ? [[key, rest]] : [];
      }),
    );
  };
  return {
    today,
    monthBegins,
    timeZone,
    group,
    order,
    phases,
    columns,
    cards,
    rest: restBy(
      phases.map((phase) => ({
        key: phase.phase,
        counted: {
          ...countedIn({ ...phase, key: phase.phase, name: null }),
          wonThisMonth: phase.won_this_month,
          wonTotal: inCents(phase.won_this_month_total),
        },
      })),
      ({ phase }) => phase,
    ),
    columnRest: restBy(
      columns.map((column) => ({ key: column.key, counted: countedIn(column) })),
      (card) => columnKeyOf({ group, today }, card),
    ),
  };
}

// Live --------------------------------------------------------------------------------------------

/** True if a deal matches the query; undefined if only the server can decide. */
function matchesFilters(filters: BoardFilters, { record }: RecordChange): boolean | undefined {
  const { search, min_value, max_value, is_starred } = filters;
  const value = typeof record.value === 'number' ? record.value : undefined;
  const tags = Array.isArray(record.tags) ? (record.tags as unknown[]) : [];
  const isIt =
    record.status === 'ativo' &&
    ['client_id', 'responsible_id', 'source'].every((name) =>
      meetsValues(filters, name, (value) => record[name] === value),
    ) &&
    meetsValues(filters, 'tag', (tag) => tags.includes(tag)) &&
    (is_starred === undefined || record.is_starred === is_starred) &&
    (min_value === undefined || (value !== undefined && value >= min_value)) &&
    (max_value === undefined || (value !== undefined && value <= max_value));
  return isIt && search ? undefined : isIt;
}

const isPartial = ({ rest }: BoardData) => Object.values(rest).some(({ count }) => count > 0);

function applyDeal(
  filters: BoardFilters,
  data: BoardData,
  change: RecordChange,
): BoardData | 'stale' {
  const { id, record, previous } = change;
  const card = data.cards.find((each) => each.id === id);
  const is = matchesFilters(filters, change);
  const cards = data.cards.filter((each) => each !== card);
  if (is === false) {
    if (card) return isPartial(data) ? 'stale' : { ...data, cards };
    // It may be one of the counted deals without a card.
    return isPartial(data) ? 'stale' : data;
  }
  const isKnown = data.phases.some(({ phase }) => phase === record.phase);
  const key = columnKeyOf(data, record as unknown as DealCard);
  const hasColumn = data.group === 'phase' || data.columns.some((column) => column.key === key);
  if (!isKnown || !hasColumn) return 'stale';
  if (card && (is === true || !('title' in previous || 'description' in previous))) {
    if (!('phase' in previous)) return data;
    const phase_since = dayIn(data.timeZone, String(record.updated_at));
    // Only the server knows if a move reverts one made minutes ago, which restores the phase's start day.
    if (daysBetween(card.phase_since, phase_since) <= 1) return 'stale';
    return phase_since === card.phase_since
      ? data
      : { ...data, cards: [...cards, { ...card, phase_since }] };
  }
  // A new deal has no next step; that of other deals is unknown here.
  if (change.verb !== 'created' || is === undefined || isPartial(data) || card) return 'stale';
  const made: DealCard = {
    ...(Object.fromEntries(dealCardFields.map((field) => [field, record[field]])) as DealCard),
    phase_since: dayIn(data.timeZone, String(record.created_at)),
    next_step: null,
    contact_id: null,
  };
  return { ...data, cards: [...cards, made] };
}

const last = '9999-12-31';

function applyActivity(data: BoardData, { id, verb, record, previous }: RecordChange) {
  const { deal_id, type, is_completed } = record;
  const isStep = verb !== 'deleted' && is_completed === false && type !== 'note';
  // The former next step of a deal; another activity may replace it.
  const before = data.cards.find(({ next_step: step }) => step?.id === id);
  const date = plannedDay(record as unknown as Activity, data.timeZone);
  const isLater = (before?.next_step?.date ?? last) < (date ?? last);
  if (before && (!isStep || before.id !== deal_id || isLater)) return 'stale';
  const card = data.cards.find((each) => each.id === deal_id);
  if (!card)
    return isPartial(data) && [deal_id, previous.deal_id].some((each) => each) ? 'stale' : data;
  if (!isStep) return data;
  const { next_step: currentStep } = card;
  if (currentStep && currentStep.id !== id && (currentStep.date ?? last) <= (date ?? last))
    return data;
  const next_step: NextStep = { id, title: String(record.title), type: String(type), date };
  return {
    ...data,
    cards: data.cards.map((each) => (each === card ? { ...each, next_step } : each)),
  };
}

/** Applies a change of a deal or activity to the board; `'stale'` if only the server can decide. */
export const applyToBoard = (
  filters: BoardFilters,
  data: BoardData,
  change: RecordChange,
): BoardData | 'stale' =>
  change.kind === 'deals' ? applyDeal(filters, data, change) : applyActivity(data, change);
