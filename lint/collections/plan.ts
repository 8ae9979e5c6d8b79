import type { Json } from '#server/http/openapi/schemas.ts';

/*
 * Order of the collections' requests, and details that the document lacks: values that differ on each run, and response values
 * that later requests use. Operations missing here are appended, in folders by tag.
 */

/** Overrides for a request. */
export interface Step {
  readonly id: string;
  /** Merged over the document's example; `undefined` omits a field. */
  readonly body?: Json;
  /** Query parameters to send; the others are listed but disabled. */
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
  /** Variable → path of its value in the response, in addition to those that every request of its kind sets. */
  readonly sets?: Readonly<Record<string, string>>;
  /** Bearer token, if it is not the API key. */
  readonly token?: string;
}

export interface Folder {
  readonly name: string;
  readonly about: string;
  readonly steps: readonly Step[];
}

/** Operations excluded from the collections, and why. */
export const excluded: Readonly<Record<string, string>> = {
  streamEvents: 'the stream does not end, and collection runners wait for the end',
  downloadFile: 'the response is a file, and a new team has none',
};

const crud = (
  one: string,
  many: string,
  create: Omit<Step, 'id'> = {},
  change: Json = {},
): Step[] => [
  { id: `list${many}`, query: { limit: '5' } },
  { id: `create${one}`, ...create },
  { id: `get${one}` },
  { id: `update${one}`, body: change },
  { id: `delete${one}` },
];

/** Unique digits: the Unix time in seconds. */
const now = '{{$timestamp}}';

