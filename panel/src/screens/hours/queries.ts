import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages } from '#panel/api/all-pages.ts';
import { request, requestPage } from '#panel/api/call.ts';
import { queryClient, thenRefetch } from '#panel/data/query-client.ts';
import { momentOf } from '#panel/data/time-zone-days.ts';
import { addDays } from '#panel/ui/calendar/days.ts';
import { type Cell, changeOfCell, type Entry, noProject, startOn } from './model.ts';

/* Time entries of a member's week, and its lock. */

/** Week of a member. */
export interface Week {
  readonly slug: string;
  readonly user: string;
  /** Its Monday. */
  readonly week: string;
  readonly timeZone: string;
}

const key = (slug: string) => ['team', slug, 'time-entries'];

/** Page size; a week rarely has more. */
const limit = 100;

/** All entries of the week. */
export const entriesQuery = ({ slug, user, week, timeZone }: Week) =>
  queryOptions({
    queryKey: [...key(slug), 'week', user, week, timeZone],
    async queryFn({ signal }): Promise<readonly Entry[]> {
      const next = Date.parse(momentOf(timeZone, `${addDays(week, 7)}T00:00`));
      return allPages((page) =>
        requestPage('GET /teams/{team_slug}/time-entries', {
          at: { team_slug: slug },
          query: {
            user_id: user,
            from: momentOf(timeZone, `${week}T00:00`),
            to: new Date(next - 1).toISOString(),
            ...{ sort: 'started_at', limit, page },
          },
          signal,
        }),
      );
    },
  });

export const locksQuery = (slug: string, user: string) =>
  queryOptions({
    queryKey: ['team', slug, 'timesheets', user],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/members/{id}/locked-weeks', {
        at: { team_slug: slug, id: user },
        signal,
      }),
  });

/** Hours of all members in a week. */
export const teamWeekQuery = (slug: string, week: string) =>
  queryOptions({
    queryKey: [...key(slug), 'team', week],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/timesheets', {
        at: { team_slug: slug },
        query: { week },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Locks or reopens the week. */
export const setLock = async ({ slug, user, week }: Week, is_locked: boolean): Promise<void> => {
  await thenRefetch(['team', slug, 'timesheets'])(
    request('PUT /teams/{team_slug}/members/{id}/locked-weeks', {
      at: { team_slug: slug, id: user },
      body: { week, is_locked },
    }),
  );
  await queryClient.invalidateQueries({ queryKey: [...key(slug), 'team'] });
};

const create = ({ slug, user, timeZone }: Week, project: string, day: string, minutes: number) =>
  request('POST /teams/{team_slug}/time-entries', {
    at: { team_slug: slug },
    body: {
      user_id: user,
      started_at: startOn(timeZone, day),
      minutes,
      ...(project === noProject ? {} : { project_id: project }),
    },
  });

/** Sets the minutes of a cell. */
export async function setCell(
  week: Week,
  { project, day, cell }: { readonly project: string; readonly day: string; readonly cell: Cell },
  minutes: number,
): Promise<void> {
  const change = changeOfCell(cell, minutes);
  const { slug } = week;
  const send = async () => {
    switch (change.kind) {
      case 'none':
        return;
      case 'create':
        await create(week, project, day, change.minutes);
        return;
      case 'update':
        await request('PUT /teams/{team_slug}/time-entries/{id}', {
          at: { team_slug: slug, id: change.id },
          body: { minutes: change.minutes },
        });
        return;
      case 'remove':
        await request('DELETE /teams/{team_slug}/time-entries/{id}', {
          at: { team_slug: slug, id: change.id },
        });
    }
  };
  await thenRefetch(key(slug))(send());
}

/** Enters hours one after the other, so that a refusal leaves the rest out. */
export async function enterHours(
  week: Week,
  hours: readonly { readonly project: string; readonly day: string; readonly minutes: number }[],
): Promise<void> {
  const send = async () => {
    for (const { project, day, minutes } of hours) await create(week, project, day, minutes);
  };
  await thenRefetch(key(week.slug))(send());
}
