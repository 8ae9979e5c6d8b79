import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { emits } from '#server/events/outbox.ts';
import type { Context } from '#server/operations/context.ts';
import { finishWithRetries } from '#server/operations/idempotency.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { type Answer, envelope, recordOf } from '#server/operations/response-envelope.ts';
import { isAtLeast } from '#server/operations/roles.ts';
import type { ChatAddress, GatewayName } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import {
  type OutgoingChange,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  ApiError,
  conflict,
  forbidden,
  invalidRequest,
  notFound,
} from '#server/platform/errors.ts';
import { makeLog } from '#server/platform/log.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { mustText } from '#server/records/crud-queries.ts';
import { about, required, uuid } from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import {
  changeJson,
  emitsMessageUpdated,
  isUnseen,
  messages,
} from '../conversations/messages-table.ts';
import { timeOf } from '../conversations/storable-text.ts';
import { connectionOf } from '../inboxes/connection.ts';
import { withCause } from '../inboxes/finding-details.ts';
import { withService } from '../inboxes/service-holder.ts';
import {
  type ChangeKind,
  entryOf,
  maxOutcomeSeconds,
  oldValues,
  settlements,
  storeLost,
} from './change-outcomes.ts';
import { messageText } from './drafts.ts';

/*
 * Edits messages that were sent, and takes them back for everyone: stores the request, calls the gateway once with no transaction open, and
 * stores the outcome, as for a send (ADR 9). The caller chooses the id of the request: retries return the message as it is now (ADR 192).
 */

/** Minutes within which the network shows an edit to the contact, and takes a message back. */
const minutes: Readonly<Record<ChangeKind, number>> = { edit: 15, revoke: 2 * 24 * 60 };

const begin = teamStatement(`
  with place as (
    select m.id, m.inbox_id as inbox, m.msgapp_message_id as network_id, m.remote_jid, m.message_type, m.content, m.revoked_at is not null as is_revoked,
      m.direction = 'outgoing' and coalesce(m.origin, 'pauta') = 'pauta' and m.message_type <> 'reaction'
        and m.status in ('sent', 'delivered', 'read') and not ${isUnseen('m')} as is_ours,
      coalesce(m.author in ('user', 'demo') and m.author_id = $acting_id::uuid, false) as is_author,
      coalesce(m.sent_at, m.created_at) > now() - $minutes * interval '1 minute' as is_in_time,
      i.type = 'session' as is_session, i.gateway, i.config, i.is_active, i.is_connected, n.address as network_phone
    from messages m
      join inboxes i on i.team_id = $team and i.id = m.inbox_id
      left join number_checks n on n.team_id = $team and n.inbox_id = m.inbox_id and n.phone = split_part(m.remote_jid, '@', 1)
    where m.team_id = $team and m.id = $id),
  h as (
    insert into message_changes (team_id, id, message_id, kind, content, user_id)
    select $team, $change_id, place.id, $kind, $text, $acting_id::uuid from place
    where is_ours and is_session and is_active and is_in_time and not is_revoked and (is_author or $may_any)
      and ($kind = 'revoke' or message_type = 'text' and content <> $text)
    returning *),
  old as materialized (select * from messages m where m.team_id = $team and m.id = $id for update),
  c as (
    update messages m set last_change = (select ${changeJson('h')} from h) from old
    where m.team_id = $team and m.id = old.id and exists (select from h) returning m.*, old.last_change as was_change),
  ${emits([emitsMessageUpdated(oldValues('c.was_change as last_change'))])},
  ${audits([
    { type: 'messages', from: 'h', record: 'h.message_id', after: entryOf('h.kind', 'h.status') },
  ])}
  select place.*, (select count(*) from h)::int as made from place`);

const findMessage = teamStatement(`
  select ${document(messages, '(select m.*)')} as data from messages m where m.team_id = $team and m.id = $id`);

const findRequest = teamStatement(`
  select h.message_id = $id and h.kind = $kind and h.content is not distinct from $text as is_same,
    h.status = 'pending' and h.created_at < now() - interval '${maxOutcomeSeconds} seconds' as is_lost
  from message_changes h where h.team_id = $team and h.id = $change_id`);

const findLost = teamStatement(`
  select h.id from message_changes h where h.team_id = $team and h.message_id = $id and h.status = 'pending'
    and h.created_at < now() - interval '${maxOutcomeSeconds} seconds'`);

interface Request {
  /** The message. */
  readonly id: string;
  readonly change_id: string;
  readonly kind: ChangeKind;
  readonly text: string | null;
}

