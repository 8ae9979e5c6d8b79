import Type from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../../db/database.ts';
import { teamStatement } from '../../db/statement.ts';
import { emits } from '../../events/outbox.ts';
import { type Answer, envelope } from '../../operations/answer.ts';
import type { Outward } from '../../operations/idempotency.ts';
import { type GatewayName, refused, type Sent } from '../../outbound/messaging.ts';
import { ApiError, errorBody, invalid, statusOf } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { kind, oneOf, phone, required, uuid } from '../../records/fields.ts';
import { input } from '../../records/input.ts';
import { document } from '../../records/statements.ts';
import { counts } from '../../records/totals.ts';
import { mustText, type Values } from '../../records/verbs.ts';
import { contacts } from '../crm/contacts/table.ts';
import type { Messaging } from './callbacks.ts';
import { connectionOf } from './inboxes.ts';
import { messages } from './messages.ts';
import { emitsContactCreated, withContact } from './numbers.ts';
import { spellings } from './phones.ts';
import { applyEarly } from './statuses.ts';

const fields = {
  ...messages.fields,
  // Blanks at the ends of a message are its writer's; blanks alone are no message.
  content: required(
    kind(
      Type.String({ minLength: 1, maxLength: 4_096 }),
      'a string of 1 to 4096 characters, not all of them blank',
      'text',
      { check: (value) => String(value).trim() !== '' },
    ),
  ),
  inbox_id: uuid,
  phone,
  conversation_id: uuid,
  message_type: oneOf('text', ['text']),
};

/** What is wrong with an address: it is an inbox and a phone, or a conversation alone. */
export function addressProblems({ inbox_id, phone, conversation_id }: Values): string[] {
  const isTo = inbox_id !== null || phone !== null;
  if (conversation_id !== null)
    return isTo ? ['conversation_id must be given alone, without inbox_id and phone'] : [];
  if (inbox_id === null && phone === null)
    return ['either inbox_id together with phone, or conversation_id alone, is required'];
  if (phone === null) return ['phone is required together with inbox_id'];
  return inbox_id === null ? ['inbox_id is required together with phone'] : [];
}

/** What POST /msgapp/messages takes. */
export const sendings = input(
  { name: 'sendings', one: 'message', fields },
  {
    kind: 'create',
    accepts: ['content', 'inbox_id', 'phone', 'conversation_id', 'message_type'],
    problems: addressProblems,
  },
);

// The intent -------------------------------------------------------------------------------------------------------

/** Stores the message in `conversation`, an id; nothing in an inbox that is not active. */
const newMessage = (conversation: string, from: string) => `
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status)
  select $team, $id, ${conversation}, inbox, jid, 'outgoing', $content, 'pending' from ${from} where is_active returning id`;

const intendInConversation = teamStatement(`
  with place as (
    select c.id as conversation, c.inbox_id as inbox, k.phone, k.jid, i.gateway, i.config, i.is_active, i.is_connected
    from conversations c
      join inboxes i on i.team_id = $team and i.id = c.inbox_id
      join contacts k on k.team_id = $team and k.id = c.contact_id
    where c.team_id = $team and c.id = $conversation_id),
  t as (${newMessage('conversation', 'place')}),
  touched as (update conversations c set last_message_at = now() from place
    where c.team_id = $team and c.id = place.conversation and place.is_active)
  select * from place`);

/*
 * The contact is the one with this phone, in whichever spelling of it; with $create it is made where there is none, and the
 * conversation in any case. What another request makes at the same moment is not seen by this statement: then nothing is
 * stored, and the statement runs again.
 */
