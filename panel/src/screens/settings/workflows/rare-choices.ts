import { request, requestPage } from '#panel/api/call.ts';
import {
  choices,
  choicesRequest,
  type FindChoices,
  maxChoices,
  namedChoices,
} from '#panel/data/choices.ts';

/* Choices used by few screens, loaded with them. */

export const findTasks: FindChoices = (slug, typed) =>
  choices(slug, 'tasks', typed, async (signal) =>
    (
      await requestPage('GET /teams/{team_slug}/tasks', choicesRequest(slug, typed, signal))
    ).data.map(({ id, title }) => ({ id, name: title })),
  );

export const findCampaigns: FindChoices = (slug, typed) =>
  choices(slug, 'campaigns', typed, async (signal) =>
    namedChoices(
      await requestPage('GET /teams/{team_slug}/campaigns', choicesRequest(slug, typed, signal)),
    ),
  );

/** Contracts by title, filtered here because the server does not search them. */
export const findContracts: FindChoices = (slug, typed) =>
  choices(slug, 'contracts', typed, async (signal) => {
    const query = { limit: 100, sort: 'title' } as const;
    const { data } = await requestPage('GET /teams/{team_slug}/contracts', {
      at: { team_slug: slug },
      query,
      signal,
    });
    return data
      .filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
      .slice(0, maxChoices)
      .map(({ id, title }) => ({ id, name: title }));
  });

/** Conversations by contact, latest first. */
export const findConversations: FindChoices = (slug, typed) =>
  choices(slug, 'conversations', typed, async (signal) => {
    const { rows } = await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
      at: { team_slug: slug },
      query: {
        view: 'all',
        status: 'any',
        sort: 'latest',
        limit: maxChoices,
        search: typed || undefined,
      },
      signal,
    });
    return rows.map(({ id, contact, remote_jid }) => ({ id, name: contact?.name ?? remote_jid }));
  });
