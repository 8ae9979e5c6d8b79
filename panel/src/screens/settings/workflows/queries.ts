import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '#panel/api/call.ts';
import type { WorkflowRun } from '#panel/api/types.ts';
import { paginated } from '#panel/data/paginated.ts';
import { queryClient } from '#panel/data/query-client.ts';

/* Workflows: definitions, versions, runs, and the options of their forms. */

const at = (slug: string) => ({ team_slug: slug });

/** Workflows of the team, for its settings. */
export const workflowsQuery = (slug: string) =>
  paginated(['team', slug, 'workflows', 'list'], (query, signal) =>
    requestPage('GET /teams/{team_slug}/workflows', {
      at: at(slug),
      query: { ...query, sort: 'name' },
      signal,
    }),
  );

export const workflowQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'workflows', 'one', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/workflows/{id}', { at: { ...at(slug), id }, signal }),
  });

/** Options of the workflow forms. @param ids further ids whose names are needed */
export const workflowChoicesQuery = (slug: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['team', slug, 'workflow-choices', ids],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/workflow-choices', {
        at: at(slug),
        query: { ids: ids.length > 0 ? ids.join(',') : undefined },
        signal,
      }),
  });

type Subject = 'deal' | 'task' | 'conversation' | 'campaign';

/** Latest record of a kind, used to preview templates; null if there is none. */
export const exampleQuery = (slug: string, subject: Subject) =>
  queryOptions({
    queryKey: ['team', slug, 'workflow-example', subject],
    staleTime: 5 * 60_000,
    async queryFn({ signal }): Promise<Readonly<Record<string, unknown>> | null> {
      const latest = { limit: 1, sort: '-created_at' } as const;
      const read = async () => {
        const options = { at: at(slug), query: latest, signal };
        switch (subject) {
          case 'deal':
            return (await requestPage('GET /teams/{team_slug}/deals', options)).data;
          case 'task':
            return (await requestPage('GET /teams/{team_slug}/tasks', options)).data;
          case 'campaign':
            return (await requestPage('GET /teams/{team_slug}/campaigns', options)).data;
          case 'conversation':
            return (await requestPage('GET /teams/{team_slug}/msgapp/conversations', options)).data;
        }
      };
      return (await read())[0] ?? null;
    },
  });

/** Versions of a workflow, latest first. */
export const workflowVersionsQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'workflows', 'versions', id],
    queryFn: async ({ signal }) => {
      const { versions } = await request('GET /teams/{team_slug}/workflows/{id}/versions', {
        at: { ...at(slug), id },
        signal,
      });
      return versions.toSorted((a, b) => b.version - a.version);
    },
  });

// Runs -------------------------------------------------------------------------------------------

export type RunStatus = WorkflowRun['status'];

export const workflowRunsQuery = (slug: string, id: string, status: RunStatus | undefined) =>
  paginated(['team', slug, 'workflow-runs', 'list', id, status], (query, signal) =>
    requestPage('GET /teams/{team_slug}/workflow-runs', {
      at: at(slug),
      query: { ...query, workflow_id: id, status, sort: '-created_at' },
      signal,
    }),
  );

export const workflowRunQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'workflow-runs', 'one', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/workflow-runs/{id}', { at: { ...at(slug), id }, signal }),
  });

/** Admin actions on runs. */
export function runActions(slug: string, id: string) {
  const cacheAnswer = async (answer: Promise<WorkflowRun>): Promise<WorkflowRun> => {
    const run = await answer;
    queryClient.setQueryData(workflowRunQuery(slug, id).queryKey, run);
    await queryClient.invalidateQueries({ queryKey: ['team', slug, 'workflow-runs', 'list'] });
    return run;
  };
  const where = { ...at(slug), id };
  return {
    goOn: (skip: boolean) =>
      cacheAnswer(
        request('POST /teams/{team_slug}/workflow-runs/{id}/continue', {
          at: where,
          body: { skip },
        }),
      ),
    stop: () =>
      cacheAnswer(request('POST /teams/{team_slug}/workflow-runs/{id}/stop', { at: where })),
  };
}

/** Dry run of a workflow for a record. */
export const dryRunWorkflow = (slug: string, definition: unknown, record_id: string | null) =>
  request('POST /teams/{team_slug}/workflow-dry-runs', {
    at: at(slug),
    body: { definition, record_id },
  });

// Changing ---------------------------------------------------------------------------------------

/** Admin actions on workflows. */
export function workflowActions(slug: string) {
  const cacheAnswer = async <T>(answer: Promise<T>): Promise<T> => {
    const data = await answer;
    await queryClient.invalidateQueries({ queryKey: ['team', slug, 'workflows'] });
    return data;
  };
  return {
    create: (definition: unknown) =>
      cacheAnswer(
        request('POST /teams/{team_slug}/workflows', { at: at(slug), body: { definition } }),
      ),
    change: (id: string, definition: unknown) =>
      cacheAnswer(
        request('PUT /teams/{team_slug}/workflows/{id}', {
          at: { ...at(slug), id },
          body: { definition },
        }),
      ),
    async remove(id: string): Promise<void> {
      await request('DELETE /teams/{team_slug}/workflows/{id}', { at: { ...at(slug), id } });
      await queryClient.invalidateQueries({ queryKey: ['team', slug, 'workflows', 'list'] });
    },
    switch: (id: string, isOn: boolean) =>
      cacheAnswer<unknown>(
        isOn
          ? request('PUT /teams/{team_slug}/workflows/{id}/enable', { at: { ...at(slug), id } })
          : request('PUT /teams/{team_slug}/workflows/{id}/disable', { at: { ...at(slug), id } }),
      ),
  };
}