const intendToPhone = teamStatement(`
  with inbox as (
    select id as inbox, gateway, config, is_active, is_connected from inboxes
    where team_id = $team and id = $inbox_id),
  known as (
    select id, phone, jid from contacts where team_id = $team and phone = any($phones::text[])
    order by phone <> $phone limit 1),
  made as (
    insert into contacts (team_id, id, phone, jid)
    select $team, $contact_id, $phone, $phone || '@' || $suffix::text from inbox
    where is_active and $create and not exists (select from known)
    on conflict (team_id, phone) do nothing returning *),
  contact as (select * from known union all select id, phone, jid from made),
  open as (
    select c.id from conversations c, contact k
    where c.team_id = $team and c.inbox_id = $inbox_id and c.contact_id = k.id),
  begun as (
    insert into conversations (team_id, id, inbox_id, contact_id)
    select $team, $new_conversation_id, inbox, contact.id from inbox, contact
    where is_active and not exists (select from open)
    on conflict on constraint conversations_inbox_contact_key do nothing returning id),
  conversation as (select id from open union all select id from begun),
  t as (${newMessage('conversation.id', 'inbox, contact, conversation')}),
  touched as (update conversations c set last_message_at = now() from open, inbox
    where c.team_id = $team and c.id = open.id and inbox.is_active),
  ${emits([emitsContactCreated])}${counts(contacts, 'made')}
  select inbox.*, contact.phone, conversation.id as conversation, (select count(*) from t) as stored
  from inbox left join contact on true left join conversation on true`);

/** A message that is about to be sent. */
interface Intent {
  readonly id: string;
  readonly conversation: string;
  readonly inbox: string;
  readonly to: string;
  readonly text: string;
  readonly isConnected: boolean;
  readonly gateway: GatewayName;
  readonly config: Buffer | null;
}

async function intend(db: TeamDb, suffix: string, values: Values): Promise<Intent> {
  const id = uuidv7();
  const phone = values.phone as string | null;
  const parameters = {
    ...values,
    id,
    contact_id: uuidv7(),
    new_conversation_id: uuidv7(),
    phones: phone === null ? [] : spellings(phone),
    suffix,
  };
  const row =
    phone === null
      ? (await db.run(intendInConversation, parameters))[0]
      : await withContact(db, phone, async (on, create) => {
          const [found] = await on.run(intendToPhone, { ...parameters, create });
          return found?.is_active === true && found.stored !== 1 ? undefined : (found ?? nowhere);
        });
  if (!row || row === nowhere) {
    const [field, one] =
      phone === null ? ['conversation_id', 'conversation'] : ['inbox_id', 'inbox'];
    throw new ApiError('NOT_FOUND', `${field}: no ${one} has this id.`);
  }
  if (row.is_active !== true)
    throw invalid('The inbox is not active; nothing can be sent through it until it is activated.');
  return {
    id,
    conversation: row.conversation as string,
    inbox: row.inbox as string,
    to: row.phone as string,
    text: values.content as string,
    isConnected: row.is_connected as boolean,
    gateway: row.gateway as GatewayName,
    config: row.config as Buffer | null,
  };
}
const nowhere: Row = {};

// The result -------------------------------------------------------------------------------------------------------

/** Changes the message and reads it back: a row with `data` and what {@link answerOf} looks at. */
const change = (set: string) =>
  teamStatement(`
    with t as (update messages set ${set} where team_id = $team and id = $id returning *)
    select ${document(messages, 't')} as data, conversation_id, status, status_reason, msgapp_message_id from t`);

/** A reason that somebody gave who thought that nobody would know does not stay. */
const storeAccepted = change(`msgapp_message_id = $network_id,
  status_reason = case when status = 'pending' then null else status_reason end,
  status = case when status = 'pending' then 'sent' else status end`);

/*
 * An outcome that is not `accepted`. Where an echo brought the network's id meanwhile, the message went out after all, whatever
 * the answer was.
 */
const storeOutcome = (status: 'failed' | 'pending') =>
  change(`
  status_reason = case when status = 'pending' and msgapp_message_id is null then $reason else status_reason end,
  status = case when status <> 'pending' then status when msgapp_message_id is null then '${status}' else 'sent' end`);
const storeRefused = storeOutcome('failed');
const storeUnknown = storeOutcome('pending');

