import { askPage } from '../api/call.ts';
import type { Operations } from '../api/schema.ts';
import { rowsQuery } from './rows.ts';

type Asked = NonNullable<Operations['GET /teams/{team_slug}/clients']['query']>;
export type ClientsAsked = Pick<Asked, 'sort' | 'type' | 'status' | 'search'>;

/** A team's clients, as a table shows them. */
export const clientsQuery = (slug: string, asked: ClientsAsked) =>
  rowsQuery(['team', slug, 'clients', 'list', asked], (query, signal) =>
    askPage('GET /teams/{team_slug}/clients', {
      at: { team_slug: slug },
      query: { ...asked, ...query },
      signal,
    }),
  );
