import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Approval, CampaignStage } from '#panel/api/types.ts';
import { paginated } from '#panel/data/paginated.ts';
import { thenRefetch } from '#panel/data/query-client.ts';
import { fetchRelated } from '#panel/data/related.ts';

const key = (slug: string) => ['team', slug, 'approvals'] as const;

/** Approval stages of campaigns, by campaign id. */
export const stagesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'stages'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/campaign-stages', { at: { team_slug: slug }, signal }),
    select: (stages): ReadonlyMap<string, CampaignStage> =>
      new Map(stages.map((stage) => [stage.campaign_id, stage])),
  });

/** Approval requests of a campaign, newest first. */
export const approvalsOfQuery = (slug: string, campaign_id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'of', campaign_id],
    async queryFn({ signal }): Promise<readonly Approval[]> {
      const record = { slug, kind: 'campaigns', id: campaign_id } as const;
      const all =
        (await fetchRelated(record, 'approvals')) ??
        (await requestPage('GET /teams/{team_slug}/approvals', {
          at: { team_slug: slug },
          query: { campaign_id, limit: 100 },
          signal,
        }));
      return all.data;
    },
  });

/** Approval requests of a project's campaigns, newest first. */
export const approvalsOfProject = (slug: string, project_id: string) =>
  paginated([...key(slug), 'project', project_id], (query, signal) =>
    requestPage('GET /teams/{team_slug}/approvals', {
      at: { team_slug: slug },
      query: { ...query, project_id, sort: '-created_at' },
      signal,
    }),
  );

type NewApproval = Operations['POST /teams/{team_slug}/approvals']['body'];
export type NewDecision = Operations['POST /teams/{team_slug}/approvals/{id}/decisions']['body'];
type NewApprovalLink = Operations['POST /teams/{team_slug}/approvals/{id}/link']['body'];

/** Member actions on approvals. */
export function approvalActions(slug: string) {
  const at = { team_slug: slug };
  const again = thenRefetch(key(slug));
  return {
    create: (body: NewApproval) =>
      again(request('POST /teams/{team_slug}/approvals', { at, body })),
    /** @param message describes the changes */
    askAgain: (id: string, message: string | null) =>
      again(
        request('POST /teams/{team_slug}/approvals/{id}/rounds', {
          at: { ...at, id },
          body: { message },
        }),
      ),
    revoke: (id: string) =>
      again(request('DELETE /teams/{team_slug}/approvals/{id}', { at: { ...at, id } })),
    renew: (id: string, body: NewApprovalLink) =>
      again(request('POST /teams/{team_slug}/approvals/{id}/link', { at: { ...at, id }, body })),
    decide: (id: string, body: NewDecision) =>
      again(
        request('POST /teams/{team_slug}/approvals/{id}/decisions', { at: { ...at, id }, body }),
      ),
    answer: (id: string, comment_id: string, answer: string) =>
      again(
        request('POST /teams/{team_slug}/approvals/{id}/answers', {
          at: { ...at, id },
          body: { comment_id, answer },
        }),
      ),
    /** @param body a retry with the same body sends it once */
    send: (id: string, body: Operations['POST /teams/{team_slug}/approvals/{id}/send']['body']) =>
      again(request('POST /teams/{team_slug}/approvals/{id}/send', { at: { ...at, id }, body })),
  };
}

/** Recipients for a link: the client's contacts, or all contacts without a client. */
export const recipientsQuery = (slug: string, client_id: string | null) =>
  queryOptions({
    queryKey: ['team', slug, 'contacts', 'recipients', { client_id }],
    queryFn: async ({ signal }) =>
      (
        await requestPage('GET /teams/{team_slug}/msgapp/contacts', {
          at: { team_slug: slug },
          query: { limit: 100, ...(client_id !== null && { client_id }) },
          signal,
        })
      ).data,
  });

/** Inboxes that can send a link. */
export const senderQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'inboxes', 'senders'],
    queryFn: async ({ signal }) =>
      (
        await requestPage('GET /teams/{team_slug}/inboxes', {
          at: { team_slug: slug },
          query: { limit: 100 },
          signal,
        })
      ).data,
  });