const outcomeParameters = (id: string, changeId: string) => ({
  id,
  change_id: changeId,
  now: new Date().toISOString(),
  at: null,
});

async function answerOf(db: TeamDb, id: string): Promise<Answer> {
  const [row] = await db.run(findMessage, { id });
  return { status: 200, body: envelope(mustText(row)) };
}

/** Response to a retry: the message as it is now. Undefined if there is no such request. */
async function repeated(db: TeamDb, request: Request): Promise<Answer | undefined> {
  const [row] = await db.run(findRequest, { ...request });
  if (!row) return undefined;
  if (row.is_same !== true)
    throw conflict('change_id: another change has this id.', 'message_exists', 'change_id');
  const { id, change_id: changeId } = request;
  if (row.is_lost === true) await storeLost(db, [{ id, changeId }]);
  return answerOf(db, id);
}

/** @throws ApiError if the message must not be changed in this way */
function refuse(row: Row, { kind }: Request, mayAny: boolean): void {
  if (row.is_revoked === true) throw conflict('The message was taken back.', 'already_done');
  if (row.is_ours !== true)
    throw conflict('Only messages that Pauta has sent can be changed.', 'unchangeable');
  if (row.is_session !== true)
    throw conflict(
      'The official API of the network changes no messages that were sent.',
      'unchangeable',
    );
  if (kind === 'edit' && row.message_type !== 'text')
    throw conflict('Only texts can be edited.', 'unchangeable');
  if (row.is_author !== true && !mayAny)
    throw forbidden(
      kind === 'edit'
        ? 'Only its author can edit a message.'
        : 'Only its author, an admin or an owner can take a message back.',
      'author_only',
    );
  if (row.is_in_time !== true)
    throw conflict(
      kind === 'edit'
        ? 'The network accepts edits for 15 minutes.'
        : 'The network takes messages back for two days.',
      'too_late',
    );
  if (row.is_active !== true) throw invalidRequest('The inbox is not active.', 'inactive_inbox');
}

/** Address of the chat to which a message was sent. */
function chatOf({ remote_jid, network_phone }: Row): ChatAddress {
  const address = String(remote_jid);
  const [user = '', server] = address.split('@');
  if (server === 'g.us') return { group: address };
  return server === 'lid' ? { lid: user } : { phone: (network_phone as string | null) ?? user };
}

/** Stores a request. @returns the message and its inbox; undefined if the text is the current one */
async function store({ db, actor }: Context, request: Request): Promise<Row | undefined> {
  const { id, kind } = request;
  const mayAny = kind === 'revoke' && actor.kind === 'user' && isAtLeast(actor.role, 'admin');
  const parameters = { ...request, minutes: minutes[kind], may_any: mayAny };
  const insert = () => db.run(begin, parameters);
  const [row] = await insert().catch(async (error: unknown) => {
    if (constraintOf(error) !== 'message_changes_pending') throw error;
    const [stale] = await db.run(findLost, { id });
    if (!stale) throw conflict('Another change of the message is in progress.', 'busy');
    await storeLost(db, [{ id, changeId: stale.id as string }]);
    return insert();
  });
  if (!row) throw notFound('message');
  if (row.made === 1) return row;
  refuse(row, request, mayAny);
  return undefined;
}

async function callGateway(
  { db, settings }: Context,
  row: Row,
  change: OutgoingChange['change'],
): Promise<Sent> {
  if (row.is_connected !== true)
    return refused('disconnected', finding('session_down', 'the inbox is disconnected'));
  const stored = {
    team: db.id,
    inbox: row.inbox as string,
    gateway: row.gateway as GatewayName,
    config: row.config as Buffer | null,
  };
  const connection = connectionOf(settings.secrets, stored);
  if ('code' in connection) return refused('credentials', connection);
  const to = chatOf(row);
  return withService(settings, (service) =>
    service.change(connection, { to, networkId: row.network_id as string, change }),
  );
}

async function storeOutcome(db: TeamDb, request: Request, sent: Sent): Promise<Answer> {
  const { id, change_id: changeId, kind, text } = request;
  const parameters = outcomeParameters(id, changeId);
  if (sent.outcome === 'accepted')
    await db.run(settlements[kind], {
      ...parameters,
      at: sent.at === undefined ? null : timeOf(sent.at),
      text,
      version_id: uuidv7(),
      status: 'done',
      reason: null,
    });
  else
    await db.run(settlements.none, {
      ...parameters,
      status: sent.outcome,
      reason: withCause(sent.cause, sent.reason).text,
    });
  return answerOf(db, id);
}

