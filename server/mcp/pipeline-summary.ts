import { getBoard } from '../features/crm/deals/board.ts';
import { perform } from '../operations/operation.ts';
import { type Field, singleLine, uuid } from '../records/fields.ts';
import { paging, queryOf } from './pagination.ts';
import { defaultBytes, type Json, listsWithin, sparse } from './response-size.ts';
import { optional } from './schemas.ts';
import { tool } from './tool.ts';

/* The sales pipeline in one response: the deals of each phase, and which of them are stalled. */

interface Phase {
  readonly phase: string;
  readonly meaning: string;
  readonly limit_days: number | null;
  readonly count: number;
  readonly total: number | null;
  readonly weighted: number | null;
  readonly attention: number;
  readonly won_this_month: number;
  readonly won_this_month_total: number | null;
}
interface Card {
  readonly id: string;
  readonly title: string;
  readonly value: number | null;
  readonly client: { readonly name: string } | null;
  readonly responsible_id: string | null;
  readonly phase: string;
  readonly expected_close_date: string | null;
  readonly phase_since: string;
  readonly next_step: { readonly title: string; readonly date: string | null } | null;
}

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Reason that a deal needs attention; undefined if it does not. */
function stillness({ next_step, phase_since }: Card, today: string, limit: number | null) {
  if (next_step === null) return 'no next step';
  if (next_step.date !== null)
    return next_step.date < today ? `next step late since ${next_step.date}` : undefined;
  return limit !== null && daysBetween(phase_since, today) > limit
    ? `more than ${limit} days in this phase, next step without a day`
    : undefined;
}

/** Summary of a phase: an open one omits figures of won deals, a closed one omits the forecast. */
function phaseShown({ count, meaning, limit_days, ...phase }: Phase): Json {
  const { total, weighted, attention, won_this_month, won_this_month_total } = phase;
  return {
    phase: phase.phase,
    meaning,
    deals: count,
    total,
    ...(meaning === 'open' && { weighted, needs_attention: attention, limit_days }),
    ...(meaning === 'won' && { won_this_month, won_this_month_total }),
  };
}

const named = (field: Field | undefined) => optional(field ?? singleLine());
const { client_id, responsible_id, source, tag, min_value } = getBoard.input.query.filters;
const filters = {
  client_id: named(client_id?.field ?? uuid),
  responsible_id: named(responsible_id?.field ?? uuid),
  source: named(source?.field),
  tag: named(tag?.field),
  min_value: named(min_value?.field),
};

export const pipelineSummary = tool({
  name: 'pipeline_summary',
  title: 'The sales pipeline',
  description:
    'Deals by phase, in pipeline order: their number, value in BRL, value weighted by probability, deals won this month; and the deals that need attention: without a next step, with an overdue one, or too long in their phase. Won and lost phases cover only the last 30 days.',
  effect: 'reads',
  calls: [getBoard],
  input: { ...filters, max_bytes: paging.max_bytes },
  async run(ctx, values) {
    const query = queryOf(values as Json, Object.keys(filters));
    const board = (await perform(getBoard, ctx, { query })) as Json;
    const [today, phases] = [board.today as string, board.phases as readonly Phase[]];
    const open = new Map(
      phases.flatMap((each) => (each.meaning === 'open' ? [[each.phase, each]] : [])),
    );
    const still = (board.cards as readonly Card[]).flatMap((card) => {
      const phase = open.get(card.phase);
      const why = phase && stillness(card, today, phase.limit_days);
      if (why === undefined) return [];
      const { id, title, value, client, responsible_id, expected_close_date, phase_since } = card;
      return [
        {
          ...{ id, title, value, client: client?.name, responsible_id, phase: card.phase, why },
          days_in_phase: daysBetween(phase_since, today),
          expected_close_date,
        },
      ];
    });
    const summary = (each: number): Json =>
      sparse({
        today,
        time_zone: board.time_zone,
        phases: phases.map(phaseShown),
        needs_attention: still.slice(0, each),
      });
    return listsWithin(
      Number(values.max_bytes ?? defaultBytes),
      [50, 30, 20, 15, 10, 5, 3, 1, 0],
      summary,
    );
  },
});
