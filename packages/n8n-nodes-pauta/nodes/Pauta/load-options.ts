import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
} from 'n8n-workflow';
import { located } from './fields';
import { maxPerPage } from './records';
import { all, call } from './transport';

/** A list from which a record is chosen. */
interface List {
  readonly url: string;
  readonly name: (record: IDataObject) => unknown;
  /** Distinguishes records of one name. */
  readonly detail?: (record: IDataObject) => unknown;
  readonly query?: IDataObject;
  /** True if the API has no parameter `search`, so that the node filters. */
  readonly searchedHere?: true;
}

const nameOf = (record: unknown) => (record as IDataObject | null)?.name;

const lists = {
  searchActivities: { url: '/v1/activities', name: (one) => one.title },
  searchCampaigns: { url: '/v1/campaigns', name: (one) => one.name },
  searchClients: { url: '/v1/clients', name: (one) => one.display_name || one.name },
  searchContacts: {
    url: '/v1/msgapp/contacts',
    name: (one) => one.custom_name || one.push_name || one.phone,
  },
  searchContracts: { url: '/v1/contracts', name: (one) => one.title },
  searchConversations: {
    url: '/v1/msgapp/conversations',
    query: { sort: '-last_message_at' },
    name: (one) => nameOf(one.contact) ?? one.id,
    searchedHere: true,
  },
  searchDeals: { url: '/v1/deals', name: (one) => one.title },
  searchEvents: {
    url: '/v1/events',
    name: (one) => `${String(one.type)}, ${String(one.created_at)}`,
    searchedHere: true,
  },
  searchInboxes: {
    url: '/v1/inboxes',
    name: (one) => one.name,
    detail: (one) => one.phone,
    searchedHere: true,
  },
  searchPipelines: {
    url: '/v1/pipelines',
    name: (one) => one.name,
    detail: (one) => nameOf(one.project),
    searchedHere: true,
  },
  searchBillingLines: {
    url: '/v1/billing-lines',
    query: { sort: '-ends_on' },
    name: (one) => one.title,
    detail: (one) => one.ends_on,
    searchedHere: true,
  },
  searchProjectTemplates: {
    url: '/v1/project-templates',
    name: (one) => one.name,
    searchedHere: true,
  },
  searchProjects: { url: '/v1/projects', name: (one) => one.name },
  searchSquads: { url: '/v1/squads', name: (one) => one.name, searchedHere: true },
  searchTasks: { url: '/v1/tasks', name: (one) => one.title, detail: (one) => nameOf(one.project) },
  searchTimeEntries: {
    url: '/v1/time-entries',
    query: { sort: '-started_at' },
    name: (one) => one.note ?? one.started_at,
    detail: (one) => (one.note ? one.started_at : undefined),
    searchedHere: true,
  },
  searchUsers: { url: '/v1/users', name: (one) => one.name || one.email },
  searchWebhooks: { url: '/v1/webhooks', name: (one) => one.name, searchedHere: true },
} satisfies Record<string, List>;

/** Label of a record: `Board (Site)`. */
function labelOf({ name, detail }: List, record: IDataObject): string {
  const further = detail?.(record);
  return further ? `${String(name(record))} (${String(further)})` : String(name(record));
}

/** Adds the end of the ID to equal labels. */
function distinct(results: readonly { name: string; value: string }[]) {
  const count = new Map<string, number>();
  for (const { name } of results) count.set(name, (count.get(name) ?? 0) + 1);
  return results.map(({ name, value }) => ({
    name: count.get(name) === 1 ? name : `${name} · ${value.slice(-6)}`,
    value,
  }));
}

/** Searches a list; the pagination token is the query of the next page. */
const searching = (list: List) =>
  async function (
    this: ILoadOptionsFunctions,
    filter?: string,
    page?: string,
  ): Promise<INodeListSearchResult> {
    const { url, query, searchedHere } = list;
    const sought = filter?.trim().toLowerCase() ?? '';
    const answer = await call(this, {
      method: 'GET',
      url,
      query:
        page === undefined
          ? { ...query, limit: maxPerPage, ...(sought && !searchedHere ? { search: sought } : {}) }
          : (JSON.parse(page) as IDataObject),
    });
    const results = distinct(
      (answer.data as IDataObject[]).map((record) => ({
        name: labelOf(list, record),
        value: String(record.id),
      })),
    );
    return {
      results: searchedHere ? matching(results, sought) : results,
      ...(answer.next === undefined ? {} : { paginationToken: JSON.stringify(answer.next) }),
    };
  };

const matching = <T extends { readonly name: string }>(results: readonly T[], sought: string) =>
  results.filter((one) => one.name.toLowerCase().includes(sought));

