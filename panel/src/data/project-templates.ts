import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { Failure, request, requestPage, segment } from '../api/call.ts';
import type { CreateProjectTemplateInput, UpdateProjectTemplateInput } from '../api/schema.ts';
import { queryClient, thenRefetch } from './query-client.ts';

/* Templates of projects. */

const key = (slug: string) => ['team', slug, 'project-templates'];

/** Page size; one request for almost every team. */
const limit = 100;

/** All templates of a team, by name. */
export const projectTemplatesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'all'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        requestPage('GET /teams/{team_slug}/project-templates', {
          at: { team_slug: slug },
          query: { sort: 'name', limit, page },
          signal,
        }),
      ),
  });

export const projectTemplateQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...key(slug), id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/project-templates/{id}', {
        at: { team_slug: slug, id },
        signal,
      }),
  });

/** Path of the request that creates a project from a template. */
export const projectsOfTemplatePath = (slug: string, id: string) =>
  `/teams/${segment(slug)}/project-templates/${segment(id)}/projects`;

/** Admin actions on templates. */
export function projectTemplateActions(slug: string) {
  const team_slug = slug;
  const again = thenRefetch(key(slug));
  return {
    create: (body: CreateProjectTemplateInput) =>
      again(request('POST /teams/{team_slug}/project-templates', { at: { team_slug }, body })),
    /** @param version `updated_at` of the template on which the change is based */
    async change(id: string, version: string, body: UpdateProjectTemplateInput) {
      try {
        return await again(
          request('PUT /teams/{team_slug}/project-templates/{id}', {
            at: { team_slug, id },
            body,
            version,
          }),
        );
      } catch (error) {
        // Another user has saved since then.
        if (error instanceof Failure && error.code === 'CONFLICT')
          await queryClient.invalidateQueries({ queryKey: key(slug) });
        throw error;
      }
    },
    remove: (id: string) =>
      again(request('DELETE /teams/{team_slug}/project-templates/{id}', { at: { team_slug, id } })),
  };
}
