import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '#panel/api/call.ts';
import type {
  CheckImportInput,
  CheckImportRowsInput,
  Import,
  PreviewImportInput,
  ReadImportAgainInput,
} from '#panel/api/schema.ts';
import { thenRefetch } from '#panel/data/query-client.ts';
import { newFileId, uploadFile } from '#panel/records/shared/files/queries.ts';

/* Imports of a team. Live notices refetch them after each step; while the worker is at one, they are polled as well. */

const key = (slug: string, ...rest: readonly string[]) => ['team', slug, 'imports', ...rest];

const states: ReadonlySet<Import['state']> = new Set([
  'reading',
  'checking',
  'applying',
  'undoing',
]);

/** True while the worker is at it. */
export const isWorking = ({ state }: Pick<Import, 'state'>) => states.has(state);

const pollMs = 1_500;

export const importsQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/imports', { at: { team_slug: slug }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? pollMs : false),
  });

export const importQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/imports/{id}', { at: { team_slug: slug, id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? pollMs : false),
  });

/** Number of groups offered: the latest. */
const maxGroups = 100;

/** Groups of an inbox. */
export const groupsQuery = (slug: string, inbox: string) =>
  queryOptions({
    queryKey: ['team', slug, 'conversations', 'groups', inbox],
    queryFn: async ({ signal }) => {
      const at = { team_slug: slug };
      const query = { inbox_id: inbox, limit: maxGroups };
      return (await requestPage('GET /teams/{team_slug}/msgapp/groups', { at, query, signal }))
        .data;
    },
    enabled: inbox !== '',
  });

/** The first rows as a mapping would store them. */
export const previewQuery = (slug: string, id: string, body: PreviewImportInput) =>
  queryOptions({
    queryKey: ['team', slug, 'import-previews', id, body],
    queryFn: ({ signal }) =>
      request('POST /teams/{team_slug}/imports/{id}/preview', {
        ...{ at: { team_slug: slug, id }, body, signal },
      }),
    // The same mapping of the same file has the same preview.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Records that undoing left: the first 100. */
export const leftQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id, 'left'),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/imports/{id}/left', {
        ...{ at: { team_slug: slug, id }, signal },
      }),
  });

/** Problems of the last check or run. */
export const problemsQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id, 'problems'),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/imports/{id}/problems', {
        ...{ at: { team_slug: slug, id }, signal },
      }),
  });

export const importActions = (slug: string) => {
  const again = thenRefetch(key(slug));
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    /** Uploads a file and begins to read it. */
    async create(file: File, onProgress: (part: number) => void): Promise<Import> {
      const id = newFileId();
      const { name } = file;
      await uploadFile(slug, { purpose: 'import' }, { id, name, file }, onProgress);
      const body = { file_id: id };
      return again(request('POST /teams/{team_slug}/imports', { at: { team_slug: slug }, body }));
    },
    check: (id: string, body: CheckImportInput) =>
      again(request('PUT /teams/{team_slug}/imports/{id}/choices', { at: at(id), body })),
    readAgain: (id: string, body: ReadImportAgainInput) =>
      again(request('PUT /teams/{team_slug}/imports/{id}/reading', { at: at(id), body })),
    checkRows: (id: string, body: CheckImportRowsInput) =>
      again(request('PUT /teams/{team_slug}/imports/{id}/mapping', { at: at(id), body })),
    apply: (id: string) =>
      again(request('POST /teams/{team_slug}/imports/{id}/apply', { at: at(id) })),
    stop: (id: string) =>
      again(request('POST /teams/{team_slug}/imports/{id}/stop', { at: at(id) })),
    undo: (id: string) =>
      again(request('POST /teams/{team_slug}/imports/{id}/undo', { at: at(id) })),
  };
};
