import type { IncomingHttpHeaders } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { causedBy } from '#server/events/outbox.ts';
import { servicesOf } from '#server/operations/context.ts';
import { readIdempotencyKey } from '#server/operations/idempotency.ts';
import { inboundOperation } from '#server/operations/inbound-operation.ts';
import { withoutFurtherMarks } from '#server/platform/combining-marks.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { ApiError, invalid, publicFields } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { explains } from '#server/records/crud-queries.ts';
import { about, required, uuid } from '#server/records/fields.ts';
import { refuseQuery } from '#server/records/input.ts';
import { makesTasks } from '../work/tasks/operations.ts';
import { tasks } from '../work/tasks/table.ts';
import { secretsOf } from './endpoint-secrets.ts';
import { readHops } from './hop-limit.ts';
import { makeMappings } from './mapping.ts';
import { isDelivery, signatureOf } from './signature.ts';
import { type Mapped, payloadOf, type Target, taskFromPayload } from './task-from-payload.ts';

/*
 * Creates tasks from requests of other systems to an endpoint's address: verified, mapped by the endpoint's field_mapping, once per id that
 * the sender gives. A request that cannot be mapped is refused and stored for inspection.
 */

const explain = explains(tasks);

const findEndpoint = teamStatement(`
  select w.id, w.name, w.field_mapping::text as field_mapping, w.secret_token,
    case when w.previous_secret_until > now() then w.previous_secret end as previous_secret,
    p.id as pipeline_id, p.project_id, c.slug as "column"
  from webhooks w
    left join columns c on c.team_id = $team and c.id = w.target_column_id
    left join pipelines p on p.team_id = $team and p.id = coalesce(w.target_pipeline_id, c.pipeline_id)
  where w.team_id = $team and w.slug = $slug and w.is_active`);

const findAccepted = teamStatement(`
  select task_id from receptions
  where team_id = $team and webhook_id = $webhook and key = $key and status = 'accepted'`);

/** Creates a task and stores its reception. */
const accept = makesTasks(`, accepted as (
  insert into receptions (team_id, webhook_id, id, status, key, task_id, reason, fields, payload)
  select $team, $webhook, $reception, 'accepted', $key::text, t.id, $reason::text, $fields::text, $payload::text from t)`);

const storeRejected = teamStatement(`
  insert into receptions (team_id, webhook_id, id, status, key, reason, fields, payload)
  values ($team, $webhook, $id, 'rejected', $key, $reason, $fields, $payload) returning id`);

/** Returns the sender's id of the request. @throws ApiError VALIDATION_ERROR if it is invalid */
function keyOf(headers: IncomingHttpHeaders): string | null {
  const name = headers['webhook-id'] === undefined ? 'Idempotency-Key' : 'webhook-id';
  const header = headers[name.toLowerCase()];
  if (header === undefined) return null;
  if (Array.isArray(header))
    throw invalid(`${name} must be given only once.`, name, 'too_many', { limit: 1 });
  return readIdempotencyKey(header, name);
}

const unproven =
  'The request does not prove that its sender knows the secret of the endpoint. Send X-Webhook-Signature, the hex HMAC-SHA256 of the body with the secret_token of the endpoint, or Authorization: Bearer <secret_token>.';
const ownDelivery =
  'This is a delivery from this service, signed by the service itself: it does not prove that its sender knows the secret of the endpoint. Send Authorization: Bearer <secret_token>, or a body of your own with its signature.';

/** Returns the proof that the request lacks that its sender knows one of the secrets; undefined if it is proven. */
function doubtOf(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  secrets: readonly string[],
): string | undefined {
  const signature = headers['x-webhook-signature'];
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (secrets.some((secret) => isSame(bearer, secret))) return undefined;
  const isSigned =
    typeof signature === 'string' &&
    secrets.some((secret) => isSame(signature.toLowerCase(), signatureOf(secret, bytes)));
  if (!isSigned) return unproven;
  return isDelivery(bytes) ? ownDelivery : undefined;
}

/** Task of a request, created now or by an earlier request with the same key. */
interface ReceivedTask {
  readonly id: string;
  readonly isRepeated: boolean;
}

/** Returns the task that was created for the key. */
async function findTaken(
  db: TeamDb,
  webhook: string,
  key: string,
): Promise<ReceivedTask | undefined> {
  const [row] = await db.run(findAccepted, { webhook, key });
  return row && { id: row.task_id as string, isRepeated: true };
}

