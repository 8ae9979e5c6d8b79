import { eventStreamPath } from '#server/operations/registry.ts';
import { errorResponses, everywhere } from './responses.ts';
import { type Json, ref } from './schemas.ts';

/* The stream of a team's events. It is not an operation, because its response has no end. */

const note = `Streams events as server-sent events, as they happen, until the client disconnects. Requires no webhook endpoint and no
public URL.

- \`event: event\`: one event; \`data\` is the JSON that \`GET /v1/events/{id}\` returns, byte for byte as delivered to webhooks.
- \`event: ready\`: all missed events have been sent, and new events follow.
- \`event: resync\` with \`{"reason"}\`: events may be missing. Read them with \`GET /v1/events\`; the stream continues. \`too_old\`: the events
  after the \`id\` have expired, after 30 days. \`unknown\`: the \`id\` is not of this database, or the database was restored.
- \`event: end\` with \`{"reason"}\`: the stream ends. \`stopping\`: reconnect. \`unauthorized\`: the key is no longer valid.

Each has an \`id\`. Send the last one as \`Last-Event-ID\` when you reconnect: no event is lost or repeated. \`beginning\` starts before the
oldest stored event. Comments and
\`id\` lines without data arrive every 15 seconds: a connection that is silent for longer is dead. A member’s key requires the role admin.
At most 8 streams per key; opening one counts as a request.`;

/** Parameters with which a client resumes. */
export const lastEventParameters: readonly Json[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The last `id` that the client received: later events are sent first. Browsers send it automatically.',
    schema: { type: 'string' },
  },
  {
    name: 'last_event_id',
    in: 'query',
    description: 'The same, for clients that cannot set the header. The header takes precedence.',
    schema: { type: 'string' },
  },
];

const example = `retry: 1730

event: ready
id: 5f0c3a91be47.1kx.1kx.t8q3zm..9a0364b9
data: {}

event: event
id: 5f0c3a91be47.1kx.1l3.t8q3zo.019abc0000007000800000000000abcd
data: {"id":"019abc00-0000-7000-8000-00000000abcd","type":"deal.created","created_at":"2026-11-30T12:00:00.000Z","data":{"id":"…"},"previous":null}

`;

/** Its path item in the document. */
export const eventStream: Json = {
  [`/v1${eventStreamPath}`]: {
    parameters: [ref('parameters', 'RequestId')],
    get: {
      operationId: 'streamEvents',
      tags: ['Events'],
      summary: 'Stream events',
      description: note,
      parameters: lastEventParameters,
      responses: {
        200: {
          description: 'The stream.',
          content: { 'text/event-stream': { schema: { type: 'string' }, example } },
        },
        ...errorResponses([...everywhere, 'FORBIDDEN']),
      },
    },
  },
};
