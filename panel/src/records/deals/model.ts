import { dealBoardGroups, dealBoardOrders } from '#panel/api/enumerations.ts';
import type { DealCourse } from '#panel/api/types.ts';
import { addDays, addMonths, monthOf } from '#panel/ui/calendar/days.ts';
import { folded } from '#panel/ui/filter-by-words.ts';
import { compareText } from '../shared/list/compare-text.ts';
import {
  addSums,
  type BoardData,
  type BoardFilters,
  type CardOrder,
  columnKeyOf,
  type DealCard,
  daysBetween,
  emptySums,
  type Group,
  openCards,
  type Phase,
  type Sums,
  stepState,
  sumsOfCard,
} from './board.ts';

/* Derives the board's columns and sums from its cards and from the server's counts of the deals beyond them. */

export interface Column {
  readonly phase: Phase;
  readonly cards: readonly DealCard[];
  readonly sums: Sums;
}

const last = '9999-12-31';
const urgency = { late: 0, none: 1, planned: 2 } as const;

const stepKey = ({ next_step: step }: DealCard) => (step ? (step.date ?? last) : '~');
const amountOf = ({ value }: DealCard) => value ?? Number.NEGATIVE_INFINITY;
const byParts =
  (partsOf: (card: DealCard) => readonly string[]) =>
  (a: DealCard, b: DealCard): number => {
    const [left, right] = [partsOf(a), partsOf(b)];
    const at = left.findIndex((part, i) => part !== right[i]);
    return at < 0 ? 0 : compareText(left[at] ?? '', right[at] ?? '');
  };
const closeKey = ({ expected_close_date: date }: DealCard) => date ?? last;

/** Orders that do not depend on the phase. The server truncates in the same orders. */
const plainOrders: Readonly<
  Record<Exclude<CardOrder, 'urgency'>, (a: DealCard, b: DealCard) => number>
> = {
  next_step: byParts((card) => [stepKey(card), closeKey(card), card.id]),
  value: (a, b) =>
    amountOf(a) === amountOf(b) ? compareText(a.id, b.id) : amountOf(a) < amountOf(b) ? 1 : -1,
  expected_close_date: byParts((card) => [closeKey(card), stepKey(card), card.id]),
  title: byParts((card) => [folded(card.title), card.id]),
  '-id': (a, b) => compareText(b.id, a.id),
};

/** Sorts open deals by urgency, others by latest phase change. The server truncates in the same order. */
function byUrgency(cards: readonly DealCard[], isOpen: boolean, today: string) {
  const compare = byParts((card) => [
    isOpen ? String(urgency[stepState(card, today)]) : '',
    isOpen ? (card.next_step?.date ?? last) : '',
    closeKey(card),
    card.phase_since,
    card.id,
  ]);
  return cards.toSorted((a, b) =>
    isOpen || a.phase_since === b.phase_since
      ? compare(a, b)
      : compareText(b.phase_since, a.phase_since),
  );
}

const sortCards = (
  cards: readonly DealCard[],
  isOpen: boolean,
  { today, order }: Pick<BoardData, 'today' | 'order'>,
) => (order === 'urgency' ? byUrgency(cards, isOpen, today) : cards.toSorted(plainOrders[order]));

/** Cards with pending changes applied; one that moves to another phase gets today as its start. */
export const withPhaseStart = (
  cached: readonly DealCard[],
  pendingCards: readonly DealCard[],
  today: string,
): readonly DealCard[] => {
  if (cached === pendingCards) return pendingCards;
  const phases = new Map(cached.map(({ id, phase }) => [id, phase]));
  return pendingCards.map((card) =>
    phases.get(card.id) === card.phase ? card : { ...card, phase_since: today },
  );
};

/** Columns of a board. @param cards cards with pending changes applied */
export function columnsOf(
  board: BoardData,
  cards: readonly DealCard[],
  seesValues: boolean,
): readonly Column[] {
  const byPhase = Map.groupBy(cards, ({ phase }) => phase);
  return board.phases.map((phase) => {
    const phaseCards = byPhase.get(phase.phase) ?? [];
    const sums = phaseCards
      .map((card) => sumsOfCard(card, phase, board, seesValues))
      .reduce(addSums, board.rest[phase.phase] ?? (seesValues ? emptySums : unseen));
    return { phase, sums, cards: sortCards(phaseCards, phase.meaning === 'open', board) };
  });
}

/** Column of a board that is not grouped by phase. */
export interface GroupColumn extends Omit<Column, 'phase'> {
  readonly key: string;
  /** Name of its owner or client. */
  readonly name: string | null;
}

/** Columns of open deals by owner, client or month. @param cards cards with pending changes applied */
export function groupColumnsOf(
  board: BoardData,
  cards: readonly DealCard[],
  seesValues: boolean,
): readonly GroupColumn[] {
  const phases = new Map(board.phases.map((phase) => [phase.phase, phase]));
  const byKey = Map.groupBy(openCards(board, cards), (card) => columnKeyOf(board, card));
  return board.columns.map(({ key, name }) => {
    const columnCards = byKey.get(key) ?? [];
    const sums = columnCards
      .flatMap((card) => {
        const phase = phases.get(card.phase);
        return phase ? [sumsOfCard(card, phase, board, seesValues)] : [];
      })
      .reduce(addSums, board.columnRest[key] ?? (seesValues ? emptySums : unseen));
    return { key, name, sums, cards: sortCards(columnCards, true, board) };
  });
}

