import { queryOptions } from '@tanstack/react-query';
import { type Answer, newKey, request, requestPath, segment } from '#panel/api/call.ts';
import type { Action } from '#panel/commands/action.ts';
import { type Fields, withFields } from '#panel/commands/diff.ts';
import type { ActionOutcome } from '#panel/commands/undo-history.ts';
import { withPatches } from '#panel/data/live-patches.ts';
import { queryClient } from '#panel/data/query-client.ts';
import type { WorkKind } from '#panel/route/record-paths.ts';

/* Bulk changes: of selected records, or of all that match a list's query. */

type BulkResult = Answer<'POST /teams/{team_slug}/bulk'>;
export type BulkJob = Answer<'GET /teams/{team_slug}/bulk/jobs/{id}'>;
type BulkPreview = Answer<'POST /teams/{team_slug}/bulk/preview'>;

/** Action applied to each record. */
export interface BulkChange {
  readonly kind: WorkKind;
  readonly action: 'change' | 'delete';
  /** Fields, `add_tags`, `remove_tags`. */
  readonly change: Fields;
}

const isUnderWay = ({ state }: BulkJob) => state === 'running' || state === 'undoing';

export const bulkJobQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'bulk', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/bulk/jobs/{id}', { at: { team_slug: slug, id }, signal }),
    // Progress arrives by live stream; polling covers a missing stream.
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 1_000 : false),
  });

/** The user's jobs of the last day. */
export const bulkJobsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'bulk', 'jobs'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/bulk/jobs', { at: { team_slug: slug }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? 1_000 : false),
  });

/** Query parameters of a list, as in its address, without those that do not filter. */
export const listQuery = (filters: Readonly<Record<string, unknown>>) =>
  new URLSearchParams(
    Object.entries(filters)
      .filter(([name, value]) => value !== undefined && name !== 'sort' && name !== 'group')
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const at = (slug: string, path = '') => `/teams/${segment(slug)}/bulk${path}`;

export const previewBulk = (slug: string, body: BulkChange & { readonly query: string }) =>
  requestPath<BulkPreview>('POST', at(slug, '/preview'), { body });

export const startBulk = (slug: string, body: BulkChange & { readonly query: string }) =>
  requestPath<BulkJob>('POST', at(slug, '/jobs'), { body });

export async function undoBulk(slug: string, id: string): Promise<BulkJob> {
  const job = await requestPath<BulkJob>('POST', at(slug, `/jobs/${segment(id)}/undo`), {
    body: {},
  });
  queryClient.setQueryData(bulkJobQuery(slug, id).queryKey, job);
  await queryClient.invalidateQueries({ queryKey: bulkJobsQuery(slug).queryKey });
  return job;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Undoes a bulk change and waits until it is undone. */
async function undoAndWait(slug: string, { id }: BulkResult): Promise<ActionOutcome> {
  let job = await undoBulk(slug, id);
  while (job.state === 'undoing') {
    await pause();
    job = await queryClient.fetchQuery({ ...bulkJobQuery(slug, id), staleTime: 0 });
  }
  return job.kept === 0 ? { kind: 'undone' } : { kind: 'changed', by: undefined };
}

interface ManyInput extends BulkChange {
  readonly slug: string;
  readonly ids: readonly string[];
  /** Called with the results. */
  readonly done?: (answer: BulkResult) => void;
}

/** Changes up to 500 selected records. */
export function changeMany({
  slug,
  ids,
  done,
  kind,
  action,
  change,
}: ManyInput): Action<BulkResult> {
  const key = newKey();
  const { add_tags: _, remove_tags: __, ...fields } = change;
  const records = ids.map((id) => `${kind}/${id}`);
  const isGone = action === 'delete';
  return {
    records,
    meanwhile: records.map((record) => ({ record, fields, ...(isGone && { isGone }) })),
    async send() {
      const body = { kind, action, change, ids };
      const answer = await requestPath<BulkResult>('POST', at(slug), { body, key });
      const changed = new Set<unknown>(answer.outcomes.filter(({ ok }) => ok).map(({ id }) => id));
      queryClient.setQueriesData<unknown>({ queryKey: ['team', slug] }, (data: unknown) =>
        withPatches(data, (id, copy) => (changed.has(id) ? withFields(copy, fields) : copy)),
      );
      // Only the lists contain the resulting tags and the remaining records.
      await queryClient.invalidateQueries({ queryKey: ['team', slug, kind] });
      done?.(answer);
      return answer;
    },
    says: (answer) => ({ kind: 'many', done: answer.done, refused: answer.refused }),
    undo: { meanwhile: () => [], send: (answer) => undoAndWait(slug, answer) },
  };
}
