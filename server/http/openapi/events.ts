import { eventSubject, namedOnly } from '#server/events/catalogue.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { conversations } from '#server/features/conversations/table.ts';
import { billingLines } from '#server/features/crm/billing-lines/table.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { inboxes } from '#server/features/inboxes/table.ts';
import { attemptFields, deliveries } from '#server/features/webhooks/deliveries.ts';
import { hopsHeader, maxHops } from '#server/features/webhooks/hop-limit.ts';
import { webhooks } from '#server/features/webhooks/table.ts';
import { type Crud, pascal } from '#server/operations/crud.ts';
import { exampleId, type Table, withArticle } from '#server/records/table.ts';
import { eventDescriptions } from './event-descriptions.ts';
import { type Json, jsonContent, recordExample, recordSchema, ref, schemaOf } from './schemas.ts';

/* Webhook requests: one for each kind of event. */

const happenedExample = '2026-11-30T12:00:00.000Z';
const beforeExample = '2026-11-30T11:00:00.000Z';

/** An example event. */
const eventExample = (kind: string, data: Json, previous: Json | null = {}): Json => ({
  id: exampleId,
  type: kind,
  created_at: happenedExample,
  data: { ...data, ...eventDescriptions[kind]?.data },
  previous: previous && { ...eventDescriptions[kind]?.previous, ...previous },
});

/** A complete example event. */
export const exampleEvent = (): Json =>
  eventExample(
    'deal.stage_changed',
    { ...recordExample(deals), created_at: beforeExample, phase: 'ganho' },
    { updated_at: beforeExample },
  );

/** Table of the records that events of a kind are about; undefined if they are not about records. */
function subjectOf(kind: string, all: readonly Crud[]): Table | undefined {
  if (/^(msgapp\.)?message\./.test(kind)) return messages;
  if (kind.startsWith('conversation.')) return conversations;
  if (kind.startsWith('webhook.')) return webhooks;
  if (kind.startsWith('inbox.')) return inboxes;
  if (kind.startsWith('billing_line.')) return billingLines;
  return all.find(({ table }) => kind.startsWith(`${eventSubject(table)}.`))?.table;
}

/** Describes the event in a sentence without a full stop. */
function happening(kind: string): string {
  const note = eventDescriptions[kind];
  if (note) return `${note.summary.charAt(0).toLowerCase()}${note.summary.slice(1)}`;
  const [one = '', change = ''] = kind.split('.');
  const words = withArticle(one.replaceAll('_', ' '));
  return `${words} was ${change === 'updated' ? 'changed' : change}`;
}

/** Schema name of an event's payload. */
const payloadOf = (kind: string) => `${pascal(kind)}Event`;

const isNew = (kind: string) => /\.(created|received|test|call|erased|finished)$/.test(kind);

const erasedRecords = {
  contact_ids: 'Contacts that were deleted.',
  client_ids: 'Clients that were deleted, or emptied because deals or contracts stay.',
  user_ids: 'Members whose name was removed.',
  conversation_ids: 'Conversations that were deleted.',
} as const;

/** Data of events about records that are not in v1. */
const withoutTable: Readonly<Record<string, Json>> = {
  'privacy.erased': {
    type: 'object',
    description: 'The ids of the records that were erased, and nothing else.',
    required: ['id', ...Object.keys(erasedRecords)],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The erasure’s ID.' },
      ...Object.fromEntries(
        Object.entries(erasedRecords).map(([name, description]) => [
          name,
          { type: 'array', items: { type: 'string', format: 'uuid' }, description },
        ]),
      ),
    },
  },
  'import.finished': {
    type: 'object',
    description: 'The import.',
    required: ['id', 'kind', 'state', 'created', 'updated', 'refused'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The import’s ID.' },
      kind: { type: 'string', enum: ['chat', 'rows'], description: 'A chat, or a table.' },
      state: {
        type: 'string',
        enum: ['applied', 'undone'],
        description: 'Its state. An import that is undone ends twice.',
      },
      ...Object.fromEntries(
        ['created', 'updated', 'refused'].map((name) => [
          name,
          {
            type: ['integer', 'null'],
            description: `Rows whose outcome was \`${name}\` when it was applied; null for chats.`,
          },
        ]),
      ),
    },
  },
};

/** An event of a kind with example data, of the present. */
export function sampleEvent(kind: string, all: readonly Crud[], id: string, now: Date): Json {
  const { examples } = payloadSchema(kind, all) as { readonly examples: readonly [Json] };
  return { ...examples[0], id, created_at: now.toISOString() };
}

