import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { storedAnswer } from '#server/operations/idempotency.ts';
import type { Answer } from '#server/operations/response-envelope.ts';
import type { GatewayName, MediaType } from '#server/outbound/messaging/connection.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { remove } from '../files/operations.ts';
import { refusalOfMedia } from '../gateways/messaging-service.ts';
import { attempt, type Draft, textDraft } from './drafts.ts';
import { fetchFile } from './fetched-file.ts';
import { fileDraft } from './file-drafts.ts';
import { missingDestination, sendAsCaller } from './send-message.ts';

/* Messages that programs send: a text, a file of the team, or the file at an address. */

/** Gateway through which a message to this destination is sent. */
const findGateway = teamStatement(`
  select i.gateway from inboxes i where i.team_id = $team and i.id = coalesce($inbox_id::uuid, (
    select c.inbox_id from conversations c where c.team_id = $team and c.id = ${idAfterMerges('$conversation_id::uuid')}))`);

/** Undefined if the team has no such destination. */
async function gatewayOf(
  db: TeamDb,
  { inbox_id, conversation_id }: Values,
): Promise<GatewayName | undefined> {
  const [row] = await db.run(findGateway, { inbox_id, conversation_id });
  return row?.gateway as GatewayName | undefined;
}

/**
 * Draft of a message with a file.
 * @param field the field of the request that names the file
 * @throws ApiError VALIDATION_ERROR if the gateway never sends such a file
 */
async function draftWithFile(
  ctx: Context,
  on: TeamDb,
  values: Values,
  file: string,
  field: string,
): Promise<Draft> {
  const { inbox_id, phone, conversation_id, content, message_type: type } = values;
  const draft = await fileDraft(
    ctx,
    on,
    file,
    type as MediaType | null,
    (content as string | null) ?? '',
  );
  const gateway = await gatewayOf(on, values);
  const refusal = gateway && (await refusalOfMedia(gateway, draft.content()));
  if (refusal !== undefined) throw invalid(`${field}: ${refusal}.`, field, 'not_allowed');
  return { to: { inbox_id, phone, conversation_id }, ...draft, ...mentionsIn(values) };
}

/** Draft of a message without a file to fetch. */
const draftOf = (ctx: Context, on: TeamDb, values: Values): Draft | Promise<Draft> =>
  typeof values.file_id === 'string'
    ? draftWithFile(ctx, on, values, values.file_id, ctx.hasForm ? 'file' : 'file_id')
    : { ...textDraft(values.content as string, values), ...mentionsIn(values) };

const mentionsIn = ({ mentions }: Values): Pick<Draft, 'mentions'> =>
  Array.isArray(mentions) ? { mentions } : {};

/**
 * Fetches the file at an address and sends it. A retry with the same Idempotency-Key fetches nothing if the first request has been
 * answered.
 */
async function sendFetched(ctx: Context, values: Values, address: string): Promise<Answer> {
  const { db, settings, keyed } = ctx;
  const earlier = await storedAnswer(db, settings.secrets, keyed);
  if (earlier) return earlier;
  const fetched = await attempt(async () => {
    if (!(await gatewayOf(db, values))) throw missingDestination(values);
    return fetchFile(ctx, address, values.file_name as string | null);
  });
  if (fetched instanceof Error) return sendAsCaller(ctx, () => Promise.reject(fetched));
  const draft = (on: TeamDb) => draftWithFile(ctx, on, values, fetched.id, 'media_url');
  return keepingFile(db, fetched.id, () => sendAsCaller(ctx, draft));
}

const messageWith = teamStatement(
  'select message_id from message_media where team_id = $team and file_id = $id limit 1',
);

/**
 * Sends a message with a file that was stored for it, and deletes the file if no message has it: the request was refused, or repeats
 * an earlier one.
 */
export async function keepingFile(
  db: TeamDb,
  id: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } finally {
    // The message may be stored although the send threw an error.
    const [message] = await db.run(messageWith, { id });
    if (!message) await db.run(remove, { id });
  }
}

/** Sends what a request asks for, once per Idempotency-Key. Errors of an invalid request are stored under the key. */
export async function sendRequested(ctx: Context, read: () => Values): Promise<Answer> {
  const values = await attempt(read);
  if (values instanceof Error) return sendAsCaller(ctx, () => Promise.reject(values));
  return typeof values.media_url === 'string'
    ? sendFetched(ctx, values, values.media_url)
    : sendAsCaller(ctx, (on) => draftOf(ctx, on, values));
}
