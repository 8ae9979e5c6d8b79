import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { DealInsight, Operations } from '#panel/api/schema.ts';
import type { Deal, DealCourse } from '#panel/api/types.ts';
import { type Command, defineCommand } from '#panel/commands/command.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { type ChangeInput, changeRecord, writeRecord } from '#panel/data/records.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';
import { recordsQuery } from '../shared/list/table-rows.ts';
import { applyToBoard, type BoardData, type BoardFilters, cachedBoardOf } from './board.ts';

const at = (slug: string) => ({ team_slug: slug });

/**
 * Board of deals.
 * @param day current day of the team; overdue steps and this month's wins depend on it
 */
export const dealBoardQuery = (slug: string, filters: BoardFilters, day: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deals', 'board', filters, day],
    queryFn: async ({ signal }) =>
      cachedBoardOf(
        await request('GET /teams/{team_slug}/deals/board', {
          at: at(slug),
          query: filters,
          signal,
        }),
        filters,
      ),
    meta: {
      alsoKinds: ['activities'],
      applyChange: (data, change) => applyToBoard(filters, data as BoardData, change),
    },
  });

type ListQuery = NonNullable<Operations['GET /teams/{team_slug}/deals']['query']>;
export type DealFilters = Omit<ListQuery, 'page' | 'limit' | 'after'>;

/** Deals of a team, for tables. */
export const dealsQuery = (slug: string, filters: DealFilters) =>
  recordsQuery(slug, 'deals', filters);

/** Phase history of a deal. Refetched after every change of the deal or its activities. */
export const phaseHistoryQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deals', 'course', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'deals', id }, 'course'),
    meta: {
      alsoKinds: ['activities'],
      applyChange: (data, change) =>
        change.id === id || dealsOf(change).includes(id) ? 'stale' : (data as DealCourse),
    },
  });

/** Win probability and summary of a deal, with their reasons. */
export const insightQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deals', 'insight', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'deals', id }, 'insight'),
    meta: {
      alsoKinds: ['activities'],
      applyChange: (data, change) =>
        change.id === id || dealsOf(change).includes(id) ? 'stale' : (data as DealInsight),
    },
  });

/** Deals that an activity belongs to, before and after a change. */
const dealsOf = ({ kind, record, previous }: RecordChange): readonly unknown[] =>
  kind === 'activities' ? [record.deal_id, previous.deal_id] : [];

interface MoveDeal extends ChangeInput<'deals'> {
  /** Current day of the team, from which the deal is in its new phase. */
  readonly day: string;
}

const { back: _, ...fields } = changeRecord('deals');

/** Moves a deal to another phase, with the effects of that phase. */
export const moveDeal: Command<MoveDeal, Deal> = defineCommand<MoveDeal, Deal>({
  ...fields,
  write(input, change, answer) {
    fields.write(input, change, answer);
    // Until the live stream confirms it.
    writeRecord(input.slug, input.id, (copy) =>
      'phase_since' in copy ? { ...copy, phase_since: input.day } : copy,
    );
  },
});