/** Payload schema of an event kind. */
function payloadSchema(kind: string, all: readonly Crud[]): Json {
  const subject = subjectOf(kind, all);
  const crud = all.find(({ table }) => table === subject);
  const isGone = kind.endsWith('.deleted') && crud?.deleted.deleted === true;
  const data = subject
    ? ref('schemas', schemaOf(subject))
    : (withoutTable[kind] ?? { type: 'object', description: 'The data of the workflow step.' });
  const previous = isNew(kind)
    ? { type: 'null', description: 'No previous values.' }
    : isGone
      ? { type: 'object', maxProperties: 0, description: 'Empty, because the record was deleted.' }
      : ref('schemas', `${subject ? schemaOf(subject) : ''}Previous`);
  const was = isNew(kind)
    ? null
    : isGone || !subject || !('updated_at' in subject.fields)
      ? {}
      : { updated_at: beforeExample };
  return {
    type: 'object',
    required: ['id', 'type', 'created_at', 'data', 'previous'],
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The event’s ID.' },
      // Many generators require a one-value enumeration as the discriminator of a union.
      type: { type: 'string', const: kind, enum: [kind], description: 'The event type.' },
      created_at: { type: 'string', format: 'date-time', description: 'When the event happened.' },
      data,
      previous,
    },
    examples: [
      eventExample(
        kind,
        subject
          ? { ...recordExample(subject), ...(isNew(kind) ? {} : { created_at: beforeExample }) }
          : eventDescriptions[kind]?.data
            ? {}
            : { deal: exampleId, title: 'Loja virtual' },
        was,
      ),
    ],
  };
}

/** Describes which endpoints receive events of a kind. */
const receivers = (kind: string) =>
  (namedOnly as readonly string[]).includes(kind)
    ? `Sent to every active endpoint whose \`events\` include \`${kind}\`; \`*\` does not include it.`
    : `Sent to every active endpoint whose \`events\` include \`${kind}\` or \`*\`.`;

/** Webhook request for a kind of event. */
const delivered = (kind: string): Json => ({
  operationId: `on${pascal(kind)}`,
  tags: ['Events'],
  summary: `${kind}: ${happening(kind)}`,
  description: [
    `${eventDescriptions[kind]?.more ?? receivers(kind)} Delivered at least once:`,
    'deduplicate by webhook-id. Events about one record are first attempted in the order of its changes.',
  ].join(' '),
  security: [],
  parameters: Object.keys(deliveryHeaders).map((name) => ref('parameters', name)),
  requestBody: {
    required: true,
    content: jsonContent({ schema: ref('schemas', payloadOf(kind)) }),
  },
  responses: Object.fromEntries(
    Object.keys(receiverAnswers).map((name) => [
      { Taken: '2XX', Gone: '410' }[name] ?? 'default',
      ref('responses', name),
    ]),
  ),
});

/** `webhooks` of the document: kind → the request that an endpoint receives. */
export const webhookItems = (kinds: readonly string[]): Json =>
  Object.fromEntries(kinds.map((kind) => [kind, { post: delivered(kind) }]));

/** Schemas of all payloads, and of an event of any kind. */
export const payloadSchemas = (
  kinds: readonly string[],
  all: readonly Crud[],
): Record<string, Json> => ({
  ...Object.fromEntries(kinds.map((kind) => [payloadOf(kind), payloadSchema(kind, all)])),
  Event: {
    description:
      'An event, as delivered to endpoints and listed by GET /v1/events: its type determines the schema of its data. Later versions add types: ignore those that you do not know.',
    oneOf: kinds.map((kind) => ref('schemas', payloadOf(kind))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        kinds.map((kind) => [kind, ref('schemas', payloadOf(kind)).$ref]),
      ),
    },
    examples: [exampleEvent()],
  },
});

const deliveryHeader = (
  name: string,
  description: string,
  schema: Json,
  example: string,
  required = true,
) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
  example,
});

const digestExample = '5f1d4c0e0b6f4b1c9f2d3a7e8c6b5a4938271605f4e3d2c1b0a9f8e7d6c5b4a3';