/** What sending came to, as the message shows. */
function answerOf(id: string, row: Row | undefined): Answer {
  const data = mustText(row);
  const status = row?.status;
  const reason = (row?.status_reason as string | null) ?? 'the reason is unknown';
  const place = { id, conversation: row?.conversation_id as string };
  // What the gateway took and the network gave up later was sent, all the same.
  if (status === 'failed' && row?.msgapp_message_id === null) return failed(place, reason);
  if (status === 'pending') return notKnown(place, reason);
  // The answer says what sending came to, whatever has been confirmed since.
  const record =
    status === 'sent'
      ? data
      : JSON.stringify({ ...JSON.parse(data), status: 'sent', status_reason: null });
  return { status: 201, body: envelope(record) };
}

/** Where the caller finds the message of a 502. */
interface Place {
  readonly id: string;
  readonly conversation: string;
}

const where = ({ id, conversation }: Place) => `message ${id} of conversation ${conversation}`;

/** A gateway that failed may have sent before it did. */
const failed = (place: Place, reason: string) =>
  badGateway(
    reason.startsWith('gateway:')
      ? `${reason}. According to the gateway it was not sent: ${where(place)} is kept as failed. Check it before you send again.`
      : `${reason}. It was not sent: ${where(place)} is kept as failed.`,
  );

const notKnown = (place: Place, reason: string) =>
  badGateway(
    `${reason}. Whether it was sent is not known: ${where(place)} is kept as pending and is not resent automatically. A later confirmation settles it; otherwise it becomes failed after 24 hours. Check it before you send again.`,
  );

const badGateway = (message: string): Answer => ({
  status: statusOf.BAD_GATEWAY,
  body: errorBody({ code: 'BAD_GATEWAY', message }),
});

const stopped = 'stopped: the service stopped before the gateway answered';
const away = 'stopped: the database became unreachable before the outcome was stored';

/** Sending one text. */
export interface Sending extends Outward<Intent> {
  /** Applies what was confirmed before the message's id was stored; to be called once it is. */
  catchUp(): Promise<void>;
}

/**
 * @param asked who asks, for the log
 * @param read the values of {@link sendings}; throws where they are wrong
 */
export function sends(
  { service, secrets, jidSuffix, log }: Messaging & { readonly log: Logger },
  asked: { readonly request_id: string; readonly team: string },
  db: TeamDb,
  read: () => Values,
): Sending {
  let accepted: { inbox: string; networkId: string } | undefined;

  async function send(intent: Intent): Promise<Sent> {
    const { id, to, text, isConnected } = intent;
    if (!isConnected) return refused('disconnected', 'the inbox is disconnected');
    const connection = connectionOf(secrets, { ...intent, team: db.id });
    if (typeof connection === 'string') return refused('credentials', connection);
    return service.sendText(connection, { to, text, reference: id });
  }

  return {
    intend: (on) => intend(on, jidSuffix, read()),

    async perform(intent) {
      const { id, inbox, gateway } = intent;
      const sent = await send(intent);
      if (sent.outcome === 'accepted') {
        const { networkId } = sent;
        accepted = { inbox, networkId };
        return async (on) =>
          answerOf(id, (await on.run(storeAccepted, { id, network_id: networkId }))[0]);
      }
      const { outcome, cause } = sent;
      log.warn(
        { ...asked, inbox, message: id, gateway, outcome, cause },
        outcome === 'refused' ? 'a message was not sent' : 'a message may not have been sent',
      );
      const reason = `${cause}: ${sent.reason}`;
      const store = outcome === 'refused' ? storeRefused : storeUnknown;
      return async (on) => answerOf(id, (await on.run(store, { id, reason }))[0]);
    },

    // What the process before left pending is not known for good.
    recall: async (on, id) =>
      answerOf(id, (await on.run(storeUnknown, { id, reason: stopped }))[0]),

    unstored: (intent) => notKnown(intent, away),
    onLost: (error) => log.error({ ...asked, err: error }, 'the outcome of a send was not stored'),

    async catchUp() {
      if (accepted) await applyEarly(db, accepted.inbox, accepted.networkId);
    },
  };
}
