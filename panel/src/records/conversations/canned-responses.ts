import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

/* Canned responses of a team. The server fills in their variables. */

const key = (slug: string) => ['team', slug, 'ready_answers'];

export const cannedResponsesQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/msgapp/ready-answers', { at: { team_slug: slug }, signal }),
  });

/** Rendered for a conversation. */
export const renderCannedResponse = (slug: string, id: string, conversationId: string) =>
  request('POST /teams/{team_slug}/msgapp/ready-answers/{id}/render', {
    at: { team_slug: slug, id },
    body: { conversation_id: conversationId },
  });

interface CannedResponseFields {
  readonly shortcut: string;
  readonly title: string;
  readonly content: string;
}

export const cannedResponseActions = (slug: string) => {
  const again = thenRefetch(key(slug));
  return {
    create: (body: CannedResponseFields) =>
      again(
        request('POST /teams/{team_slug}/msgapp/ready-answers', { at: { team_slug: slug }, body }),
      ),
    change: (id: string, body: CannedResponseFields) =>
      again(
        request('PUT /teams/{team_slug}/msgapp/ready-answers/{id}', {
          at: { team_slug: slug, id },
          body,
        }),
      ),
    remove: (id: string) =>
      again(
        request('DELETE /teams/{team_slug}/msgapp/ready-answers/{id}', {
          at: { team_slug: slug, id },
        }),
      ),
  };
};