/** Changes a message, once per id of the request. */
async function change(ctx: Context, request: Request): Promise<Answer> {
  const { db, team, settings, requestId = '' } = ctx;
  const { id, kind, text } = request;
  const earlier = await repeated(db, request);
  if (earlier) return earlier;
  let row: Row | undefined;
  try {
    row = await store(ctx, request);
  } catch (error) {
    // A twin of this request may have stored it, or even have ended, since.
    const answer = await repeated(db, request);
    if (!answer) throw error;
    return answer;
  }
  if (!row) return answerOf(db, id);
  const sent = await callGateway(ctx, row, kind === 'edit' ? { kind, text: text ?? '' } : { kind });
  const log = settings.services?.log ?? makeLog('silent');
  const line = { request_id: requestId, team: team.slug, message: id, kind };
  if (sent.outcome !== 'accepted')
    log.warn({ ...line, outcome: sent.outcome, cause: sent.cause }, 'a message was not changed');
  const answer = await finishWithRetries(() => storeOutcome(db, request, sent), {
    unstored: () => {
      throw new ApiError('UNAVAILABLE', 'The outcome of the change could not be stored yet.');
    },
    onLost: (err) => log.error({ ...line, err }, 'the outcome of a change was not stored'),
  });
  if (sent.outcome === 'unknown') sent.onStored?.();
  return answer;
}

const identity = about(
  'The ID of this change, chosen by the caller: a change is requested once. Retrying with the same ID returns the message as it is now.',
  required(uuid),
);

const shared = {
  allow: { user: 'member' },
  emits: ['message.updated'],
  output: { kind: 'record', table: messages },
  mayFail: ['NOT_FOUND', 'CONFLICT'],
  one: 'message',
} as const;

const outcomeNote =
  'The outcome is in last_change: done; refused, with the reason; or unknown, if the answer of the gateway was lost. Not possible with the official API of the network.';

const editFields = { change_id: identity, text: about('The new text.', required(messageText)) };
const revokeFields = { change_id: identity };

const edit = operation({
  ...shared,
  name: 'messages.edit',
  id: 'editMessage',
  summary: 'Edit a text that you have sent',
  note: `Only for its author, for 15 minutes after it was sent. ${outcomeNote}`,
  panel: { method: 'POST', path: '/msgapp/messages/:id/edit', status: 200 },
  input: { path: ['id'], fields: editFields },
  keepsKey: async (ctx, read) => {
    const { id, values } = read();
    return change(ctx, { id, kind: 'edit', ...values, text: values.text.trim() });
  },
  run: async (ctx, { id, values }) =>
    recordOf(await change(ctx, { id, kind: 'edit', ...values, text: values.text.trim() })),
});

const revoke = operation({
  ...shared,
  name: 'messages.revoke',
  id: 'revokeMessage',
  summary: 'Take a sent message back for everyone',
  note: `For two days after it was sent. For its author, admins and owners, who may take back all messages that Pauta has sent. Its text stays in versions. ${outcomeNote}`,
  panel: { method: 'POST', path: '/msgapp/messages/:id/revoke', status: 200 },
  input: { path: ['id'], fields: revokeFields },
  keepsKey: async (ctx, read) => {
    const { id, values } = read();
    return change(ctx, { id, kind: 'revoke', ...values, text: null });
  },
  run: async (ctx, { id, values }) =>
    recordOf(await change(ctx, { id, kind: 'revoke', ...values, text: null })),
});

const dismiss = teamStatement(`
  with old as materialized (select * from messages m where m.team_id = $team and m.id = $id for update),
  c as (
    update messages m set last_change = null from old
    where m.team_id = $team and m.id = old.id and old.last_change ->> 'status' in ('refused', 'unknown')
    returning m.*, old.last_change as was_change),
  ${emits([emitsMessageUpdated(oldValues('c.was_change as last_change'))])},
  ${audits([
    {
      type: 'messages',
      from: 'c',
      record: 'c.id',
      before: entryOf("c.was_change ->> 'kind'", "c.was_change ->> 'status'"),
    },
  ])}
  select id from old`);

const dismissChange = operation({
  ...shared,
  name: 'messages.dismiss_change',
  id: 'dismissMessageChange',
  summary: 'Dismiss a change that was refused, or whose outcome is unknown',
  note: 'last_change is then null. Other changes stay as they are.',
  panel: { method: 'DELETE', path: '/msgapp/messages/:id/change', status: 200 },
  mayFail: ['NOT_FOUND'],
  input: { path: ['id'] },
  async run({ db }, { id }) {
    const [row] = await db.run(dismiss, { id });
    return row && recordOf(await answerOf(db, id));
  },
});

export const changeOperations: readonly Operation[] = [edit, revoke, dismissChange];
