import type { DealCourse } from '#panel/api/types.ts';
import {
  addSums,
  type BoardData,
  type DealCard,
  daysBetween,
  emptySums,
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

/** Sorts open deals by urgency, others by latest phase change. The server truncates in the same order. */
function sortCards(cards: readonly DealCard[], isOpen: boolean, today: string) {
  const key = (card: DealCard): readonly string[] => [
    isOpen ? String(urgency[stepState(card, today)]) : '',
    isOpen ? (card.next_step?.date ?? last) : '',
    card.expected_close_date ?? last,
    card.phase_since,
    card.id,
  ];
  const compare = (a: readonly string[], b: readonly string[]) => {
    const at = a.findIndex((part, i) => part !== b[i]);
    return at < 0 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
  };
  const keyed = cards.map((card) => ({ card, key: key(card) }));
  return keyed
    .sort((a, b) =>
      isOpen || a.card.phase_since === b.card.phase_since
        ? compare(a.key, b.key)
        : b.card.phase_since.localeCompare(a.card.phase_since),
    )
    .map(({ card }) => card);
}

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
    return { phase, sums, cards: sortCards(phaseCards, phase.meaning === 'open', board.today) };
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

interface Month<T> {
  /** `2026-11`; late: before this month; none: without a date. */
  readonly key: string;
  readonly deals: readonly T[];
}

/** Open deals by month of the expected close date, overdue ones first. */
export function byMonth<T extends Pick<DealCard, 'expected_close_date'>>(
  deals: readonly T[],
  today: string,
): readonly Month<T>[] {
  const groups = Map.groupBy(deals, ({ expected_close_date: date }) =>
    date === null ? 'none' : date < today ? 'late' : date.slice(0, 7),
  );
  const place = (key: string) => (key === 'late' ? '0' : key === 'none' ? '9' : key);
  return [...groups]
    .map(([key, deals]) => ({ key, deals }))
    .sort((a, b) => (place(a.key) < place(b.key) ? -1 : 1));
}
