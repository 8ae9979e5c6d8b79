import { eventKinds } from '../../event-kinds';
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
import { search, updatedSince } from './common-fields';

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

/** Operation that reads a property of the whole team. */
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
    teamWide('getPhases', 'Get Phases', 'Get the deal phases', '/v1/phases'),
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
        choice('type', kinds, 'deal.created', 'Only events of this type'),
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

const name = text('name', 'The name of the endpoint');
const endpointFields: readonly Field[] = [
  yes('is_active', 'the endpoint delivers and receives'),
  record(
    'target_pipeline_id',
    'searchPipelines',
    'The board on which received requests create tasks',
  ),
  record('target_column_id', 'searchColumnIds', 'The column of that board'),
  json('field_mapping', 'Task field → path in the received payload, or a template'),
  text('url', 'The URL that receives events', { placeholder: 'https://painel.example.com/pauta' }),
  several(
    'events',
    { options: choices(['*', ...eventKinds]) },
    'The events to deliver; * means all',
  ),
];

const delivery: Field = needed(
  text('delivery', 'The ID of the delivery, which equals the ID of its event'),
);

/** Operation on an endpoint, or on one of its deliveries. */
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
      [...endpointFields, text('slug', 'The name in the inbound URL, unique in the team')],
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
        yes('active', 'to return active or inactive endpoints'),
        text('url', 'Only endpoints that deliver to exactly this URL'),
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
        choice(
          'status',
          ['delivered', 'failed', 'pending'],
          'failed',
          'The status of the delivery',
        ),
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
        choice(
          'status',
          ['delivered', 'failed'],
          'failed',
          'The status of the deliveries to replay',
        ),
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
    update(webhooks, [name, ...endpointFields]),
  ],
};

export const team: readonly Resource[] = [account, event, squad, user, webhook];
