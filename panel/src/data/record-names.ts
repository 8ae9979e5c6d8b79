import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';

/* Names of records that are known only by an id of the address. */

interface At extends Readonly<Record<string, string>> {
  readonly team_slug: string;
  readonly id: string;
}

const reads = {
  clients: async (at: At, signal: AbortSignal) =>
    (await request('GET /teams/{team_slug}/clients/{id}', { at, signal })).name,
  projects: async (at: At, signal: AbortSignal) =>
    (await request('GET /teams/{team_slug}/projects/{id}', { at, signal })).name,
  deals: async (at: At, signal: AbortSignal) =>
    (await request('GET /teams/{team_slug}/deals/{id}', { at, signal })).title,
  users: async (at: At, signal: AbortSignal) =>
    (await request('GET /teams/{team_slug}/users/{id}', { at, signal })).name,
  squads: async (at: At, signal: AbortSignal) =>
    (await request('GET /teams/{team_slug}/squads/{id}', { at, signal })).name,
};

/** Kind of record that a link of the API points to. */
export type LinkTarget = keyof typeof reads;

export const isLinkTarget = (target: string | undefined): target is LinkTarget =>
  target !== undefined && Object.hasOwn(reads, target);

export const recordNameQuery = (slug: string, target: LinkTarget, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'choices', `${target}-name`, id],
    queryFn: ({ signal }) => reads[target]({ team_slug: slug, id }, signal),
  });
