import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Contact, Conversation, Deal, Task } from '#panel/api/types.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';

/*
 * Sidebar of a conversation: its contact, client and their open work. Updates are patched; created and deleted records cause a refetch when
 * the change does not contain their owner.
 */

export type SidebarData =
  Operations['GET /teams/{team_slug}/msgapp/conversations/{id}/sidebar']['answer'];

const has = (list: readonly { readonly id: string }[], id: string) =>
  list.some((each) => each.id === id);
const affects = (names: readonly string[], { previous }: RecordChange) =>
  names.some((name) => name in previous);

function applyDeal(data: SidebarData, change: RecordChange): SidebarData | 'stale' {
  const client = data.client?.id;
  const { client_id } = change.record as unknown as Deal;
  const isTheirs =
    client !== undefined && (client_id === client || change.previous.client_id === client);
  const isMoved = change.verb !== 'updated' || affects(['phase', 'status', 'client_id'], change);
  return isTheirs && isMoved ? 'stale' : data;
}

function applyTask(data: SidebarData, change: RecordChange): SidebarData | 'stale' {
  if (!data.client && !data.project) return data;
  const { completed_at } = change.record as unknown as Task;
  const isOpen = change.verb !== 'deleted' && completed_at === null;
  if (has(data.tasks, change.id))
    return isOpen && !affects(['project_id'], change) ? data : 'stale';
  const mayCome = change.verb === 'created' || affects(['completed_at', 'project_id'], change);
  return isOpen && mayCome ? 'stale' : data;
}

/** Applies a change to the sidebar of conversation `id`. */
function applyToSidebar(
  id: string,
  data: SidebarData,
  change: RecordChange,
): SidebarData | 'stale' {
  switch (change.kind) {
    case 'deals':
      return applyDeal(data, change);
    case 'tasks':
      return applyTask(data, change);
    case 'activities':
      return data.deals.some(
        ({ id }) => id === change.record.deal_id || id === change.previous.deal_id,
      )
        ? 'stale'
        : data;
    case 'contacts': {
      if (change.id !== data.contact?.id) return data;
      const { client_id } = change.record as unknown as Contact;
      return change.verb === 'deleted' || client_id !== (data.client?.id ?? null) ? 'stale' : data;
    }
    case 'conversations': {
      const { contact_id } = change.record as unknown as Conversation;
      if (change.id === id && affects(['client_id', 'project_id'], change)) return 'stale';
      const isTheirs = contact_id !== null && contact_id === data.contact?.id;
      return isTheirs && affects(['contact_id'], change) ? 'stale' : data;
    }
    default:
      return data;
  }
}

export const sidebarQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'conversations', 'beside', id],
    queryFn: ({ signal }): Promise<SidebarData> =>
      request('GET /teams/{team_slug}/msgapp/conversations/{id}/sidebar', {
        at: { team_slug: slug, id },
        signal,
      }),
    meta: {
      applyChange: (data, change) => applyToSidebar(id, data as SidebarData, change),
      alsoKinds: ['contacts', 'clients', 'deals', 'tasks', 'activities'],
    },
  });
