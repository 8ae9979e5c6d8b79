import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, operation, perform } from '#server/operations/operation.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { isPage, type Page } from '#server/records/crud-queries.ts';
import { about, kind, oneOf, uuid } from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { listApprovals } from '../approvals/operations.ts';
import { listHistory } from '../audit/history.ts';
import { listComments } from '../comments/operations.ts';
import { commentedTypes } from '../comments/table.ts';
import { listMerges } from '../conversations/merging/operations.ts';
import { billingLineReads } from '../crm/billing-lines/operations.ts';
import { getPhaseHistory } from '../crm/deals/phase-history.ts';
import { listSuggestions } from '../crm/duplicates/operations.ts';
import { attachableTypes, listRecordFiles } from '../files/record-files.ts';
import { getDealInsight } from '../intelligence/operations.ts';
import { contractsOfClient, contractsOfProject, getContractHours } from '../retainers/hours.ts';
import { operations as timelineOperations } from '../timeline/operations.ts';
import { getPipeline } from '../work/pipelines/operations.ts';
import { getOverview } from '../work/projects/overview.ts';
import { nestedColor } from '../work/projects/table.ts';
import { listRecurrences } from '../work/recurrences/operations.ts';
import { getDependencies } from '../work/tasks/dependencies.ts';
import { getSubtasks } from '../work/tasks/subtasks.ts';

/*
 * Everything that a screen shows around a record, in one response. Each part is its own operation's response, under its rules.
 */

/** Page size of the lists, as the panel requests it. Approvals have a limit high enough for all of a campaign's. */
const first = '50';
const maxApprovals = '100';
/** Two years of months. */
const maxBillingLines = '24';

interface ListRequest {
  readonly record_type: string;
  readonly record_id: string;
}

/** Formats a page as its list operation would. Returns null if the page holds large records: the list operation then streams them. */
function pageView({ data, large, total, page, limit }: Page): object | null {
  if (large) {
    large.lease();
    return null;
  }
  const pages = Math.ceil(total / limit);
  return { data: JSON.parse(`[${data}]`), pagination: { page, limit, total, pages } };
}

const paged = async (response: Promise<string | object>): Promise<object | null> => {
  const page = await response;
  return typeof page === 'object' && isPage(page) ? pageView(page) : null;
};

const [clientTimeline, contactTimeline, clientOverview, contactOverview] = timelineOperations;

interface Part {
  /** Record types that have this part. */
  readonly of: readonly string[];
  read(ctx: Context, request: ListRequest): Promise<object | null>;
}

const parts: Readonly<Record<string, Part>> = {
  comments: {
    of: commentedTypes,
    read: (ctx, request) =>
      paged(
        perform(listComments, ctx, { query: { ...request, sort: '-created_at', limit: first } }),
      ),
  },
  files: {
    of: attachableTypes,
    read: (ctx, request) =>
      paged(perform(listRecordFiles, ctx, { query: { ...request, limit: first } })),
  },
  approvals: {
    of: ['campaigns'],
    read: (ctx, { record_id: campaign_id }) =>
      paged(perform(listApprovals, ctx, { query: { campaign_id, limit: maxApprovals } })),
  },
  contracts: {
    of: ['clients', 'projects'],
    read: (ctx, { record_type, record_id: id }) =>
      perform(record_type === 'clients' ? contractsOfClient : contractsOfProject, ctx, {
        path: { id },
      }),
  },
  hours: {
    of: ['contracts'],
    read: (ctx, { record_id: id }) => perform(getContractHours, ctx, { path: { id } }),
  },
  history: {
    of: ['contracts'],
    read: (ctx, request) =>
      paged(perform(listHistory, ctx, { query: { ...request, limit: first } })),
  },
  billing_lines: {
    of: ['contracts'],
    read: (ctx, { record_id: contract_id }) =>
      paged(
        perform(billingLineReads.list, ctx, {
          query: { contract_id, sort: '-ends_on', limit: maxBillingLines },
        }),
      ),
  },
  overview: {
    of: ['projects'],
    read: (ctx, { record_id: id }) => perform(getOverview, ctx, { path: { id } }),
  },
  dependencies: {
    of: ['tasks'],
    read: (ctx, { record_id: id }) => perform(getDependencies, ctx, { path: { id } }),
  },
  recurrences: {
    of: ['projects'],
    read: (ctx, { record_id: id }) => perform(listRecurrences, ctx, { path: { id } }),
  },
  subtasks: {
    of: ['tasks'],
    read: (ctx, { record_id: id }) => perform(getSubtasks, ctx, { path: { id } }),
  },
  relations: {
    of: ['clients', 'contacts'],
    read: (ctx, { record_type, record_id: id }) =>
      perform(record_type === 'clients' ? clientOverview : contactOverview, ctx, {
        path: { id },
      }),
  },
  course: {
    of: ['deals'],
    read: (ctx, { record_id: id }) => perform(getPhaseHistory, ctx, { path: { id } }),
  },
  insight: {
    of: ['deals'],
    read: (ctx, { record_id: id }) => perform(getDealInsight, ctx, { path: { id } }),
  },
  timeline: {
    of: ['clients', 'contacts'],
    read: (ctx, { record_type, record_id: id }) =>
      perform(record_type === 'clients' ? clientTimeline : contactTimeline, ctx, {
        path: { id },
        query: { limit: first },
      }),
  },
  merges: {
    of: ['contacts'],
    read: (ctx, { record_id: id }) => perform(listMerges, ctx, { path: { id } }),
  },
  suggestions: {
    of: ['contacts'],
    read: (ctx, { record_id: contact_id }) =>
      perform(listSuggestions, ctx, { query: { contact_id } }),
  },
};

