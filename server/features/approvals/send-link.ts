import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { operation, type RawInput } from '#server/operations/operation.ts';
import { type Answer, recordOf } from '#server/operations/response-envelope.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { link, required, singleLine } from '#server/records/fields.ts';
import { isLinkValid } from '../accounts/pin-links.ts';
import { write } from '../sending/operations.ts';
import { auditType } from './approval-request.ts';
import { tokenIn } from './links.ts';

/*
 * Sends an approval link in a message from one of the team's inboxes. The link comes from the member's text, as the service stores only
 * its hash.
 */

const selectRequest = teamStatement(`
  select q.hash, q.client_id,
    (select k.phone from contacts k where k.team_id = $team and k.id = $contact) as phone,
    (select k.client_id from contacts k where k.team_id = $team and k.id = $contact) as contact_of
  from approval_requests q
  where q.team_id = $team and q.id = $id and ${isLinkValid('q')}`);

const recordRecipientStatement = teamStatement(`
  update approval_requests set sent_at = now(), sent_to = $contact, sent_message = $message
  where team_id = $team and id = $id`);

interface Sending {
  readonly id: string;
  readonly contact: string;
  readonly inbox: string;
  readonly text: string;
}

/** Words of a text, which may be links. */
const splitWords = (text: string) => text.split(/\s+/);

/**
 * Input for the operation that sends messages.
 * @throws ApiError NOT_FOUND, VALIDATION_ERROR if the text lacks the current link, or the contact belongs to another client
 */
async function messageOf(db: TeamDb, { id, contact, inbox, text }: Sending): Promise<RawInput> {
  const [row] = await db.run(selectRequest, { id, contact });
  if (!row) throw notFound('approval');
  const isHeld = splitWords(text).some((word) => {
    const token = tokenIn(word);
    return token !== undefined && secretHash(token).equals((row.hash ?? Buffer.alloc(0)) as Buffer);
  });
  if (!isHeld)
    throw invalid(
      'text must contain the link of this request as a separate word.',
      'text',
      'invalid',
      { reason: 'link_missing' },
    );
  if (row.phone === null)
    throw invalid('contact_id: the team has no contact with this id.', 'contact_id', 'not_found');
  if (row.client_id !== null && row.contact_of !== row.client_id)
    throw invalid(
      'contact_id must be a contact of the client whose approval is requested.',
      'contact_id',
      'not_allowed',
    );
  return { body: { inbox_id: inbox, phone: row.phone, text } };
}

/** Records the recipient once the gateway has accepted the message. */
async function recordRecipient(
  db: TeamDb,
  { id, contact }: Sending,
  answer: Answer,
): Promise<Answer> {
  if (answer.status !== 201 || answer.replayed === true) return answer;
  const { id: message } = JSON.parse(recordOf(answer)) as { id: string };
  await db.transaction(async (tx) => {
    await tx.run(recordRecipientStatement, { id, contact, message });
    await recordAudit(tx, { type: auditType, id, after: { sent_to: contact } });
  });
  return answer;
}

/** Sends the message as the calling member, once per idempotency key. */
async function send(ctx: Context, sending: Sending): Promise<Answer> {
  const { keepsKey } = write;
  if (!keepsKey) throw new Error('messages are written outside of the database');
  const message = await messageOf(ctx.db, sending);
  return recordRecipient(ctx.db, sending, await keepsKey(ctx, () => write.read(message)));
}

interface Values {
  readonly contact_id: string;
  readonly inbox_id: string;
  readonly text: string;
}

const sendingOf = ({ id, values }: { readonly id: string; readonly values: Values }): Sending => ({
  id,
  contact: values.contact_id,
  inbox: values.inbox_id,
  text: values.text,
});

export const sendLink = operation({
  name: 'approvals.send',
  id: 'sendApproval',
  summary: 'Send the link of an approval request in a message',
  note: 'Sends it to a contact of the client, through one of the team’s inboxes. `text` must contain the link, because the service does not store it. With an `Idempotency-Key`, it is sent once.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/approvals/:id/send', status: 201 },
  // The contact already exists.
  emits: write.emits.filter((kind) => kind !== 'contact.created'),
  input: {
    path: ['id'],
    fields: {
      contact_id: required(link('contacts')),
      inbox_id: required(link('inboxes')),
      text: required(singleLine(4_096, 1)),
    },
  },
  output: write.output,
  mayFail: ['NOT_FOUND', 'BAD_GATEWAY'],
  one: 'approval',
  keepsKey: (ctx, read) => send(ctx, sendingOf(read())),
  run: async (ctx, input) => recordOf(await send(ctx, sendingOf(input))),
});
