import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestPage } from '../api/call.ts';

/* Records to link to, found by typing. */

export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Number of choices offered; further ones need more typing. */
export const maxChoices = 8;

export const choices = (
  slug: string,
  kind: string,
  typed: string,
  read: (signal: AbortSignal) => Promise<readonly Choice[]>,
) =>
  queryOptions({
    queryKey: ['team', slug, 'choices', kind, typed],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
  });

/** Finds choices that match the typed text; the first ones without a text. */
export type FindChoices = (slug: string, typed: string) => ReturnType<typeof choices>;

export const choicesRequest = (slug: string, typed: string, signal: AbortSignal) => ({
  at: { team_slug: slug },
  query: { limit: maxChoices, search: typed || undefined },
  signal,
});

export const namedChoices = ({ data }: { readonly data: readonly Choice[] }) =>
  data.map(({ id, name }) => ({ id, name }));

export const findUsers: FindChoices = (slug, typed) =>
  choices(slug, 'users', typed, async (signal) =>
    namedChoices(
      await requestPage('GET /teams/{team_slug}/users', choicesRequest(slug, typed, signal)),
    ),
  );

export const findProjects: FindChoices = (slug, typed) =>
  choices(slug, 'projects', typed, async (signal) =>
    namedChoices(
      await requestPage('GET /teams/{team_slug}/projects', choicesRequest(slug, typed, signal)),
    ),
  );

export const findClients: FindChoices = (slug, typed) =>
  choices(slug, 'clients', typed, async (signal) =>
    namedChoices(
      await requestPage('GET /teams/{team_slug}/clients', choicesRequest(slug, typed, signal)),
    ),
  );

export const findDeals: FindChoices = (slug, typed) =>
  choices(slug, 'deals', typed, async (signal) =>
    (
      await requestPage('GET /teams/{team_slug}/deals', choicesRequest(slug, typed, signal))
    ).data.map(({ id, title }) => ({ id, name: title })),
  );
/** Contacts by name, or by number if they have no name. */
export const findContacts: FindChoices = (slug, typed) =>
  choices(slug, 'contacts', typed, async (signal) => {
    const { data } = await requestPage(
      'GET /teams/{team_slug}/msgapp/contacts',
      choicesRequest(slug, typed, signal),
    );
    return data.map(({ id, custom_name, push_name, phone }) => {
      const name = custom_name ?? push_name;
      return { id, name: name === null ? phone : `${name} · ${phone}` };
    });
  });
