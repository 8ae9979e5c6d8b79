import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { about, boolean, required } from '#server/records/fields.ts';
import { memberCalling } from '../accounts/members/operations.ts';
import { distributeInTeam } from './distribution.ts';

/* Availability of a member: while away, they receive no conversations (ADR 182). */

const lock = teamStatement(
  'select not is_away as available from users where team_id = $team and id = $id for no key update',
);
/** The call is proof that the member is here. */
const change = teamStatement(
  'update users set is_away = not $available::boolean, seen_at = now() where team_id = $team and id = $id',
);

const available = about(
  'False while you are away: no conversation is distributed to you.',
  required(boolean),
);

export const setAvailability: Operation = operation({
  name: 'availability.set',
  id: 'setAvailability',
  summary: 'Set your availability',
  note: 'Your conversations stay yours while you are away. Coming back, you may receive conversations that are waiting.',
  allow: { user: 'member' },
  panel: { method: 'PUT', path: '/availability', status: 200 },
  emits: ['conversation.updated'],
  input: { fields: { available } },
  output: { kind: 'fields', name: 'Availability', fields: { available } },
  one: 'member',
  async run({ db, actor }, { values }) {
    const id = memberCalling(actor).userId;
    await db.transaction(async (tx) => {
      const [before] = await tx.run(lock, { id });
      await tx.run(change, { id, ...values });
      if (before?.available !== values.available)
        await recordAudit(tx, {
          type: 'users',
          id,
          before: { available: !values.available },
          after: values,
        });
    });
    if (values.available) await distributeInTeam(db);
    return values;
  },
});