/** Creates the task and stores it under the key, or returns the one that was created concurrently. */
async function createTaskOnce(
  db: TeamDb,
  webhook: string,
  key: string | null,
  { task, missed }: Mapped,
  bytes: Buffer,
): Promise<ReceivedTask> {
  const reason = missed.length > 0 ? `The payload has no value for ${missed.join(', ')}.` : null;
  const fields = missed.map((name) => ({ name, code: 'required' }));
  // If the task has only the endpoint's name, the payload may be all that is left of the sender's text.
  const payload = missed.includes('title') ? storableText(bytes) : null;
  try {
    const made = await accept(db, task, {
      webhook,
      reception: uuidv7(),
      key,
      reason,
      fields: reason === null ? null : JSON.stringify(fields),
      payload,
    });
    const { id } = JSON.parse(made) as { id: string };
    return { id, isRepeated: false };
  } catch (error) {
    const earlier =
      key !== null && constraintOf(error) === 'receptions_key'
        ? await findTaken(db, webhook, key)
        : undefined;
    if (earlier) return earlier;
    throw await explain(error, db, task);
  }
}

/** Max number of stored characters of a refused payload. */
const maxShown = 65_536;

/** Storable text of refused bytes. */
function storableText(bytes: Buffer): string {
  // A character has at most 4 bytes, so later bytes are not needed.
  const beginning = bytes
    .subarray(0, 4 * maxShown)
    .toString('utf8')
    .slice(0, maxShown);
  return withoutFurtherMarks(beginning.replaceAll('\0', '\u{fffd}').toWellFormed());
}

const mappings = makeMappings();

const receiveNote = `
Creates a task on the endpoint’s board (\`target_pipeline_id\`, \`target_column_id\`) according to its \`field_mapping\`: task field → path in
the body, or a text with \`{{templates}}\`. Without a title, the endpoint’s name is used. Requires no API key: the sender proves knowledge of
the endpoint’s secret_token by signing the body or by sending the token.

With an ID (\`webhook-id\`, otherwise \`Idempotency-Key\`), a repeated request creates no second task: the response names the first one.
`.trim();
/** Receives requests at an endpoint's address and creates tasks from them. */
export const receiveWebhook = inboundOperation<Row, ReceivedTask>({
  name: 'webhooks.receive',
  id: 'receiveWebhook',
  summary: 'Create a task through a webhook endpoint',
  note: receiveNote,
  returns: 'The created task.',
  allow: { hook: true },
  inbound: { methods: ['POST'], path: '/hooks/:team/:slug', status: 202 },
  emits: ['task.created'],
  output: {
    kind: 'fields',
    name: 'ReceivedTask',
    fields: { task_id: about('The task.', required(uuid)) },
  },

  async find(db, _settings, slug) {
    const [endpoint] = slug.includes('\0') ? [] : await db.run(findEndpoint, { slug });
    return endpoint;
  },

  async run({ db, settings, team: { slug: team }, requestId }, endpoint, call) {
    const { log } = servicesOf(settings);
    const webhook = endpoint.id as string;
    const { headers, body: bytes } = call;
    const { current, previous } = secretsOf(settings.secrets, db.id, webhook, endpoint);
    const secrets = [current, previous].filter((secret) => secret !== undefined);
    if (secrets.length === 0) {
      log.error(
        { team, webhook },
        "an endpoint's secret cannot be decrypted: SECRET_KEY has changed",
      );
      throw new ApiError(
        'UNAVAILABLE',
        'The endpoint cannot verify requests right now; try again later.',
      );
    }
    const doubt = doubtOf(headers, bytes, secrets);
    if (doubt !== undefined) throw new ApiError('UNAUTHORIZED', doubt);
    await call.proven();
    refuseQuery(call.query);
    const key = keyOf(headers);
    try {
      const earlier = key === null ? undefined : await findTaken(db, webhook, key);
      if (earlier) return earlier;
      const caused = causedBy(db, { hops: readHops(headers) });
      const { field_mapping, project_id } = endpoint;
      const payload = payloadOf(bytes);
      const mapping = mappings(webhook, field_mapping as string, project_id !== null);
      const task = taskFromPayload(endpoint as Row & Target, mapping, payload);
      return await createTaskOnce(caused, webhook, key, task, bytes);
    } catch (error) {
      // 429: there is no capacity right now; the request itself is valid.
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
      const reason = error.message;
      await db.run(storeRejected, {
        webhook,
        id: uuidv7(),
        key,
        reason,
        fields: error.fields ? JSON.stringify(publicFields(error.fields)) : null,
        payload: storableText(bytes),
      });
      log.warn(
        { request_id: requestId, team, webhook },
        'a received payload could not be mapped to a task',
      );
      throw new ApiError('VALIDATION_ERROR', reason, {
        fields: error.fields,
        reason: error.reason,
      });
    }
  },
});