/** Headers of every delivery, by component name. */
export const deliveryHeaders = {
  WebhookSignature: deliveryHeader(
    'X-Webhook-Signature',
    'The hex HMAC-SHA256 of the raw body, with the text of the secret_token as the key.',
    { pattern: '^[0-9a-f]{64}$' },
    digestExample,
  ),
  WebhookSignaturePrevious: deliveryHeader(
    'X-Webhook-Signature-Previous',
    'The same with the previous secret; sent only within 24 hours of a rotation.',
    { pattern: '^[0-9a-f]{64}$' },
    digestExample,
    false,
  ),
  WebhookId: deliveryHeader(
    'webhook-id',
    'The event’s ID: identical for every attempt and replay. Receivers can skip IDs that they have already processed.',
    { format: 'uuid' },
    exampleId,
  ),
  WebhookTimestamp: deliveryHeader(
    'webhook-timestamp',
    'The time of the attempt, in seconds since 1970.',
    { pattern: '^[0-9]+$' },
    '1795262400',
  ),
  StandardSignature: deliveryHeader(
    'webhook-signature',
    'The signature defined by Standard Webhooks: v1, and the base64 HMAC-SHA256 of id.timestamp.body; two signatures within 24 hours of a rotation.',
    { pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)?$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  AttemptId: deliveryHeader(
    'X-Request-Id',
    'The ID of the attempt: the request_id of one of the delivery’s attempts.',
    { format: 'uuid' },
    exampleId,
  ),
  WebhookHops: deliveryHeader(
    hopsHeader,
    `Number of Pauta’s inbound webhooks in the chain of events, counting the next one: 1, unless an inbound webhook caused the event. Forward the header unchanged; inbound webhooks reject more than ${maxHops}.`,
    { pattern: '^[0-9]+$' },
    '1',
  ),
  WebhookAgent: deliveryHeader(
    'User-Agent',
    'The sender.',
    { const: 'Pauta-Webhooks/1' },
    'Pauta-Webhooks/1',
  ),
};

/** Responses of a receiver, and their effects. */
export const receiverAnswers = {
  Taken: {
    description:
      'Delivered: any 2xx whose headers arrive within 15 seconds of the start of the attempt. The body is ignored.',
  },
  Gone: {
    description:
      'Stops all attempts and disables the endpoint (disabled_reason), which emits webhook.disabled.',
  },
  NotTaken: {
    description:
      'Anything else, including redirects and missing responses, is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (each ±20 %, unless the operator set other delays; Retry-After extends the delay to at most 24 h) and then fails. After five days with only failures, the endpoint is disabled.',
  },
};

export const aboutWebhooks = `
## Webhooks

An endpoint with a \`url\` receives events: \`POST\`, JSON, \`{"id", "type", "created_at", "data", "previous"}\`. \`data\` is the
record after the change, as v1 returns it; \`previous\` contains the previous values of the fields that changed, or is \`null\` if there are
none. Any 2xx within 15 seconds is success. Anything else is retried, nine times over three days; a 410, or five days with
only failures, disables the endpoint. Events may arrive more than once: deduplicate them by \`webhook-id\`. The events of one
record are first attempted in the order of its changes; retries may arrive out of order.

\`X-Webhook-Signature\` proves the origin: the hex HMAC-SHA256 of the body, keyed with the endpoint’s \`secret_token\`. Compute it
over the raw bytes of the body:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(body, signature, secretToken) {
  const expected = createHmac('sha256', secretToken).update(body).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
\`\`\`

Standard Webhooks libraries verify the same deliveries by \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. For 24 hours
after a rotation, \`X-Webhook-Signature-Previous\` is the digest with the previous secret.

An endpoint with a \`target_pipeline_id\` receives requests: a \`POST /api/hooks/{team}/{slug}\` from another system, signed in the same
way or with the secret_token as the bearer token, creates a task. Deliveries of this service are rejected there: their signature proves nothing.
`.trim();

export const attempts: Table = {
  ...deliveries,
  name: 'attempts',
  one: 'attempt',
  about: 'Attempts of deliveries.',
  example: {
    started_at: '2026-11-30T12:00:00.050Z',
    status: 200,
    error: null,
    error_details: null,
    answer: 'ok',
    duration_ms: 200,
  },
  fields: attemptFields,
  filters: {},
  sorts: {},
};

/** Example of a single delivery: with its attempts and its payload. */
export const exampleDelivery = (): Json => ({
  ...recordExample(deliveries),
  attempts: [recordExample(attempts)],
  payload: exampleEvent(),
});

export function webhookSchemas(): Json {
  const delivery = recordSchema(deliveries);
  return {
    DeliveryShown: {
      ...delivery,
      required: [...(delivery.required as string[]), 'attempts', 'payload'],
      properties: {
        ...(delivery.properties as Json),
        attempts: {
          type: 'array',
          items: ref('schemas', 'Attempt'),
          description: 'Every attempt of the last 30 days, oldest first.',
        },
        payload: {
          anyOf: [ref('schemas', 'Event'), { type: 'null' }],
          description: 'The delivered event; null if the event is no longer retained.',
        },
      },
      examples: [exampleDelivery()],
    },
    Attempt: recordSchema(attempts),
  };
}