const names = Object.keys(parts);

// Linked records ---------------------------------------------------------------------------------

const named = {
  project:
    'select t.id, t.name, t.color from projects t where t.team_id = $team and t.id = $project_id',
  client:
    'select t.id, t.name, t.display_name from clients t where t.team_id = $team and t.id = $client_id',
  deal: 'select t.id, t.title from deals t where t.team_id = $team and t.id = $deal_id',
};
const selected = Object.entries(named).map(
  ([name, select]) => `(select row_to_json(o) from (${select}) o) as ${name}`,
);
const selectNamed = teamStatement(`select ${selected.join(', ')}`);

const link = (what: string) => ({
  field: uuid,
  sql: 'true',
  about: `Adds ${what} with this id.`,
});

const partList = kind(
  Type.String({ maxLength: 200, examples: ['comments,files'] }),
  `one or more of ${names.join(', ')}, separated by commas`,
  'text',
  {
    check: (value) =>
      String(value)
        .split(',')
        .every((each) => Object.hasOwn(parts, each)),
  },
);

/** Query parameters. Uses only the filters of a list query. */
const queryParameters = table({
  name: 'around',
  one: 'record',
  path: '/around',
  isWhole: true,
  fields: {},
  filters: {
    record_type: {
      field: oneOf('text', [...commentedTypes, 'contracts']),
      sql: 'true',
      about: 'Required. The type of the record.',
    },
    record_id: { field: uuid, sql: 'true', about: 'Required. The ID of the record.' },
    parts: { field: partList, sql: 'true', about: 'The parts to return.' },
    project_id: link('the name of the project'),
    client_id: link('the name of the client'),
    deal_id: link('the title of the deal'),
    pipeline_id: link('the pipeline'),
  },
  sorts: {},
});

// Response ---------------------------------------------------------------------------------------

const ref = (name: string) => Type.Unknown({ $ref: `#/components/schemas/${name}` });
const part = (schema: Parameters<typeof kind>[0], says: string) => kind(schema, says, 'json');
const one = (name: string, says: string) => part(Type.Union([ref(name)]), says);
const listOf = (name: string, says: string) => part(Type.Array(ref(name)), says);
const pageOf = (name: string, says: string) =>
  part(Type.Object({ data: Type.Array(ref(name)), pagination: ref('Pagination') }), says);
const id = Type.String({ format: 'uuid' });