export const plan: readonly Folder[] = [
  {
    name: 'Start here',
    about:
      'The team of your key, its users, squads, phases and tags. Later requests use the returned ids.',
    steps: [
      { id: 'getMe', sets: { team_slug: 'data.team.slug' } },
      { id: 'listUsers', query: { limit: '5' } },
      { id: 'getUser' },
      { id: 'listSquads', query: { limit: '5' } },
      { id: 'getSquad' },
      { id: 'getDealPhases' },
      { id: 'getTags' },
      { id: 'getReport', query: { report: 'won_lost', by: 'month' } },
      { id: 'listReportRecords', query: { report: 'won_lost', measure: 'won', limit: '5' } },
    ],
  },
  {
    name: 'Clients',
    about: 'DELETE deactivates a client; the record remains, and later requests link to it.',
    // A team's CNPJs are unique: a second run would be refused.
    steps: crud('Client', 'Clients', { body: { cnpj: undefined } }),
  },
  {
    name: 'Contacts',
    about:
      'People on the messaging network. Phone numbers are unique in a team, so the number is derived from the current time.',
    steps: crud('Contact', 'Contacts', { body: { phone: `55${now}99` } }),
  },
  {
    name: 'Projects and tasks',
    about:
      'A new project has a board. Its pipeline and first column are stored for the webhook below.',
    steps: [
      { id: 'listProjects', query: { limit: '5' } },
      {
        id: 'createProject',
        body: { slug: undefined, client_id: '{{client_id}}', squad_id: '{{squad_id}}' },
      },
      { id: 'getProject' },
      { id: 'updateProject', body: { status: 'active', priority: 'high' } },
      {
        id: 'listPipelines',
        query: { project_id: '{{project_id}}' },
        sets: { column_id: 'data[0].columns[0].id' },
      },
      { id: 'getPipeline' },
      { id: 'listProjectTemplates', sets: { project_template_id: 'data[0].id' } },
      { id: 'getProjectTemplate' },
      {
        id: 'createProjectFromTemplate',
        body: { slug: undefined, client_id: '{{client_id}}', squad_id: '{{squad_id}}' },
      },
      { id: 'listTasks', query: { limit: '5', project_id: '{{project_id}}' } },
      { id: 'createTask', body: { assignee_ids: ['{{user_id}}'] } },
      { id: 'getTask' },
      { id: 'updateTask' },
      { id: 'deleteTask' },
    ],
  },
  {
    name: 'Deals',
    about: 'The commercial pipeline. DELETE archives.',
    steps: crud('Deal', 'Deals', {
      body: { client_id: '{{client_id}}', responsible_id: '{{user_id}}' },
    }),
  },
  {
    name: 'Campaigns',
    about: 'Marketing within a project, and its approval. DELETE cancels.',
    steps: [
      ...crud('Campaign', 'Campaigns').slice(0, -1),
      { id: 'listApprovals', query: { limit: '5' } },
      {
        id: 'createApproval',
        body: {
          ...{ campaign_ids: ['{{campaign_id}}'], stage: 'internal' },
          ...{ pin: undefined, expires_in_days: undefined },
        },
      },
      { id: 'getApproval' },
      { id: 'deleteCampaign' },
    ],
  },
  {
    name: 'Comments',
    about: 'Comments of members on records, for the team.',
    steps: [
      { id: 'listComments', query: { limit: '5' } },
      {
        id: 'createComment',
        body: {
          ...{ record_type: 'deals', record_id: '{{deal_id}}' },
          ...{ author_id: '{{user_id}}', mentions: [] },
        },
      },
    ],
  },
  {
    name: 'Activities',
    about: 'Calls, meetings and notes, linked to a client or a deal. DELETE completes.',
    steps: crud('Activity', 'Activities', {
      body: { client_id: '{{client_id}}', deal_id: '{{deal_id}}' },
    }),
  },
  {
    name: 'Time entries',
    about: 'Hours of members. A create without minutes starts a timer.',
    steps: [
      { id: 'listTimeEntries', query: { limit: '5' } },
      {
        id: 'createTimeEntry',
        body: { user_id: '{{user_id}}', task_id: undefined, project_id: '{{project_id}}' },
      },
      { id: 'getTimeEntry' },
      { id: 'updateTimeEntry' },
      { id: 'stopTimeEntry' },
      { id: 'deleteTimeEntry' },
    ],
  },
  {
    name: 'Billing lines',
    about: 'The worker makes them at the end of the periods of contracts.',
    steps: [
      { id: 'listBillingLines', query: { limit: '5' }, sets: { billing_line_id: 'data[0].id' } },
      { id: 'getBillingLine' },
      { id: 'recalculateBillingLine' },
      { id: 'updateBillingLine' },
    ],
  },
  {
    name: 'Messages',
    about:
      'SENDS REAL MESSAGES, unless the inbox is a sandbox, like the demo’s inboxes. Uses the first active inbox with an official number, because only those have templates.',
    steps: [
      { id: 'listInboxes', query: { active: 'true', type: 'cloud' } },
      { id: 'getInbox' },
      {
        id: 'sendMessage',
        body: { phone: `55${now}98` },
        sets: { conversation_id: 'data.conversation_id' },
      },
      { id: 'listTemplates' },
      { id: 'sendTemplate', body: { phone: `55${now}98` } },
      { id: 'getConversation' },
      { id: 'listMessages', query: { limit: '5', sort: 'created_at' } },
      { id: 'listLabels' },
      { id: 'updateConversationLabels' },
      { id: 'listConversations', query: { limit: '5' } },
      { id: 'listGroups', query: { limit: '5' } },
    ],
  },
  {
    name: 'Webhooks',
    about:
      'An endpoint that delivers events to a url and creates tasks on a board. Deliveries fail until you set the url to a server of yours; the delivery log and replays work regardless.',
    steps: [
      { id: 'listWebhooks', query: { limit: '5' } },
      {
        id: 'createWebhookEndpoint',
        body: {
          slug: undefined,
          target_pipeline_id: '{{pipeline_id}}',
          target_column_id: '{{column_id}}',
        },
        sets: { secret_token: 'data.secret_token', webhook_slug: 'data.slug' },
      },
      { id: 'getWebhookEndpoint' },
      { id: 'updateWebhookEndpoint', body: { is_active: true, name: 'Site form' } },
      { id: 'testWebhook' },
      { id: 'listDeliveries', query: { limit: '5' } },
      { id: 'getDelivery' },
      { id: 'replayDelivery' },
      { id: 'replayDeliveries', body: { from: undefined } },
      {
        id: 'receiveWebhook',
        path: { team: '{{team_slug}}', slug: '{{webhook_slug}}' },
        token: '{{secret_token}}',
      },
      { id: 'listReceptions', query: { limit: '5' } },
      {
        id: 'rotateWebhookSecret',
        sets: { secret_token: 'data.secret_token' },
      },
      { id: 'deleteWebhookEndpoint' },
    ],
  },
  {
    name: 'Events',
    about: 'Changes in the team in the last 30 days, including those of the requests above.',
    steps: [{ id: 'listEvents', query: { limit: '5' } }, { id: 'getEvent' }],
  },
  {
    name: 'Clean up',
    about: 'Records that the folders above left.',
    steps: [{ id: 'deleteProject' }],
  },
];
