import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { CreateExportInput, Export } from '#panel/api/schema.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

/* Exports of the user. Live notices refetch them; while the worker is at one, they are polled as well. */

const key = (slug: string) => ['team', slug, 'exports'];

/** True while the worker is at it, or will be. */
export const isWorking = ({ state }: Pick<Export, 'state'>) =>
  state === 'waiting' || state === 'running';

const pollMs = 1_500;

export const exportsQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/exports', { at: { team_slug: slug }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? pollMs : false),
  });

/** Address of the file of an export. */
export const exportContent = (slug: string, id: string) =>
  `/api/panel/teams/${encodeURIComponent(slug)}/exports/${id}/content`;

export const exportActions = (slug: string) => {
  const again = thenRefetch(key(slug));
  return {
    create: (body: CreateExportInput) =>
      again(request('POST /teams/{team_slug}/exports', { at: { team_slug: slug }, body })),
    remove: (id: string) =>
      again(request('DELETE /teams/{team_slug}/exports/{id}', { at: { team_slug: slug, id } })),
  };
};
