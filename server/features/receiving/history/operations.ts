import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import type { GatewayName } from '#server/outbound/messaging/connection.ts';
import { conflict, invalidRequest } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, boolean, kind, oneOf, required, uuid } from '#server/records/fields.ts';
import { gatewayCan } from '../../gateways/messaging-service.ts';
import { findingSchema } from '../../inboxes/finding-details.ts';
import {
  begin,
  historyStates,
  latest,
  type Period,
  periodDays,
  periods,
  setState,
} from './statements.ts';

/*
 * Operations on the history of an inbox. The worker reads it (run.ts).
 */

const count = (says: string) => about(says, Type.Integer({ minimum: 0 }));
const instant = Type.String({ format: 'date-time' });
const reasons = (says: string) =>
  about(says, Type.Array(Type.Object({ reason: Type.String(), n: count('The number.') })));

const history = kind(
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    state: about(
      'failed: the gateway failed. A stopped or failed one can be continued.',
      Type.Enum([...historyStates]),
    ),
    reason: about('The reason why it failed.', orNull(Type.String())),
    reason_details: about('The code of `reason`.', orNull(findingSchema)),
    period: Type.Enum([...periods]),
    since: about('The time of the oldest messages; null for all.', orNull(instant)),
    is_listed: about('True if the number of chats is known.', Type.Boolean()),
    progress: count('The percentage that was delivered, of a history that callbacks deliver.'),
    chats: count('The number of chats to read.'),
    chats_done: count('The number of chats that were read, or failed.'),
    chats_failed: count('The number of chats that the gateway could not return.'),
    conversations: count('The number of conversations with past messages.'),
    stored: count('The number of messages that were stored.'),
    present: count('The number of messages that the inbox already had.'),
    media: count('The number of stored messages with a file. Files are fetched on request.'),
    media_missing: count('The number of those whose file cannot be fetched.'),
    skipped: reasons('The number of messages that were left out, by reason.'),
    skipped_chats: reasons('The number of chats that were left out, by reason.'),
    created_at: instant,
    finished_at: about('When it ended or was stopped.', orNull(instant)),
  }),
  'an object',
  'json',
);

const output = {
  kind: 'fields',
  name: 'InboxHistory',
  fields: {
    id: required(uuid),
    available: about('True if the gateway has a history that can be read.', required(boolean)),
    is_delivered: about(
      'True if the phone of the number shares its history: it is requested once, and callbacks deliver it.',
      required(boolean),
    ),
    history: about('The history that was read last; null if none was.', history),
  },
} as const;

/** True if the gateway's history is read page by page. */
const isRead = (gateway: unknown) => gatewayCan(gateway as GatewayName, 'pastMessages');
/** True if callbacks deliver the gateway's history. */
const isDelivered = (gateway: unknown) => gatewayCan(gateway as GatewayName, 'requestHistory');

function answerOf(inbox: string, row: Row | undefined) {
  if (!row) return undefined;
  const { gateway, is_delivered: _, ...history } = row;
  return {
    id: inbox,
    is_delivered: gateway !== 'sandbox' && isDelivered(gateway),
    available: gateway !== 'sandbox' && (isRead(gateway) || isDelivered(gateway)),
    history: history.id === null ? null : history,
  };
}

const historyOf = async (db: TeamDb, inbox: string) =>
  answerOf(inbox, (await db.run(latest, { inbox }))[0]);

const getInboxHistory = operation({
  name: 'inboxes.get_history',
  id: 'getInboxHistory',
  summary: 'Get the history of an inbox',
  note: 'The progress or the result of the past messages that were read last.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/inboxes/:id/history', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'inbox',
  run: ({ db }, { id }) => historyOf(db, id),
});

const startInboxHistory = operation({
  name: 'inboxes.start_history',
  id: 'startInboxHistory',
  summary: 'Read past messages of an inbox',
  note: 'Reads the messages that the gateway still has, in the background. They are stored at their own times, and nothing follows from them: no event, workflow, alert or automatic reply, and no conversation is opened or unread. Messages that the inbox already has stay as they are.',
  allow: { user: 'admin' },
  panel: { method: 'POST', path: '/inboxes/:id/history', status: 201 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      period: about(
        'month: the last 30 days. quarter: 90 days. year: 365 days. all: all that the gateway has.',
        required(oneOf('text', periods)),
      ),
    },
  },
  output,
  mayFail: ['CONFLICT'],
  one: 'inbox',
  async run({ db, actor }, { id, values: { period } }) {
    const before = await historyOf(db, id);
    if (!before) return undefined;
    if (!before.available)
      throw invalidRequest('The gateway of this inbox has no history to read.', 'gateway_refused', {
        code: 'unsupported',
      });
    const [row] = await db.run(begin, {
      ...{
        id: uuidv7(),
        inbox: id,
        period,
        user: userIdOf(actor),
        is_delivered: before.is_delivered,
      },
      days: periodDays[period as Period],
    });
    if (!row) return undefined;
    if (row.id === null)
      throw conflict('Past messages of this inbox are being read.', 'already_done');
    return historyOf(db, id);
  },
});

const setInboxHistory = operation({
  name: 'inboxes.set_history',
  id: 'setInboxHistory',
  summary: 'Stop or continue reading past messages of an inbox',
  note: 'A history that was stopped or failed continues where it was. Stored messages stay.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/history', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      state: about(
        'stopped: what was stored stays. running: continues.',
        required(oneOf('text', ['running', 'stopped'])),
      ),
    },
  },
  output,
  mayFail: ['CONFLICT'],
  one: 'inbox',
  async run({ db, actor }, { id, values: { state } }) {
    const before = await historyOf(db, id);
    if (!before) return undefined;
    const [row] = await db.run(setState, { inbox: id, state, user: userIdOf(actor) });
    if (row?.is_changed !== true && row?.was !== state)
      throw conflict('This history has ended.', 'already_done');
    return historyOf(db, id);
  },
});

export const historyOperations = [getInboxHistory, startInboxHistory, setInboxHistory] as const;
