import { choice, day, type Field, needed, number, record, since, text, yes } from '../fields';
import { type Operation, type Resource, resourceOf, which } from '../operations';
import { eventKinds, events, squads, users, webhooks } from '../records';

const kinds = [...eventKinds, 'workflow.call'];
const from = (what: string) => since('from', `Only ${what} at or after this time`);
const to = (what: string) => since('to', `Only ${what} up to this time`);

/** Operation that reads a property of the whole team. */
const teamWide = (value: string, name: string, action: string, url: string): Operation => ({
  value,
  name,
  action,
  method: 'GET',
  url,
  path: [],
  shown: [],
  added: [],
});

const account: Resource = {
  value: 'account',
  name: 'Account',
  operations: [
    teamWide('get', 'Get', 'Get the team and the API key', '/v1/me'),
    teamWide('getPhases', 'Get Phases', 'Get the deal phases', '/v1/phases'),
    teamWide('getTags', 'Get Tags', 'Get the tags in use', '/v1/tags'),
  ],
};

const reportNames = [
  'answers',
  'approvals',
  'forecast',
  'funnel',
  'hours',
  'profit',
  'retainers',
  'tasks',
  'won_lost',
];
const reportOf = choice('report', reportNames, 'funnel', 'The report');
const reportFilters: readonly Field[] = [
  choice(
    'by',
    [
      ...['bucket', 'client', 'contract', 'inbox', 'month', 'person'],
      ...['phase', 'project', 'reason', 'source', 'week'],
    ],
    'month',
    'The dimension of the rows; each report has some of them',
  ),
  day('from', 'The first day. Default: the first day of the current month.'),
  day('to', 'The last day. Default: the last day of the current month.'),
  record('client_id', 'searchClients', 'Only records of this client'),
  record('project_id', 'searchProjects', 'Only records of this project'),
  record('user_id', 'searchUsers', 'Only records of this member'),
  record('inbox_id', 'searchInboxes', 'Only conversations of this inbox'),
  text('source', 'Only deals with this source'),
  text('phase', 'Only entries into this phase'),
];

const report: Resource = {
  value: 'report',
  name: 'Report',
  operations: [
    {
      ...teamWide('get', 'Get', 'Get a report', '/v1/reports'),
      shown: [reportOf],
      added: reportFilters,
      collection: 'filters',
    },
    {
      ...teamWide(
        'getRecords',
        'Get Records',
        'Get the records of a number of a report',
        '/v1/reports/records',
      ),
      shown: [reportOf],
      added: [
        text('measure', 'The measure, such as won. Default: the first one of the report.'),
        text('row', 'The key of a row. Default: the records of the total.'),
        yes('without_key', 'to get the records of the row without a key'),
        number('page', 'The page; the first is 1'),
        number('limit', 'Max number of results to return'),
        ...reportFilters,
      ],
      collection: 'filters',
    },
  ],
};

const delivery: Field = needed(
  text('delivery', 'The ID of the delivery, which equals the ID of its event'),
);

/** Operation on an endpoint, or on one of its deliveries. */
const ofEndpoint = (
  value: string,
  name: string,
  action: string,
  method: Operation['method'],
  rest: string,
): Operation => ({
  value,
  name,
  action,
  method,
  url: `/v1/webhooks/{id}${rest}`,
  path: [which(webhooks), ...(rest.includes('{delivery}') ? [delivery] : [])],
  shown: [],
  added: [],
});

const webhookOperations = resourceOf(webhooks, 'Delete', [
  ofEndpoint(
    'getDelivery',
    'Get Delivery',
    'Get a delivery with its attempts',
    'GET',
    '/deliveries/{delivery}',
  ),
  {
    ...ofEndpoint(
      'getDeliveries',
      'Get Many Deliveries',
      'Get the deliveries of a webhook endpoint',
      'GET',
      '/deliveries',
    ),
    added: [
      choice('status', ['delivered', 'failed', 'pending'], 'failed', 'The status of the delivery'),
      choice('event', kinds, 'deal.created', 'Only deliveries of events of this type'),
      from('deliveries of events'),
      to('deliveries of events'),
    ],
    collection: 'filters',
    sorts: ['created_at'],
  },
  {
    ...ofEndpoint(
      'getReceptions',
      'Get Many Receptions',
      'Get the requests received by a webhook endpoint',
      'GET',
      '/receptions',
    ),
    added: [choice('status', ['accepted', 'rejected'], 'rejected', 'The outcome of the request')],
    collection: 'filters',
    sorts: ['created_at'],
  },
  {
    ...ofEndpoint(
      'replay',
      'Replay Deliveries',
      'Replay deliveries of a webhook endpoint',
      'POST',
      '/replay',
    ),
    added: [
      choice('status', ['delivered', 'failed'], 'failed', 'The status of the deliveries to replay'),
      from('deliveries of events'),
      to('deliveries of events'),
    ],
    collection: 'additionalFields',
  },
  ofEndpoint(
    'replayDelivery',
    'Replay Delivery',
    'Replay a delivery',
    'POST',
    '/deliveries/{delivery}/replay',
  ),
  ofEndpoint(
    'rotateSecret',
    'Rotate Secret',
    'Rotate the secret of a webhook endpoint',
    'POST',
    '/rotate-secret',
  ),
  ofEndpoint('test', 'Test', 'Send a test event to a webhook endpoint', 'POST', '/test'),
]);
const webhook: Resource = { ...webhookOperations, value: 'webhook' };

export const team: readonly Resource[] = [
  account,
  report,
  resourceOf(events),
  resourceOf(squads),
  resourceOf(users),
  webhook,
];
