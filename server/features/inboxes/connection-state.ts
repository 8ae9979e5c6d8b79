import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import type { StateReport } from '#server/outbound/messaging/gateway-setup.ts';
import { document } from '#server/records/statements.ts';
import { isPhone } from '../gateways/phones.ts';
import { storableFinding } from './finding-details.ts';
import { inboxes } from './table.ts';

/**
 * Emits `inbox.connection` for the inbox that a statement changed: its CTE `t` after the change, `old` before it.
 * @param where SQL condition over both
 */
export const emitsConnectionWhere = (where: string): string =>
  emits([
    {
      kind: 'inbox.connection',
      from: `(select t.id, ${document(inboxes, '(select t.*)')} as data, ${document(inboxes, '(select old.*)')} as was
      from t join old on old.id = t.id where ${where}) c`,
      record: 'c.id',
      data: 'c.data',
      previous: 'changed_values(c.was, c.data)',
    },
  ]);

/** Same as {@link emitsConnectionWhere}, for every change. */
export const emitsConnection = emitsConnectionWhere('true');

/*
 * Writes and emits only differences. A report without a reason, or with a prefix of the stored one (`…; a restart did not help`), keeps the
 * stored reason of the same state; one without a number keeps the number that is logged in. `up_since` is cleared when the inbox is logged
 * out or has to log in again.
 */
const apply = teamStatement(`
  with old as materialized (
    select * from inboxes where team_id = $team and id = $inbox and not is_deleted for update),
  next as (
    select old.id,
      case when old.state = $state::inbox_state and ($reason::text is null or starts_with(old.state_reason, $reason))
        then old.state_reason else $reason end as reason,
      coalesce($phone::text, case when $state::inbox_state in ('connected', 'connecting', 'failed') then old.phone end) as phone
    from old),
  t as (
    update inboxes i set state = $state::inbox_state, state_reason = next.reason, phone = next.phone,
      state_reason_details = case when next.reason = $reason then $details::text else old.state_reason_details end,
      is_connected = $state::inbox_state = 'connected',
      state_changed_at = case when old.state is distinct from $state::inbox_state then clock.now else old.state_changed_at end,
      up_since = case
        when $state::inbox_state not in ('connected', 'connecting', 'failed') then null
        when $state::inbox_state = 'connected' and old.state is distinct from 'connected' then clock.now
        else old.up_since end
    from old, next, (select now() as now) clock
    where i.team_id = $team and i.id = old.id and (old.state is distinct from $state::inbox_state
      or old.is_connected <> ($state::inbox_state = 'connected')
      or old.state_reason is distinct from next.reason or old.phone is distinct from next.phone)
      and not ($answers::boolean and old.state is distinct from $was::inbox_state
        and old.state in ('connected', 'disconnected', 'failed'))
    returning i.*),
  ${emitsConnection},
  -- What changed is looked at again soon, where it is ours to look after.
  checked as (
    update inbox_health h set check_at = now() + interval '1 minute'
    where h.team_id = $team and h.inbox_id = $inbox and h.callback_url is not null and exists (select from t))
  select id from t`);

/**
 * Applies a gateway's reports of an inbox's connection state in order; each real change emits `inbox.connection` in the same statement.
 * @param expected the inbox's state when the gateway was queried, if this is the response to a query: a login outcome received since then is
 * newer and wins
 * @returns the number of reports that changed something
 * @throws ApiError UNAVAILABLE if the database is unreachable
 */
export async function applyStates(
  db: TeamDb,
  inbox: string,
  states: readonly StateReport[],
  expected?: { readonly state: StateReport['state'] | null },
): Promise<number> {
  let changed = 0;
  for (const { state, reason, phone } of states) {
    const stored = storableFinding(reason);
    const rows = await db.run(apply, {
      inbox,
      state,
      reason: stored?.text ?? null,
      details: stored?.details ?? null,
      phone: phone !== undefined && isPhone(phone) ? phone : null,
      answers: expected !== undefined,
      was: expected?.state ?? null,
    });
    changed += rows.length;
  }
  return changed;
}
