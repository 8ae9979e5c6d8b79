import { workflowCall } from '#server/events/catalogue.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import { resources } from '#server/features/registry.ts';
import { pascal } from '#server/operations/crud.ts';
import type { Registry } from '#server/operations/registry.ts';
import { type ErrorCode, publicCodes, statusOf } from '#server/platform/errors.ts';
import { version } from '#server/platform/version.ts';
import { headers, parameters, schemasOf } from './components.ts';
import { eventStream } from './event-stream.ts';
import {
  aboutWebhooks,
  deliveryHeaders,
  payloadSchemas,
  receiverAnswers,
  webhookItems,
  webhookSchemas,
} from './events.ts';
import { fileItem } from './file-contents.ts';
import { named } from './named-components.ts';
import { bodySchema, formOf, inV1, pathsOf } from './operations.ts';
import { contact, errorResponse, errorSchemas, errors, limited, shared } from './responses.ts';
import { aboutOf, type Json, pagination, previousSchema, schemaOf } from './schemas.ts';
import { hookItem } from './webhook-receiver.ts';

/* OpenAPI 3.1 document, generated from the registry of operations that also serves the API. */

// The document -----------------------------------------------------------------------------------

const codes: readonly ErrorCode[] = publicCodes;
/** Codes of operations. METHOD_NOT_ALLOWED belongs to paths, not to operations. */
const answered = codes.filter((code) => code !== 'METHOD_NOT_ALLOWED');

const introduction = `
Every request carries \`Authorization: Bearer <API_KEY>\`. The key determines the team: requests see and change only records of that
team. A key with the scope \`read\` can only make GET requests.

## Bodies

Bodies are JSON (\`Content-Type: application/json\`) with at most 1 MiB, 64 levels, 10,000 keys and 50,000 values. Strings contain at most 30 consecutive
combining marks. Responses are \`{"success": true, "data": …}\`; lists
add \`pagination\`. Every field of a record is always present; an unset field is \`null\`, an empty list or an empty object.
Dates are \`YYYY-MM-DD\`. Timestamps are ISO 8601, accepted with any offset and returned in UTC. Surrounding spaces are removed from
single-line strings.

## Compatibility

Later versions may add response fields, enumeration values, event types and optional parameters. Clients must ignore those they do not know.
\`/docs/compatibility\` lists the guarantees.

## Safe retries

A POST with an \`Idempotency-Key\` is executed once: repeating it with the same key returns the stored response for 24 hours.

## Rate limit

60 requests per minute and IP address by default; the operator can change the limit. \`RateLimit\` contains the number of remaining
requests, \`Retry-After\` of a 429 the number of seconds to wait.

## Errors

Errors are \`{"success": false, "error": {"code": …, "message": …}}\`. The message is for people; programs should rely on the code.

${codes.map((code) => `- **${statusOf[code]}** \`${code}\`: ${errors[code].when}`).join('\n')}

${aboutWebhooks}

## Other paths

Methods that a path does not support return 405 with \`Allow\`. HEAD is supported wherever GET is.
Not covered by this document, and without API key or rate limit: \`GET /health/live\`, \`GET /health/ready\`, and the callbacks of
the inboxes’ gateways under \`/api/gateways\`.
`.trim();

/** Generates the service's OpenAPI 3.1 document. */
export function openapi({ operations, inbound }: Registry): Json {
  const served = operations.filter(({ v1 }) => v1);
  // Excludes gateway callbacks: their format is defined by the gateways and not part of the contract.
  const hooks = inbound.filter(({ id }) => id === 'receiveWebhook');
  const kinds = [...eventKinds, workflowCall];
  const tables = new Set(served.flatMap(({ output }) => ('table' in output ? [output.table] : [])));
  const subjects = [...tables].filter(
    (table) =>
      table.emits || ['messages', 'conversations', 'webhooks', 'inboxes'].includes(table.name),
  );
  const paths = served.flatMap(inV1);
  const bodies = served.flatMap((operation) =>
    [bodySchema(operation), formOf(operation)].filter((body) => body !== undefined),
  );
  const alone = answered.filter((code) => !limited.includes(code)).map((code) => [code]);
  const groups = [...alone, shared, limited];
  return named({
    openapi: '3.1.0',
    info: {
      title: 'Pauta',
      version,
      summary: 'The service that agencies run their work on.',
      contact,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Me', description: 'The calling API key and its team.' },
      { name: 'Tags', description: 'The tags of the team’s records.' },
      { name: 'Reports', description: 'Reports of the team, and the records of their numbers.' },
      {
        name: 'Approvals',
        description: 'Requests to approve campaigns, by the team or its client.',
      },
      { name: 'Files', description: 'The contents of files, such as the media of messages.' },
      { name: 'Labels', description: 'The team’s labels of conversations.' },
      // Tables of the same records share a tag.
      ...new Map(
        [...tables].map((table) => [
          table.name,
          { name: pascal(table.name), description: aboutOf(table) },
        ]),
      ).values(),
    ],
    paths: {
      ...pathsOf(paths),
      ...eventStream,
      ...fileItem,
      ...Object.fromEntries(
        hooks.map((hook) => [hook.inbound.path.replaceAll(/:(\w+)/g, '{$1}'), hookItem(hook)]),
      ),
    },
    webhooks: webhookItems(kinds),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `pauta_…`; create one with `pauta key create`.',
        },
        webhookSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret_token of the webhook endpoint, for senders that cannot sign.',
        },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Webhook-Signature',
          description:
            'The hex HMAC-SHA256 of the body, with the text of the endpoint’s secret_token as the key.',
        },
      },
      parameters: {
        ...deliveryHeaders,
        ...parameters,
      },
      headers,
      responses: {
        ...Object.fromEntries(groups.map((group) => [group.join('_OR_'), errorResponse(group)])),
        ...receiverAnswers,
      },
      schemas: {
        ...errorSchemas(codes),
        Pagination: pagination,
        ...schemasOf([...served, ...hooks]),
        ...Object.fromEntries(bodies.map(({ name, schema }) => [name, schema])),
        ...Object.fromEntries(
          subjects.map((table) => [`${schemaOf(table)}Previous`, previousSchema(table)]),
        ),
        ...webhookSchemas(),
        ...payloadSchemas(kinds, resources),
      },
    },
  });
}
