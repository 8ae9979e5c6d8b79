import { choice, type Field, needed, since, text } from '../fields';
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
  resourceOf(events),
  resourceOf(squads),
  resourceOf(users),
  webhook,
];