/** Value of a parameter in the form or one of its collections; undefined for an expression, which has no value in the editor. */
function entered(form: ILoadOptionsFunctions, name: string): string | undefined {
  for (const path of [name, ...collections.map((each) => `${each}.${name}`)]) {
    const value = located(form.getCurrentNodeParameter(path));
    if (typeof value === 'string' && !value.startsWith('=')) return value;
  }
  return undefined;
}
const collections = ['additionalFields', 'updateFields', 'filters'];

/** Boards whose columns are offered: the chosen one, that of the task, those of the project, or all. */
async function boards(form: ILoadOptionsFunctions, named: string): Promise<IDataObject[]> {
  const one = async (url: string) => (await call(form, { method: 'GET', url })).data as IDataObject;
  let pipeline = entered(form, named);
  const project = entered(form, 'project_id');
  const isTask = form.getCurrentNodeParameter('resource') === 'task';
  const task = isTask && !pipeline && !project ? entered(form, 'id') : undefined;
  if (task) pipeline = String((await one(`/v1/tasks/${encodeURIComponent(task)}`)).pipeline_id);
  if (pipeline) return [await one(`/v1/pipelines/${encodeURIComponent(pipeline)}`)];
  const query = project ? { project_id: project } : {};
  return all(form, { method: 'GET', url: '/v1/pipelines', query }, 1000);
}

const columnsOf = (board: IDataObject) => board.columns as IDataObject[];

/** Columns by slug, for tasks. */
async function searchColumns(
  this: ILoadOptionsFunctions,
  filter = '',
): Promise<INodeListSearchResult> {
  const columns = (await boards(this, 'pipeline_id')).flatMap(columnsOf);
  const bySlug = new Map(columns.map((column) => [String(column.slug), column]));
  const results = [...bySlug].map(([slug, column]) => ({
    name: `${String(column.name)} (${slug})`,
    value: slug,
  }));
  return { results: matching(results, filter.trim().toLowerCase()) };
}

/** Columns by ID, for endpoints. */
async function searchColumnIds(
  this: ILoadOptionsFunctions,
  filter = '',
): Promise<INodeListSearchResult> {
  const results = (await boards(this, 'target_pipeline_id')).flatMap((board) =>
    columnsOf(board).map((column) => ({
      name: `${String(column.name)} (${[board.name, nameOf(board.project)].filter(Boolean).join(', ')})`,
      value: String(column.id),
    })),
  );
  return { results: matching(distinct(results), filter.trim().toLowerCase()) };
}

/** Phases in the order of the team's board. */
async function searchPhases(
  this: ILoadOptionsFunctions,
  filter = '',
): Promise<INodeListSearchResult> {
  const { data } = await call(this, { method: 'GET', url: '/v1/phases' });
  const results = ((data as IDataObject).phases as IDataObject[]).map(({ phase }) => ({
    name: String(phase),
    value: String(phase),
  }));
  return { results: matching(results, filter.trim().toLowerCase()) };
}

/** Resources with tags: resource of the node → name in the response. */
const tagged: Record<string, string> = {
  activity: 'activities',
  client: 'clients',
  contact: 'contacts',
  deal: 'deals',
  task: 'tasks',
};

/** Tags in use on records of the node's resource, most used first. */
async function tagsInUse(form: ILoadOptionsFunctions) {
  const { data } = await call(form, { method: 'GET', url: '/v1/tags' });
  const kind = tagged[String(form.getCurrentNodeParameter('resource'))] ?? '';
  const tags = ((data as IDataObject)[kind] ?? []) as string[];
  return tags.map((tag) => ({ name: tag, value: tag }));
}

async function searchTags(
  this: ILoadOptionsFunctions,
  filter = '',
): Promise<INodeListSearchResult> {
  return { results: matching(await tagsInUse(this), filter.trim().toLowerCase()) };
}

export const listSearch = {
  ...Object.fromEntries(
    Object.entries<List>(lists).map(([method, list]) => [method, searching(list)]),
  ),
  searchColumns,
  searchColumnIds,
  searchPhases,
  searchTags,
};

export const loadOptions = {
  async getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return tagsInUse(this);
  },
  async getProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const projects = await all(
      this,
      { method: 'GET', url: '/v1/projects', query: { sort: 'name' } },
      1000,
    );
    return distinct(projects.map(({ id, name }) => ({ name: String(name), value: String(id) })));
  },
  async getTasks(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const tasks = await all(
      this,
      { method: 'GET', url: '/v1/tasks', query: { sort: '-created_at' } },
      1000,
    );
    return distinct(
      tasks.map(({ id, number, title }) => ({
        name: [number, title].filter(Boolean).join(' '),
        value: String(id),
      })),
    );
  },
  async getUsers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    const users = await all(
      this,
      { method: 'GET', url: '/v1/users', query: { sort: 'name' } },
      1000,
    );
    return distinct(
      users.map((user) => ({
        name: String(user.name || user.email),
        value: String(user.id),
      })),
    );
  },
};
