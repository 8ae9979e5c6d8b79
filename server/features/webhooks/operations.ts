import { listWithin } from '#server/operations/crud.ts';
import { type Allow, type Operation, operation } from '#server/operations/operation.ts';
import { about, number, required, timestamp } from '#server/records/fields.ts';
import { replayDeliveries, replayDelivery } from './deliveries/replay.ts';
import { showDelivery } from './deliveries/show.ts';
import { deliveries, replays, replaysInPanel } from './deliveries.ts';
import { rotateSecret, testEndpoint } from './endpoint-operations.ts';
import { receptions } from './receptions.ts';
import { shownOnCreate, webhooks } from './table.ts';

const owner = { table: 'webhooks', one: webhooks.one };
const item = `${webhooks.path}/:id`;
const delivery = `${deliveries.path}/:inner`;
const mayRead: Allow = { key: 'read', user: 'admin', operator: true };
const mayWrite: Allow = { key: 'full', user: 'admin', operator: true };

const replayingMany = {
  summary: 'Replay many deliveries of a webhook endpoint',
  note: 'Without a body, replays all failed deliveries whose events are retained. At most 10,000 per call, oldest first.',
  emits: [],
  output: {
    kind: 'fields',
    name: 'ReplayResult',
    fields: {
      replayed: about('Number of deliveries to be attempted again.', required(number(0, 10_000))),
      remaining: about(
        'The number of remaining deliveries: call again with next_from.',
        required(number(0, Number.MAX_SAFE_INTEGER)),
      ),
      next_from: about('The value of from for the next call; null if nothing is left.', timestamp),
    },
  },
  one: webhooks.one,
} as const;
const replayRoute = { method: 'POST', path: `${item}/replay`, status: 200 } as const;

/** Without a panel route: the panel has a separate operation. A key may not do more than the member who created it. */
const { panel: _, ...replayMany } = operation({
  ...replayingMany,
  name: 'deliveries.replay_many',
  id: 'replayDeliveries',
  returns: 'Number of deliveries to be attempted again.',
  allow: mayWrite,
  v1: replayRoute,
  input: { path: ['id'], body: replays },
  run: (ctx, { id, values }) => replayDeliveries(ctx, id, values),
});

const replayManyInPanel = operation({
  ...replayingMany,
  name: 'deliveries.replay_chosen',
  id: 'replayChosenDeliveries',
  allow: { user: 'admin' },
  panel: replayRoute,
  input: { path: ['id'], body: replaysInPanel },
  run: (ctx, { id, values }) => replayDeliveries(ctx, id, values),
});

/** Operations on webhook endpoints beyond their five CRUD operations. */
export const webhookOperations: readonly Operation[] = [
  listWithin(deliveries, owner, {
    least: 'admin',
    summary: 'List the deliveries of a webhook endpoint',
    note: 'A page of the endpoint’s deliveries of the last 30 days, and of those still pending.',
  }),
  operation({
    name: 'deliveries.get',
    id: 'getDelivery',
    summary: 'Get a delivery',
    note: 'The delivery with its attempts and its event.',
    returns: 'The delivery, with its attempts and its payload.',
    allow: mayRead,
    v1: { method: 'GET', path: delivery, status: 200 },
    emits: [],
    input: { path: ['id', 'inner'] },
    output: { kind: 'record', table: deliveries },
    one: deliveries.one,
    run: ({ db }, { id, inner }) => showDelivery(db, id, inner),
  }),
  operation({
    name: 'deliveries.replay',
    id: 'replayDelivery',
    summary: 'Replay a delivery',
    note: 'Attempts the delivery immediately, whatever its status, with the full number of retries. Has no effect on a delivery that is being attempted right now. No body.',
    returns: 'The delivery, waiting to be attempted.',
    allow: mayWrite,
    v1: { method: 'POST', path: `${delivery}/replay`, status: 200 },
    emits: [],
    input: { path: ['id', 'inner'] },
    output: { kind: 'record', table: deliveries },
    one: deliveries.one,
    run: (ctx, { id, inner }) => replayDelivery(ctx, id, inner),
  }),
  replayMany,
  replayManyInPanel,
  operation({
    name: 'webhooks.test',
    id: 'testWebhook',
    summary: 'Test a webhook endpoint',
    note: 'Delivers a webhook.test event to this endpoint only, with the endpoint as its data. The delivery shows the outcome. No body.',
    returns: 'The delivery of the webhook.test event.',
    allow: mayWrite,
    v1: { method: 'POST', path: `${item}/test`, status: 201 },
    emits: ['webhook.test'],
    input: { path: ['id'] },
    output: { kind: 'record', table: deliveries },
    one: webhooks.one,
    run: ({ db }, { id }) => testEndpoint(db, id),
  }),
  operation({
    name: 'webhooks.rotate_secret',
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    note: 'For 24 hours, deliveries are also signed with the previous secret, and requests signed with it are accepted. Rotating again within that time invalidates the oldest secret immediately. No body.',
    returns: 'The endpoint with its new secret_token.',
    allow: mayWrite,
    v1: { method: 'POST', path: `${item}/rotate-secret`, status: 200 },
    emits: [],
    input: { path: ['id'] },
    output: { kind: 'record', table: webhooks, shownOnce: shownOnCreate },
    one: webhooks.one,
    run: (ctx, { id }) => rotateSecret(ctx, id),
  }),
  listWithin(receptions, owner, {
    least: 'admin',
    summary: 'List the requests received by a webhook endpoint',
    note: 'A page of the requests that the endpoint received in the last 30 days.',
  }),
];