const unseen: Sums = { ...emptySums, total: null, weighted: null, wonTotal: null };

/** Sums above the board: open deals, and deals won this month. */
export function totalsOf(columns: readonly Column[]): Sums {
  const open = columns.filter(({ phase }) => phase.meaning === 'open').map(({ sums }) => sums);
  const all = columns.map(({ sums }) => sums).reduce(addSums, emptySums);
  const { wonThisMonth, wonTotal } = all;
  return {
    ...open.reduce(addSums, all.total === null ? unseen : emptySums),
    wonThisMonth,
    wonTotal,
  };
}

/** Phases with the given meaning. */
export const phasesThatMean = (phases: readonly Phase[], meaning: 'won' | 'lost') =>
  phases.filter((phase) => phase.meaning === meaning);

/** Fields that change with the phase: the probability is 100 or 0 for an ended deal, and is reset when it is reopened. */
export function changeTo(
  { meaning, phase }: Phase,
  was: Phase['meaning'],
  reason?: string,
): { phase: string; probability?: number | null; loss_reason?: string | null } {
  if (meaning === 'won') return { phase, probability: 100, loss_reason: null };
  if (meaning === 'lost') return { phase, probability: 0, loss_reason: reason ?? null };
  return was === 'open' ? { phase } : { phase, probability: null, loss_reason: null };
}

/** Days that a deal spent in each phase, in order of first entry. @param dayOf returns the team's day of a moment */
export function timeInPhases(
  stays: DealCourse['stays'],
  today: string,
  dayOf: (moment: string) => string,
): readonly { readonly phase: string; readonly days: number; readonly isNow: boolean }[] {
  const days = new Map<string, number>();
  for (const { phase, since, until } of stays) {
    const spent = daysBetween(dayOf(since), until === null ? today : dayOf(until));
    days.set(phase, (days.get(phase) ?? 0) + spent);
  }
  const lastPhase = stays.at(-1)?.phase;
  return [...days].map(([phase, spent]) => ({ phase, days: spent, isNow: phase === lastPhase }));
}

// Grouping, order and card fields in the address --------------------------------------------------

export const groups = dealBoardGroups;
export const orders = dealBoardOrders;
export const cardFields = [
  'client',
  'phase',
  'close',
  'probability',
  'value',
  'step',
  'tags',
  'people',
] as const;
export type CardField = (typeof cardFields)[number];
const optionalFields: readonly CardField[] = ['close', 'probability', 'tags'];
export const standardCardFields = cardFields.filter((field) => !optionalFields.includes(field));

type Get = (name: string) => string | undefined;

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((each) => each === text);

export const groupIn = (get: Get): Group => oneOf(groups, get('group')) ?? 'phase';

/** Order of the cards in the address; that by value only for users who may see values. */
export function orderIn(get: Get, seesValues: boolean): CardOrder {
  const order = oneOf(orders, get('order')) ?? 'urgency';
  return order === 'value' && !seesValues ? 'urgency' : order;
}

/** Grouping and order of the board in the address, as the API accepts them. */
export function boardParamsIn(get: Get, seesValues: boolean): BoardFilters {
  const [group, order] = [groupIn(get), orderIn(get, seesValues)];
  return {
    ...(group !== 'phase' && { group }),
    ...(order !== 'urgency' && { order }),
  };
}

/** Expected close date of the deals that are moved to a column of the board by month: its last day; undefined for past dates. */
export function closeDateOf(key: string): string | null | undefined {
  if (key === 'late') return undefined;
  return key === 'none' ? null : addDays(addMonths(`${key}-01`, 1), -1);
}

// Forecast ----------------------------------------------------------------------------------------

/** Periods of the forecast, by their number of months from the current one; all includes deals without a date and past it. */
const months = { all: undefined, month: 1, quarter: 3, year: 12 } as const;
export type Period = keyof typeof months;
export const periods = Object.keys(months) as readonly Period[];

/** Query of the forecast. */
export const forecastParams: BoardFilters = { group: 'month', order: 'expected_close_date' };

export const periodIn = (get: Get): Period => oneOf(periods, get('period')) ?? 'all';

/** Columns of a board by month that have deals of a period. */
export function columnsWithin(
  columns: readonly GroupColumn[],
  period: Period,
  today: string,
): readonly GroupColumn[] {
  const count = months[period];
  const end = count && monthOf(addMonths(today, count));
  return columns.filter(({ key, sums }) => {
    const isWithin = end === undefined || (/^\d/.test(key) && key < end);
    return isWithin && sums.count > 0;
  });
}

/** Sums above the forecast: deals of its months, and deals won this month. */
export const forecastTotals = (
  columns: readonly GroupColumn[],
  { total, wonThisMonth, wonTotal }: Sums,
): Sums => ({
  ...columns.map(({ sums }) => sums).reduce(addSums, total === null ? unseen : emptySums),
  wonThisMonth,
  wonTotal,
});
