import { teamStatement } from '#server/db/statement.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { about, oneOf, required, timestamp, uuid } from '#server/records/fields.ts';

/* Typing indicator: sent to members who follow the live stream at that moment; never stored. */

/** Duration of an indicator; clients that keep typing renew it earlier. */
const indicatorMs = 6_000;

const find = teamStatement(`
  select c.id, c.inbox_id from conversations c where c.team_id = $team and c.id = ${idAfterMerges('$id::uuid')}`);

export const typing: Operation = operation({
  name: 'conversations.typing',
  id: 'showTyping',
  summary: 'Show other members that you are typing in a conversation',
  note: `Sent immediately to the members on the team’s live stream as the event presence; not stored. Valid for ${indicatorMs / 1_000} seconds: repeat the request every four seconds while typing.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/msgapp/conversations/:id/typing', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      kind: about(
        'The type of text: a message to the contact, or a note.',
        required(oneOf('text', ['answer', 'note'])),
      ),
    },
  },
  output: {
    kind: 'fields',
    name: 'Typing',
    fields: { conversation_id: required(uuid), until: about('The end time.', required(timestamp)) },
  },
  one: 'conversation',
  async run({ actor, db, settings }, { id, values: { kind } }) {
    const [row] = await db.lookUp(find, { id });
    if (!row) return undefined;
    const conversationId = row.id as string;
    const until = new Date(Date.now() + indicatorMs).toISOString();
    settings.services?.showPresence?.({
      team: db.id,
      conversationId,
      inboxId: row.inbox_id as string,
      userId: actingUserOf(actor, null, 'user_id'),
      kind,
      until,
    });
    return { conversation_id: conversationId, until };
  },
});
