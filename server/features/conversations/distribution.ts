import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { withoutActor } from '#server/events/audit.ts';
import { withAttribution } from '#server/operations/audit-attribution.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { mayReceive } from '../inboxes/receivers.ts';
import { hasPresentAssignee } from './assignee-checks.ts';
import { conversationUpdated } from './state-operations.ts';
import { conversations } from './table.ts';

/*
 * Automatic distribution of an inbox's conversations (ADR 182). A conversation that no member can receive waits in `awaiting_distribution`.
 *
 * The row of the inbox in `distribution_turns` is locked before the statement that chooses a person, which therefore sees every earlier
 * assignment. Conversations are locked before that row, never after it.
 */

/** SQL: number of open conversations of a member in an inbox. */
const load = (u: string, i: string) => `(select count(*) from conversations l
    where l.team_id = $team and l.assignee_id = ${u}.id and l.status = 'open' and l.inbox_id = ${i}.id)`;

const lockConversation = teamStatement(
  'select id from conversations where team_id = $team and id = $id for no key update',
);
const lockTurn = teamStatement(`
  insert into distribution_turns as d (team_id, inbox_id) values ($team, $inbox)
  on conflict (team_id, inbox_id) do update set user_id = d.user_id returning inbox_id`);

/** Assigns the conversation `$id` of `$inbox` to the next person, of its squad if it has one; without one, it waits. */
const assignNext = teamStatement(`
  with old as materialized (
    select * from conversations c
    where c.team_id = $team and c.id = $id and c.status = 'open' and c.group_id is null and not ${hasPresentAssignee('c')} for no key update),
  inbox as materialized (
    select * from inboxes i where i.team_id = $team and i.id = $inbox and i.distribution <> 'none' and not i.is_deleted),
  last as materialized (select user_id from distribution_turns where team_id = $team and inbox_id = $inbox),
  person as materialized (
    select r.id from (
      select u.id, case when i.distribution = 'load' or i.distribution_limit is not null then ${load('u', 'i')} end as load, i.distribution,
        i.distribution_limit
      from inbox i cross join old
        join users u on u.team_id = $team and ${mayReceive('u', 'i', 'coalesce(old.squad_id, i.distribution_squad_id)')}) r
    where r.distribution_limit is null or r.load < r.distribution_limit
    order by case when r.distribution = 'load' then r.load end, coalesce(r.id <= (select user_id from last), false), r.id limit 1),
  t as (
    update conversations c set assignee_id = person.id from old, person
    where c.team_id = $team and c.id = $id and c.id = old.id returning c.*),
  turned as (update distribution_turns d set user_id = t.assignee_id from t where d.team_id = $team and d.inbox_id = $inbox),
  waiting as (
    insert into awaiting_distribution (team_id, conversation_id, inbox_id)
    select $team, old.id, inbox.id from old, inbox where not exists (select from person)
    on conflict (team_id, conversation_id) do nothing),
  settled as (
    delete from awaiting_distribution a where a.team_id = $team and a.conversation_id = $id
      and (exists (select from person) or not exists (select from old) or not exists (select from inbox))),
  ${emitsChanges(conversations, [conversationUpdated], ['assignee_id'])}
  select exists (select from t) as is_assigned, exists (select from old) and exists (select from inbox) as is_due`);

/** Attributes changes to the distribution instead of to the caller, whose change caused them. */
const distributing = (db: TeamDb): TeamDb =>
  withAttribution(
    { db: withoutActor(db), actor: { kind: 'system' } as const },
    { name: 'conversations.assign' },
  ).db;

/**
 * Assigns a conversation, unless it has an assignee who may see it, to the next person, or lets it wait if there is none.
 * @param tx a transaction in which the conversation is locked
 * @returns false if it waits
 */
export async function distribute(tx: TeamDb, inbox: string, id: string): Promise<boolean> {
  const db = distributing(tx);
  await db.run(lockTurn, { inbox });
  const [row] = await db.run(assignNext, { inbox, id });
  return row?.is_assigned === true || row?.is_due !== true;
}

/** Max number of waiting conversations of an inbox that are read at once. */
const maxWaiting = 100;

/** The first waiting conversations, without those of the squads `$full`, and without those of no squad if it contains `none`. */
const findWaiting = teamStatement(`
  select a.conversation_id as id, coalesce(c.squad_id::text, 'none') as squad from awaiting_distribution a
    join conversations c on c.team_id = $team and c.id = a.conversation_id
  where a.team_id = $team and a.inbox_id = $inbox and coalesce(c.squad_id::text, 'none') <> all($full::text[])
  order by coalesce(c.waiting_since, a.created_at), a.conversation_id limit ${maxWaiting}`);

/**
 * Assigns up to {@link maxWaiting} waiting conversations of an inbox, longest wait first, each until no member of its squad can receive more.
 * @returns the number of them
 */
export async function distributeWaiting(db: TeamDb, inbox: string): Promise<number> {
  const full = new Set<string>();
  for (let count = 0; ; ) {
    const rows = await db.run(findWaiting, { inbox, full: [...full] });
    const wasFull = full.size;
    for (const { id, squad } of rows) {
      if (full.has(squad as string)) continue;
      const isSettled = await db.transaction(async (tx) => {
        await tx.run(lockConversation, { id });
        return distribute(tx, inbox, id as string);
      });
      if (isSettled) count += 1;
      else full.add(squad as string);
    }
    // Those of other squads may wait behind the ones that no member can receive.
    if (full.size === wasFull || rows.length < maxWaiting || count >= maxWaiting) return count;
  }
}

const inboxesOfTeam = teamStatement(
  'select distinct inbox_id as id from awaiting_distribution where team_id = $team',
);

/** Assigns waiting conversations of the team, as after a member has come in. */
export async function distributeInTeam(db: TeamDb): Promise<void> {
  for (const { id } of await db.run(inboxesOfTeam)) await distributeWaiting(db, id as string);
}

/**
 * CTE: moves the wait of a conversation with it.
 * @param pairs row source with the conversations `old` and `new`
 */
export const moveWaiting = (pairs: string) => `moved_waiting as (
    insert into awaiting_distribution (team_id, conversation_id, inbox_id, created_at)
    select $team, p.new, a.inbox_id, a.created_at from ${pairs} p
      join awaiting_distribution a on a.team_id = $team and a.conversation_id = p.old
    on conflict (team_id, conversation_id) do nothing)`;
