import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { ask, askPage } from '../api/call.ts';
import type { Operations } from '../api/schema.ts';
import type { Deal, DealCourse } from '../api/types.ts';
import { type Command, defineCommand } from '../commands/command.ts';
import { mustAround } from './around.ts';
import { type BoardAsked, type BoardData, boardOf, takeBoard } from './deals-board.ts';
import { type ChangeInput, changeRecord, writeRecord } from './records.ts';
import { rowsQuery } from './rows.ts';
import type { RecordChange } from './taking.ts';

const at = (slug: string) => ({ team_slug: slug });

/**
 * The board of deals.
 * @param day the team's: what is late, and what was won this month, is another tomorrow
 */
export const dealBoardQuery = (slug: string, asked: BoardAsked, day: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deals', 'board', asked, day],
    queryFn: async ({ signal }) =>
      boardOf(
        await ask('GET /teams/{team_slug}/deals/board', { at: at(slug), query: asked, signal }),
      ),
    meta: {
      takes: ['activities'],
      take: (data, change) => takeBoard(asked, data as BoardData, change),
    },
  });

type ListQuery = NonNullable<Operations['GET /teams/{team_slug}/deals']['query']>;
export type DealsAsked = Omit<ListQuery, 'page' | 'limit' | 'after'>;

/** A team's deals, as a table shows them. */
export const dealsQuery = (slug: string, asked: DealsAsked) =>
  rowsQuery(['team', slug, 'deals', 'list', asked], (query, signal) =>
    askPage('GET /teams/{team_slug}/deals', {
      at: at(slug),
      query: { ...asked, ...query },
      signal,
    }),
  );

/** Reasons, sources and tags that deals have. */
export const dealTermsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deal-terms'],
    queryFn: ({ signal }) => ask('GET /teams/{team_slug}/deals/terms', { at: at(slug), signal }),
    staleTime: 60_000,
  });

/** What stands around a deal. Whatever happens to it, or to its activities, is asked for again. */
export const dealCourseQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deals', 'course', id],
    queryFn: () => mustAround({ slug, kind: 'deals', id }, 'course'),
    meta: {
      takes: ['activities'],
      take: (data, change) =>
        change.id === id || dealsOf(change).includes(id) ? 'stale' : (data as DealCourse),
    },
  });

/** The deals that an activity belongs to, or did before it changed. */
const dealsOf = ({ kind, record, previous }: RecordChange): readonly unknown[] =>
  kind === 'activities' ? [record.deal_id, previous.deal_id] : [];

export interface MoveDeal extends ChangeInput<'deals'> {
  /** The team's day: since when it is in its phase. */
  readonly day: string;
}

const { back: _, ...fields } = changeRecord('deals');

/** Moves a deal to another phase, with what that means. */
export const moveDeal: Command<MoveDeal, Deal> = defineCommand<MoveDeal, Deal>({
  ...fields,
  write(input, change, answer) {
    fields.write(input, change, answer);
    // Until the live stream says so.
    writeRecord(input.slug, input.id, (copy) =>
      'phase_since' in copy ? { ...copy, phase_since: input.day } : copy,
    );
  },
});

/** What a client is called of which only the id is known. */
export const clientName = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'choices', 'client-name', id],
    queryFn: async ({ signal }) =>
      (await ask('GET /teams/{team_slug}/clients/{id}', { at: { ...at(slug), id }, signal })).name,
  }) as UseQueryOptions<string, Error, string, never>;
