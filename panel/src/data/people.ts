import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { requestPage } from '../api/call.ts';
import type { Role } from '../api/types.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role?: Role;
  /** URL of the picture. */
  readonly picture?: string | null;
}

/** Page size; one request for almost every team. */
const limit = 100;

/** All members of the team, by name. */
export const peopleQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'people'],
    staleTime: 5 * 60_000,
    async queryFn({ signal }): Promise<readonly Person[]> {
      const users = await allPages((page) =>
        requestPage('GET /teams/{team_slug}/users', {
          at: { team_slug: slug },
          query: { sort: 'name', limit, page },
          signal,
        }),
      );
      return users.map(({ id, name, role, picture }) => ({
        id,
        name,
        role,
        picture: picture && `/api/panel/teams/${slug}/users/${id}/picture?hash=${picture}`,
      }));
    },
  });

/** 'Marina de Sá Lopes (Padaria Sol)' → 'ML' */
export function initialsOf(name: string): string {
  const words = name
    .replace(/(?!^)\(.*?\)/g, '')
    .trim()
    .split(/\s+/);
  const first = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return first
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