const output = {
  kind: 'fields',
  name: 'Around',
  fields: {
    comments: pageOf('Comment', `the first ${first} comments, latest first`),
    files: pageOf('File', `the first ${first} files, latest first`),
    approvals: about(
      'The approval requests.',
      pageOf('Approval', `the first ${maxApprovals} approvals, latest first`),
    ),
    contracts: one(
      'ContractsWithHours',
      'the contracts that are not ended, with the hours of their current period',
    ),
    history: pageOf('HistoryEntry', `the latest ${first} changes of the contract`),
    hours: one('ContractHours', 'the hours of the contract by period'),
    billing_lines: about(
      'The billing lines.',
      pageOf('BillingLine', `the latest ${maxBillingLines} billing lines of the contract`),
    ),
    overview: one('ProjectOverview', 'the project’s overview'),
    dependencies: one(
      'TaskDependencies',
      'the tasks that a task waits for, and those that wait for it',
    ),
    recurrences: listOf('TaskRecurrence', 'the recurring tasks of the project'),
    subtasks: one('Subtasks', 'the subtasks of the task, and the sums of their hours'),
    relations: one('RelationOverview', 'the records around a client or a contact'),
    course: one('DealCourse', 'the deal’s history and next steps'),
    insight: one('DealInsight', 'the deal’s win probability and summary'),
    timeline: one('Timeline', `the first ${first} entries of the timeline`),
    merges: listOf('ContactMerge', 'the contacts merged into the contact'),
    suggestions: listOf('ContactSuggestion', 'clients suggested for the contact'),
    project: part(Type.Object({ id, name: Type.String(), color: nestedColor }), 'the project'),
    client: part(
      Type.Object({
        id,
        name: Type.String(),
        display_name: about('The name used by the team.', Type.Union([Type.String(), Type.Null()])),
      }),
      'the client',
    ),
    deal: part(Type.Object({ id, title: Type.String() }), 'the deal'),
    pipeline: about('The pipeline.', one('Pipeline', 'the pipeline')),
  },
} as const;

const nothing = Object.fromEntries(Object.keys(output.fields).map((name) => [name, null]));

type ContextFilters = Readonly<Record<string, string | undefined>>;

/** @throws ApiError VALIDATION_ERROR if record_type or record_id is missing, or the type lacks a requested part */
function readContextFilters(filters: ContextFilters): {
  readonly asked: ListRequest;
  readonly of: readonly string[];
} {
  const { record_type, record_id, parts: list } = filters;
  if (record_type === undefined || record_id === undefined)
    throw invalid(
      'record_type and record_id are required.',
      ['record_type', 'record_id'],
      'required',
    );
  const of = [...new Set(list?.split(',') ?? [])];
  const wrong = of.filter((name) => !parts[name]?.of.includes(record_type));
  if (wrong.length > 0)
    throw invalid(`parts: ${record_type} have no ${wrong.join(', ')}.`, 'parts', 'not_allowed');
  return { asked: { record_type, record_id }, of };
}

/** Names of the records with the given ids. */
async function linkedTo(ctx: Context, filters: ContextFilters): Promise<object> {
  const { project_id, client_id, deal_id } = filters;
  if ((project_id ?? client_id ?? deal_id) === undefined) return {};
  const [row = {}] = await ctx.db.read(selectNamed, { project_id, client_id, deal_id });
  return row;
}

async function pipelineOf(ctx: Context, id: string | undefined): Promise<object> {
  if (id === undefined) return {};
  const text = await perform(getPipeline, ctx, { path: { id } }).catch((error: unknown) => {
    // Answered with null, like the name of a linked record that does not exist.
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  return { pipeline: typeof text === 'string' ? JSON.parse(text) : null };
}

const getRecordContext: Operation = operation({
  name: 'records.around',
  id: 'getAround',
  summary: 'Get the context of a record',
  note: 'Returns everything that a screen shows next to a record in one request. Each part is the default response of its dedicated operation. A part that was not requested is null; so is a list whose records are large: request that list separately.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output,
  one: 'record',
  async run(ctx, { query }) {
    const filters = query.filters as ContextFilters;
    const { asked: request, of } = readContextFilters(filters);
    const sections = await Promise.all([
      ...of.map(async (name) => ({ [name]: await parts[name]?.read(ctx, request) })),
      linkedTo(ctx, filters),
      pipelineOf(ctx, filters.pipeline_id),
    ]);
    return Object.assign({}, nothing, ...sections) as object;
  },
});

export const operations: readonly Operation[] = [getRecordContext];
