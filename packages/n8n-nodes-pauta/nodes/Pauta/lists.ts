import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
} from 'n8n-workflow';
import { all, call } from './transport';

/** A list from which a record is chosen. */
interface List {
  readonly url: string;
  readonly name: (record: IDataObject) => unknown;
  readonly query?: IDataObject;
  /** It has no parameter `search`: what is looked for is looked for here. */
  readonly searchedHere?: true;
}

const lists = {
  searchActivities: { url: '/v1/activities', name: (one) => one.title },
  searchCampaigns: { url: '/v1/campaigns', name: (one) => one.name },
  searchClients: { url: '/v1/clients', name: (one) => one.display_name || one.name },
  searchContacts: {
    url: '/v1/msgapp/contacts',
    name: (one) => one.custom_name || one.push_name || one.phone,
  },
  searchConversations: {
    url: '/v1/msgapp/conversations',
    query: { sort: '-last_message_at' },
    name: (one) => (one.contact as IDataObject | null)?.name ?? one.id,
    searchedHere: true,
  },
  searchDeals: { url: '/v1/deals', name: (one) => one.title },
  searchEvents: {
    url: '/v1/events',
    name: (one) => `${String(one.type)}, ${String(one.created_at)}`,
    searchedHere: true,
  },
  searchInboxes: { url: '/v1/inboxes', name: (one) => one.name, searchedHere: true },
  searchPipelines: { url: '/v1/pipelines', name: (one) => one.name, searchedHere: true },
  searchProjects: { url: '/v1/projects', name: (one) => one.name },
  searchSquads: { url: '/v1/squads', name: (one) => one.name, searchedHere: true },
  searchTasks: { url: '/v1/tasks', name: (one) => one.title },
  searchUsers: { url: '/v1/users', name: (one) => one.name || one.email },
  searchWebhooks: { url: '/v1/webhooks', name: (one) => one.name, searchedHere: true },
} satisfies Record<string, List>;

/** The next page is asked for by the query that the last one told. */
const searching = ({ url, name, query, searchedHere }: List) =>
  async function (
    this: ILoadOptionsFunctions,
    filter?: string,
    page?: string,
  ): Promise<INodeListSearchResult> {
    const sought = filter?.trim().toLowerCase() ?? '';
    const answer = await call(this, {
      method: 'GET',
      url,
      query:
        page === undefined
          ? { ...query, limit: 100, ...(sought && !searchedHere ? { search: sought } : {}) }
          : (JSON.parse(page) as IDataObject),
    });
    const results = (answer.data as IDataObject[]).map((record) => ({
      name: String(name(record)),
      value: String(record.id),
    }));
    return {
      results: searchedHere
        ? results.filter((one) => one.name.toLowerCase().includes(sought))
        : results,
      ...(answer.next === undefined ? {} : { paginationToken: JSON.stringify(answer.next) }),
    };
  };

export const listSearch = Object.fromEntries(
  Object.entries<List>(lists).map(([method, list]) => [method, searching(list)]),
);

export const loadOptions = {
  async getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const users = await all(
      this,
      { method: 'GET', url: '/v1/users', query: { sort: 'name' } },
      1000,
    );
    return users.map((user) => ({
      name: String(user.name || user.email),
      value: String(user.id),
    }));
  },
};
