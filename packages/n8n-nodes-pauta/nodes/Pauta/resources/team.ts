import { eventKinds } from '../../kinds';
import {
  choice,
  choices,
  type Field,
  json,
  needed,
  record,
  several,
  since,
  text,
  yes,
} from '../fields';
import {
  create,
  get,
  getMany,
  type Names,
  type Operation,
  type Resource,
  remove,
  update,
  which,
} from '../operations';
import { search, updatedSince } from './common';

const users: Names = { one: 'user', many: 'users', url: '/v1/users', searched: 'searchUsers' };
const squads: Names = { one: 'squad', many: 'squads', url: '/v1/squads', searched: 'searchSquads' };
const events: Names = { one: 'event', many: 'events', url: '/v1/events', searched: 'searchEvents' };
const webhooks: Names = {
  one: 'webhook endpoint',
  many: 'webhook endpoints',
  url: '/v1/webhooks',
  searched: 'searchWebhooks',
};

const kinds = [...eventKinds, 'workflow.call'];
const from = (what: string) => since('from', `Only ${what} at or after this time`);
const to = (what: string) => since('to', `Only ${what} up to this time`);

/** Reads something of the team as a whole. */
const teamWide = (value: string, shown: string, action: string, url: string): Operation => ({
  value,
  name: shown,
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
    teamWide('getPhases', 'Get Phases', 'Get the phases of deals', '/v1/phases'),
    teamWide('getTags', 'Get Tags', 'Get the tags in use', '/v1/tags'),
  ],
};

const event: Resource = {
  value: 'event',
  name: 'Event',
  operations: [
    get(events),
    getMany(
      events,
      [
        choice('type', kinds, 'deal.created', 'Only events of this kind'),
        from('events'),
        to('events'),
      ],
      ['created_at'],
    ),
  ],
};

const squad: Resource = {
  value: 'squad',
  name: 'Squad',
  operations: [get(squads), getMany(squads, [], ['name', 'created_at'])],
};

const user: Resource = {
  value: 'user',
  name: 'User',
  operations: [
    get(users),
    getMany(users, [search('name and e-mail')], ['name', 'email', 'created_at']),
  ],
};

const name = text('name', 'What it is called');
const endpointFields: readonly Field[] = [
  yes('is_active', 'it delivers and receives'),
  record(
    'target_pipeline_id',
    'searchPipelines',
    'The board on which received requests make tasks',
  ),
  record('target_column_id', 'searchColumnIds', 'The column of that board'),
  json('field_mapping', 'Field of the task → path in the received payload, or a template'),
  text('url', 'Where events are delivered to', { placeholder: 'https://painel.example.com/pauta' }),
  several(
    'events',
    { options: choices(['*', ...eventKinds]) },
    'Which events are delivered; * stands for all',
  ),
];

const delivery: Field = needed(text('delivery', "The ID of the delivery, which is its event's"));

/** What is done to an endpoint, or to one of its deliveries. */
const ofEndpoint = (
  value: string,
  shown: string,
  action: string,
  method: Operation['method'],
  rest: string,
): Operation => ({
  value,
  name: shown,
  action,
  method,
  url: `/v1/webhooks/{id}${rest}`,
  path: [which(webhooks), ...(rest.includes('{delivery}') ? [delivery] : [])],
  shown: [],
  added: [],
});

const webhook: Resource = {
  value: 'webhook',
  name: 'Webhook Endpoint',
  operations: [
    create(
      webhooks,
      [needed(name)],
      [...endpointFields, text('slug', 'Its address for receiving, unique in the team')],
    ),
    remove(webhooks, 'Delete'),
    get(webhooks),
    ofEndpoint(
      'getDelivery',
      'Get Delivery',
      'Get a delivery with its attempts',
      'GET',
      '/deliveries/{delivery}',
    ),
    getMany(
      webhooks,
      [
        yes('active', 'to return active endpoints, or inactive ones'),
        text('url', 'Only endpoints that deliver to exactly this address'),
        updatedSince,
      ],
      ['name', 'created_at', 'updated_at'],
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
        choice('status', ['delivered', 'failed', 'pending'], 'failed', 'The state of the delivery'),
        choice('event', kinds, 'deal.created', 'Only deliveries of events of this kind'),
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
        'Get what a webhook endpoint received',
        'GET',
        '/receptions',
      ),
      added: [choice('status', ['accepted', 'rejected'], 'rejected', 'What became of the request')],
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
        choice('status', ['delivered', 'failed'], 'failed', 'Which deliveries are made again'),
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
      'Give a webhook endpoint a new secret',
      'POST',
      '/rotate-secret',
    ),
    ofEndpoint('test', 'Test', 'Send a test event to a webhook endpoint', 'POST', '/test'),
    update(webhooks, [name, ...endpointFields]),
  ],
};

export const team: readonly Resource[] = [account, event, squad, user, webhook];
