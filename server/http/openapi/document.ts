import { workflowCall } from '../../events/catalogue.ts';
import { eventKinds } from '../../features/event-kinds.ts';
import { resources } from '../../features/registry.ts';
import { pascal } from '../../operations/crud.ts';
import type { Registry } from '../../operations/registry.ts';
import { type ErrorCode, publicCodes, statusOf } from '../../platform/errors.ts';
import { version } from '../../platform/version.ts';
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
import { hookItem } from './hook.ts';
import { named } from './naming.ts';
import { bodySchema, inV1, pathsOf } from './operations.ts';
import { contact, errorResponse, errorSchemas, errors, limited, shared } from './responses.ts';
import { type Json, notesOf, pagination, previousSchema, schemaOf } from './schemas.ts';

/* OpenAPI 3.1 document, generated from the registry of operations that also serves the API. */

// The document -----------------------------------------------------------------------------------

const codes: readonly ErrorCode[] = publicCodes;
/** Codes of operations. METHOD_NOT_ALLOWED belongs to paths, not to operations. */
const answered = codes.filter((code) => code !== 'METHOD_NOT_ALLOWED');

const introduction = `
Every request carries \`Authorization: Bearer <API_KEY>\`. The key stands for a team: all records belong to it,
and records of other teams do not exist for it. A key with the scope \`read\` may only GET.

## Bodies

Bodies are JSON (\`Content-Type: application/json\`), at most 1 MiB, 64 levels, 10,000 keys and 50,000 values. No string contains more than 30 combining
marks in a row. Responses are \`{"success": true, "data": …}\`; lists
add \`pagination\`. Every field of a record is always present; an unset one is \`null\`, an empty list or an empty object.
Dates are \`YYYY-MM-DD\`. Timestamps are ISO 8601, accepted with any offset and returned in UTC. One-line strings are
stored without surrounding spaces.

## Later versions

They add fields to answers, values to enumerations, types of events, and optional parameters. Programs ignore what they do not know.
What stays is promised in \`/docs/compatibility\`.

## Safe retries

A POST with an \`Idempotency-Key\` is done once: repeating it with the same key returns the stored response for 24 hours.

## Rate limit

60 requests a minute per IP address, unless the operator set another limit. \`RateLimit\` says what is left,
\`Retry-After\` of a 429 how long to wait.

## Errors

Errors are \`{"success": false, "error": {"code": …, "message": …}}\`. The message is for people; programs should rely on the code.

${codes.map((code) => `- **${statusOf[code]}** \`${code}\`: ${errors[code].when}`).join('\n')}

${aboutWebhooks}

## Other paths

A method that a path does not have is answered with 405 and \`Allow\`. HEAD works wherever GET does.
Not covered here, without key or limit: \`GET /health/live\`, \`GET /health/ready\`, and the addresses under
\`/api/gateways\` that the inboxes’ gateways call.
`.trim();

/** Generates the service's OpenAPI 3.1 document. */
export function openapi({ operations, inbound }: Registry): Json {
  const served = operations.filter(({ v1 }) => v1);
  // Excludes gateway callbacks: their format is defined by the gateways and not part of the contract.
  const hooks = inbound.filter(({ id }) => id === 'receiveWebhook');
  const kinds = [...eventKinds, workflowCall];
  const tables = new Set(
    served.flatMap(({ answers }) => ('table' in answers ? [answers.table] : [])),
  );
  const subjects = [...tables].filter(
    (table) =>
      table.emits || ['messages', 'conversations', 'webhooks', 'inboxes'].includes(table.name),
  );
  const paths = served.flatMap(inV1);
  const bodies = served.flatMap((operation) => bodySchema(operation) ?? []);
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
      { name: 'Me', description: 'The API key that calls, and its team.' },
      { name: 'Tags', description: 'The tags of the team’s records.' },
      ...[...tables].map((table) => ({
        name: pascal(table.name),
        description: notesOf(table).about,
      })),
    ],
    paths: {
      ...pathsOf(paths),
      ...eventStream,
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
            'The hex HMAC-SHA256 of the body, keyed with the secret_token of the webhook endpoint as text.',
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
