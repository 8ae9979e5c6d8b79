import { request, requestPage } from '#panel/api/call.ts';
import type { Comment } from '#panel/api/types.ts';
import type { Action } from '#panel/commands/action.ts';
import { paginated } from '#panel/data/paginated.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { fetchRelated, type RelatedKind } from '#panel/data/related.ts';

const key = (slug: string) => ['team', slug, 'comments'];
const refetch = (slug: string) => queryClient.invalidateQueries({ queryKey: key(slug) });

/** Comments of a record, latest first. */
export const commentsQuery = (slug: string, kind: RelatedKind, id: string) =>
  paginated([...key(slug), kind, id], async (query, signal) => {
    const first = query.page === 1 ? await fetchRelated({ slug, kind, id }, 'comments') : null;
    if (first) return first;
    return requestPage('GET /teams/{team_slug}/comments', {
      at: { team_slug: slug },
      query: { ...query, record_type: kind, record_id: id, sort: '-created_at' },
      signal,
    });
  });

export interface NewComment {
  readonly content: string;
  readonly mentions: readonly string[];
}

export async function addComment(slug: string, kind: RelatedKind, id: string, body: NewComment) {
  const comment = await request('POST /teams/{team_slug}/comments', {
    at: { team_slug: slug },
    body: { ...body, record_type: kind, record_id: id },
  });
  await refetch(slug);
  return comment;
}

export async function changeComment(slug: string, id: string, body: NewComment) {
  const comment = await request('PUT /teams/{team_slug}/comments/{id}', {
    at: { team_slug: slug, id },
    body,
  });
  await refetch(slug);
  return comment;
}

/** Deletes a comment; undo restores it. */
export const removeComment = ({
  slug,
  id,
}: {
  readonly slug: string;
  readonly id: string;
}): Action<Comment> => {
  const at = { team_slug: slug, id };
  return {
    records: [`comments/${id}`],
    meanwhile: [{ record: `comments/${id}`, fields: {}, isGone: true }],
    async send() {
      const comment = await request('DELETE /teams/{team_slug}/comments/{id}', { at });
      await refetch(slug);
      return comment;
    },
    says: () => ({ kind: 'removed', of: 'comments' }),
    undo: {
      meanwhile: () => [],
      async send() {
        await request('POST /teams/{team_slug}/comments/{id}/restore', { at });
        await refetch(slug);
        return { kind: 'undone' };
      },
    },
  };
};
