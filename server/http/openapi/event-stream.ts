import { eventStreamPath } from '../../operations/registry.ts';
import { errorResponses, everywhere } from './responses.ts';
import { type Json, ref } from './schemas.ts';

/* The stream of a team's events. It is not an operation, because its response has no end. */

const note = `Server-sent events, for as long as the client likes: whatever comes into the log of events, while it happens. No endpoint and
no public address is needed.

- \`event: event\`: one event; \`data\` is the JSON that \`GET /v1/events/{id}\` returns, in the bytes that webhooks deliver.
- \`event: ready\`: what was missed has been sent, and every later event comes.
- \`event: resync\` with \`{"reason"}\`: events may be missing. Read them from \`GET /v1/events\`; the stream goes on. \`too_old\`: away
  for more than 7 days. \`too_many\`: more than 10,000 missed. \`unknown\`: not an \`id\` of this database.
- \`event: end\` with \`{"reason"}\`: the stream is over. \`stopping\`: connect again. \`unauthorized\`: the key no longer holds.

Each has an \`id\`. Send the last one as \`Last-Event-ID\` when you connect again: nothing is lost and nothing comes twice. Comments and
\`id\` lines without data arrive every 15 seconds: a connection that is silent for longer is dead. A key of a member needs the role admin.
At most 8 streams for one key; opening one counts as a request. Not available on a Citus cluster (503).`;

/** Parameters with which a client resumes. */
export const lastEventParameters: readonly Json[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The last `id` that the client received: what came since is sent first. Browsers send it by themselves.',
    schema: { type: 'string' },
  },
  {
    name: 'last_event_id',
    in: 'query',
    description: 'The same for clients that cannot set the header, which counts first.',
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
      summary: 'Follow events as they happen',
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
