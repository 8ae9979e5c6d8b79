import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { unidentified, type WorkIdentity } from '#server/operations/idempotency.ts';
import { type Answer, envelope } from '#server/operations/response-envelope.ts';
import { conflict } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { mustText, type Values } from '#server/records/crud-queries.ts';
import { document } from '#server/records/statements.ts';
import { messages } from '../conversations/messages-table.ts';
import { spellings } from '../gateways/phones.ts';
import { storeUnknown } from './outcome-statements.ts';
import { stopped } from './send-message.ts';

/*
 * Messages whose id the client chose. The id is the primary key: of several requests with one id, at once or days apart, one stores and
 * sends the message, and the others return its current status. Nothing else has to be stored, and a window that has closed or a file that
 * was deleted since does not change the response.
 */

/** Request to send under an id. */
interface IdentifiedMessage extends Values {
  readonly id: string;
  readonly text: string | null;
  readonly type: string | null;
  readonly file_id: string | null;
  readonly reply_to: string | null;
}

/** Any process that would still have stored an outcome has ended after this time. */
const maxOutcomeSeconds = 20;

/** Versions keep the original text of an edited or revoked message. */
const find = teamStatement(`
  select ${document(messages, '(select m.*)')} as data,
    m.status = 'pending' and m.status_reason is null and m.created_at < now() - interval '${maxOutcomeSeconds} seconds' as is_lost,
    m.direction = 'outgoing' and coalesce(m.origin, 'pauta') = 'pauta' and m.reply_to is not distinct from $reply_to::uuid
      and (m.content = $text or exists (
        select from message_versions v where v.team_id = $team and v.message_id = m.id and v.content = $text))
      and case when $file_id::uuid is null then m.message_type = 'text' and m.media is null
        else m.media ->> 'file_id' = $file_id::text and ($type::text is null or m.message_type = $type) end
      and case when $conversation_id::uuid is null then m.inbox_id = $inbox_id::uuid and k.phone = any($phones::text[])
        else m.conversation_id = ${idAfterMerges('$conversation_id::uuid')} end as is_same
  from messages m
    join conversations c on c.team_id = $team and c.id = m.conversation_id
    left join contacts k on k.team_id = $team and k.id = c.contact_id
  where m.team_id = $team and m.id = $id`);

/** Response to a retry: the message as it is now. Undefined if no message has this id. */
async function repeated(db: TeamDb, request: IdentifiedMessage): Promise<Answer | undefined> {
  const { id, phone, text } = request;
  const [row] = await db.run(find, {
    ...request,
    text: text ?? '',
    phones: typeof phone === 'string' ? spellings(phone) : [],
  });
  if (!row) return undefined;
  if (row.is_same !== true)
    throw conflict(
      'id: another message has this id; what was written now was not sent.',
      'message_exists',
      'id',
    );
  const [stored] =
    row.is_lost === true ? await db.run(storeUnknown, { id, reason: stopped.text }) : [row];
  return { status: 201, body: envelope(mustText(stored)), replayed: true };
}

/** Identity of a message whose id the client chose; an Idempotency-Key would add nothing and is not stored. */
export function identifiedById(db: TeamDb, request: IdentifiedMessage): WorkIdentity {
  const { begin, finish } = unidentified(db);
  return {
    finish,
    async begin(work) {
      const earlier = await repeated(db, request);
      if (earlier) return earlier;
      try {
        return await begin(work);
      } catch (error) {
        const answer =
          constraintOf(error) === 'messages_pkey' ? await repeated(db, request) : undefined;
        if (!answer) throw error;
        return answer;
      }
    },
  };
}
