import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { HourlyRate, Member } from '#panel/api/types.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

/* Hourly rates of members, clients and projects. */

const key = (slug: string) => ['team', slug, 'hourly-rates'];

export const ratesQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/hourly-rates', { at: { team_slug: slug }, signal }),
  });

export type HolderKind = 'user' | 'client' | 'project';

/** A member, client or project, with its rate. */
export interface Rate {
  readonly kind: HolderKind;
  readonly id: string;
  readonly name: string;
  readonly hourly_rate: number | null;
  readonly hourly_cost: number | null;
}

function rateOf({ user_id, client_id, project_id, ...rate }: HourlyRate): Rate {
  if (user_id !== null) return { ...rate, kind: 'user', id: user_id };
  if (client_id !== null) return { ...rate, kind: 'client', id: client_id };
  return { ...rate, kind: 'project', id: project_id ?? '' };
}

/** All members, then the clients and projects with a rate. */
export function ratesOf(members: readonly Member[], rates: readonly HourlyRate[]): readonly Rate[] {
  const all = rates.map(rateOf);
  return [
    ...members.map(
      ({ id, name }): Rate =>
        all.find((each) => each.kind === 'user' && each.id === id) ?? {
          ...{ kind: 'user', id, name },
          ...{ hourly_rate: null, hourly_cost: null },
        },
    ),
    ...all
      .filter(({ kind }) => kind !== 'user')
      .sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name)),
  ];
}

/** Sets the rate of a member, client or project; null removes it. */
export const setRate = (
  slug: string,
  { kind, id, hourly_rate, hourly_cost }: Omit<Rate, 'name'>,
): Promise<unknown> =>
  thenRefetch(key(slug))(
    request('PUT /teams/{team_slug}/hourly-rates', {
      at: { team_slug: slug },
      body: { [`${kind}_id`]: id, hourly_rate, hourly_cost },
    }),
  );
