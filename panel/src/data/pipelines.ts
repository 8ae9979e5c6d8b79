import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '../api/call.ts';
import type { Pipeline } from '../api/types.ts';
import { paginated } from './paginated.ts';
import { queryClient } from './query-client.ts';
import { fetchLinked } from './related.ts';

const key = (slug: string) => ['team', slug, 'pipelines'];

/** @param isShared true for pipelines of the team, false for those of single projects */
export const pipelinesQuery = (slug: string, isShared: boolean) =>
  paginated([...key(slug), isShared], (query, signal) =>
    requestPage('GET /teams/{team_slug}/pipelines', {
      at: { team_slug: slug },
      query: { ...query, sort: isShared ? 'created_at' : 'name', is_shared: isShared },
      signal,
    }),
  );

/** @param task task on whose screen its pipeline is loaded */
export const pipelineQuery = (slug: string, id: string, task?: string) =>
  queryOptions({
    queryKey: [...key(slug), 'one', id],
    async queryFn({ signal }) {
      const at = { team_slug: slug, id };
      const pipelineOfTask =
        task && (await fetchLinked({ slug, kind: 'tasks', id: task }, 'pipeline', id));
      return pipelineOfTask || request('GET /teams/{team_slug}/pipelines/{id}', { at, signal });
    },
  });

interface NewPipeline {
  readonly name: string;
  readonly columns: readonly { readonly slug: string; readonly name: string }[];
  readonly project_id: string | null;
}

/** Admin actions on pipelines and their columns; a change of a column returns its pipeline. */
export function pipelineActions(slug: string) {
  const team_slug = slug;
  const cacheAnswer = async (answer: Promise<Pipeline>): Promise<Pipeline> => {
    const pipeline = await answer;
    queryClient.setQueryData(pipelineQuery(slug, pipeline.id).queryKey, pipeline);
    // Invalidates both lists; those on screen are refetched.
    await queryClient.invalidateQueries({ queryKey: [...key(slug), true] });
    await queryClient.invalidateQueries({ queryKey: [...key(slug), false] });
    return pipeline;
  };
  return {
    create: (body: NewPipeline) =>
      cacheAnswer(request('POST /teams/{team_slug}/pipelines', { at: { team_slug }, body })),
    rename: (id: string, name: string) =>
      cacheAnswer(
        request('PUT /teams/{team_slug}/pipelines/{id}', { at: { team_slug, id }, body: { name } }),
      ),
    async remove(id: string) {
      await request('DELETE /teams/{team_slug}/pipelines/{id}', { at: { team_slug, id } });
      await queryClient.invalidateQueries({ queryKey: [...key(slug), true] });
      await queryClient.invalidateQueries({ queryKey: [...key(slug), false] });
    },
    order: (id: string, ids: readonly string[]) =>
      cacheAnswer(
        request('PUT /teams/{team_slug}/pipelines/{id}/columns', {
          at: { team_slug, id },
          body: { ids },
        }),
      ),
    addColumn: (id: string, name: string) =>
      cacheAnswer(
        request('POST /teams/{team_slug}/pipelines/{id}/columns', {
          at: { team_slug, id },
          body: { name },
        }),
      ),
    changeColumn: (
      id: string,
      body: { name?: string; is_finishing?: boolean; limit?: number | null },
    ) =>
      cacheAnswer(request('PUT /teams/{team_slug}/columns/{id}', { at: { team_slug, id }, body })),
    /** @param to column that receives the tasks */
    removeColumn: (id: string, to: string | null) =>
      cacheAnswer(
        request('POST /teams/{team_slug}/columns/{id}/remove', {
          at: { team_slug, id },
          body: { to },
        }),
      ),
  };
}

export type PipelineActions = ReturnType<typeof pipelineActions>;
