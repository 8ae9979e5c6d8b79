import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestPage } from '../api/call.ts';
import {
  type Choice,
  type FindChoices,
  findClients,
  findDeals,
  findProjects,
  findUsers,
} from './choices.ts';
import type { LinkTarget } from './record-names.ts';

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const allSquads = async (team_slug: string, signal: AbortSignal): Promise<readonly Choice[]> => {
  const { data } = await requestPage('GET /teams/{team_slug}/squads', {
    at: { team_slug },
    query: { sort: 'name', limit: 100 },
    signal,
  });
  return data.map(({ id, name }) => ({ id, name }));
};

/** Squads, filtered here because no team has many. */
const findSquads: FindChoices = (slug, typed) =>
  queryOptions({
    queryKey: ['team', slug, 'squads', 'choices', typed],
    queryFn: async ({ signal }): Promise<readonly Choice[]> =>
      (await allSquads(slug, signal)).filter(({ name }) => folded(name).includes(folded(typed))),
    placeholderData: keepPreviousData,
  });

/** Records to link to, by the kind that a link of the API points to. */
export const linkChoices: Readonly<Record<LinkTarget, FindChoices>> = {
  clients: findClients,
  deals: findDeals,
  projects: findProjects,
  squads: findSquads,
  users: findUsers,
};
