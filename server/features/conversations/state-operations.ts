import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { emits } from '#server/events/outbox.ts';
import { hiddenInboxesOf } from '#server/operations/hidden-records.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError } from '#server/platform/errors.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { explains, textOf } from '#server/records/crud-queries.ts';
import { about, required, timestamp, uuid } from '#server/records/fields.ts';
import { input, stored } from '#server/records/input.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { type Derived, document, emitsChange, recordsMoves } from '#server/records/statements.ts';
import { auditsOpened } from './activities.ts';
import { labelIds } from './labels.ts';
import { outdated } from './reply-due.ts';
import { conversations } from './table.ts';
import { waitsSince } from './waiting-times.ts';

/*
 * Operations on a conversation's state. Each change locks the conversation's row, as messages that change it do, so each of several
 * concurrent changes sees the previous result; a change without effect emits nothing.
 */

export const conversationUpdated = 'conversation.updated';

/** A change of conversations, as statements. */
export interface StateChange {
  /** Locks and changes the conversation `$id`; returns a row with `data`, `may`, and `refused`: the name of the refused field. */
  readonly one: TeamStatement;
  /**
   * Locks the conversations `$ids` in the order of their ids, so that concurrent changes do not deadlock, and changes them; returns a row with `id`,
   * `changed` and `may` for each.
   */
  readonly many: TeamStatement;
}

interface ChangeRules {
  /** SQL: true if the change of conversation `old` is allowed. */
  readonly may?: string;
  /** SQL: name of the field because of which it is not. */
  readonly refused?: string;
  /** CTE over `t` and `old` that follows from the change. */
  readonly effect?: string;
}

function changing(
  set: Derived,
  { may = 'true', refused = 'null', effect }: ChangeRules = {},
): StateChange {
  const columns = Object.keys(set);
  const pairs = Object.entries(set).map(([column, value]) => `${column} = ${value}`);
  const now = '(select * from t union all select * from old where not exists (select from t))';
  const parts = (which: string, order = '') => `
    with old as materialized (
      select * from conversations t where t.team_id = $team and ${which} ${order} for no key update),
    t as (
      update conversations t set ${pairs.join(', ')} from old
      where t.team_id = $team and ${which} and t.id = old.id and ${may}
        and (${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${Object.values(set).join(', ')})
      returning t.*)${effect === undefined ? '' : `,\n    ${effect}`}`;
  return {
    one: teamStatement(`${parts('t.id = $id')},
      ${emitsChange(conversations, { now, sets: columns }, [{ kind: conversationUpdated, where: 'true' }])}
      select doc.data, ${may} as may, ${refused} as refused from old, doc`),
    many: teamStatement(`${parts('t.id = any($ids::uuid[])', 'order by t.id')},
      ${emitsChanges(conversations, [conversationUpdated], columns)}
      select old.id, t.id is not null as changed, ${may} as may from old left join t on t.id = old.id`),
  };
}

/** True unless the new assignee may not see the conversation. */
const assigneeSeesIt = `not exists (
  select from users u where u.team_id = $team and u.id = $assignee_id::uuid and old.inbox_id = any(${hiddenInboxesOf('u')}))`;
/** True unless the inbox is open to some members only, and none of them is in the new squad. */
const squadSeesIt = `not exists (
  select from squads s join inboxes i on i.team_id = $team and i.id = old.inbox_id and i.is_restricted
  where s.team_id = $team and s.id = $squad_id::uuid and not exists (
    select from squad_members m join users u on u.team_id = $team and u.id = m.user_id
    where m.team_id = $team and m.squad_id = s.id and old.inbox_id <> all(${hiddenInboxesOf('u')})))`;
/** A conversation that a squad receives without an assignee is distributed to its members, if the inbox distributes. */
const waitsForSquad = `waits as (
      insert into awaiting_distribution (team_id, conversation_id, inbox_id)
      select $team, t.id, t.inbox_id from t join old on old.id = t.id join inboxes i on i.team_id = $team and i.id = t.inbox_id
      where i.distribution <> 'none' and t.status = 'open' and t.group_id is null and t.assignee_id is null
        and t.squad_id is not null and t.squad_id is distinct from old.squad_id
      on conflict (team_id, conversation_id) do nothing)`;
const assignedOrKept = (name: string) =>
  `case when '${name}' = any($assigns::text[]) then $${name}::uuid else old.${name} end`;
export const assigned = changing(
  { assignee_id: assignedOrKept('assignee_id'), squad_id: assignedOrKept('squad_id') },
  {
    may: `(${assigneeSeesIt} and ${squadSeesIt})`,
    refused: `case when not ${assigneeSeesIt} then 'assignee_id' when not ${squadSeesIt} then 'squad_id' end`,
    effect: waitsForSquad,
  },
);
/**
 * A resolved conversation does not wait; when it stops being resolved, an unanswered contact waits again. An incoming message opens the
 * conversation itself.
 */
const waitsAgain = {
  waiting_since: `case when old.status = 'resolved' then ${waitsSince('old')} else old.waiting_since end`,
  reply_due_for: `case when old.status = 'resolved' then ${outdated} else old.reply_due_for end`,
};
export const snoozed = changing(
  {
    status: `'snoozed'::conversation_status`,
    snoozed_until: '$until::timestamptz',
    ...waitsAgain,
  },
  { may: '$until::timestamptz > now()' },
);
export const resolved = changing({
  status: `'resolved'::conversation_status`,
  snoozed_until: 'null::timestamptz',
  waiting_since: 'null::timestamptz',
});
export const reopened = changing({
  status: `'open'::conversation_status`,
  snoozed_until: 'null::timestamptz',
  ...waitsAgain,
});

const blocked = changing({
  is_blocked: 'true',
  status: `'resolved'::conversation_status`,
  snoozed_until: 'null::timestamptz',
  waiting_since: 'null::timestamptz',
});
const unblocked = changing({ is_blocked: 'false' });

const linked = changing(
  { client_id: '$client_id::uuid', project_id: '$project_id::uuid' },
  { may: 'old.group_id is not null' },
);

export const labelled = changing(
  {
    label_ids: `array(
      select x.id from (select unnest(old.label_ids) union select unnest($add_labels::uuid[])) x (id)
      where x.id <> all($remove_labels::uuid[]) order by x.id)`,
  },
  {
    may: `not exists (
      select from unnest($add_labels::uuid[]) a (id)
      where not exists (select from labels l where l.team_id = $team and l.id = a.id))`,
  },
);

/** Shared declaration of operations on one conversation. */
const byPeople = {
  allow: { operator: true, user: 'member' },
  emits: [conversationUpdated],
  input: { path: ['id'] },
  output: { kind: 'record', table: conversations },
  one: conversations.one,
} as const;

/** Members, and agents on their behalf. */
const byAgents = { ...byPeople.allow, key: 'full' } as const;

const byAgentsAndWorkflows = { ...byAgents, workflow: true } as const;

/** Panel endpoint of an action. */
const at = (verb: string) =>
  ({ method: 'POST', path: `/msgapp/conversations/:id/${verb}`, status: 200 }) as const;

const change = async (db: TeamDb, { one }: StateChange, values: Record<string, unknown>) =>
  (await db.run(one, values))[0];

/** New assignees of a conversation: a user, a squad or both; null for none. */
export interface Assignment {
  readonly assignee_id?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
}

/** Parameters of {@link assigned}: a field that is absent stays as it is. */
export const parametersOf = ({ assignee_id, squad_id }: Assignment) => ({
  assigns: Object.entries({ assignee_id, squad_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  ),
  assignee_id: assignee_id ?? null,
  squad_id: squad_id ?? null,
});

const assignmentFields = {
  assignee_id: about('The new assignee; null for none.', uuid),
  squad_id: about('The new squad; null for none.', uuid),
};

/** Problem of a user or a squad that may not be assigned. */
const notAllowed = {
  assignee_id: 'must be a member who sees this inbox',
  squad_id: 'must be a squad with a member who sees this inbox',
} as const;

export const assign = operation({
  ...byPeople,
  allow: byAgentsAndWorkflows,
  name: 'conversations.assign',
  id: 'assignConversation',
  summary: 'Assign a conversation to a user or a squad',
  note: 'Replaces the current assignee with assignee_id, and the current squad with squad_id; a field that is not given stays as it is.',
  cli: 'conversation assign',
  panel: at('assign'),
  input: {
    path: ['id'],
    body: input(
      { name: 'assignment', one: 'conversation', fields: assignmentFields },
      { kind: 'update', accepts: ['assignee_id', 'squad_id'] },
    ),
  },
  async run({ db }, { id, values }) {
    if (Object.keys(values).length === 0)
      throw new InvalidValues([
        {
          name: 'assignee_id',
          problem: 'is required if no squad is given',
          code: 'required',
        },
      ]);
    const row = await change(db, assigned, { id, ...parametersOf(values as Assignment) });
    if (row?.may === false) {
      const name = row.refused as keyof typeof notAllowed;
      throw new InvalidValues([{ name, problem: notAllowed[name], code: 'not_allowed' }]);
    }
    return textOf(row);
  },
  explain: (error, db, { values }) => explainOf(error, db, values),
});
export const explainOf = explains(conversations);

export const unassign = operation({
  ...byPeople,
  allow: byAgentsAndWorkflows,
  name: 'conversations.unassign',
  id: 'unassignConversation',
  summary: 'Unassign a conversation',
  note: 'Removes the assignee. Its squad stays.',
  cli: 'conversation unassign',
  panel: at('unassign'),
  run: async ({ db }, { id }) =>
    textOf(await change(db, assigned, { id, ...parametersOf({ assignee_id: null }) })),
});

export const snoozeFields = { until: about('When it reopens automatically.', required(timestamp)) };

export const snooze = operation({
  ...byPeople,
  allow: byAgents,
  name: 'conversations.snooze',
  id: 'snoozeConversation',
  summary: 'Snooze a conversation until a time',
  note: 'The conversation reopens automatically at that time, or when the contact writes.',
  cli: 'conversation snooze',
  panel: at('snooze'),
  input: { path: ['id'], fields: snoozeFields },
  async run({ db }, { id, values }) {
    const row = await change(db, snoozed, { id, ...stored(snoozeFields, values) });
    if (row?.may === false)
      throw new InvalidValues([
        { name: 'until', problem: 'must be in the future', code: 'too_small' },
      ]);
    return textOf(row);
  },
});

export const resolve = operation({
  ...byPeople,
  allow: byAgentsAndWorkflows,
  name: 'conversations.resolve',
  id: 'resolveConversation',
  summary: 'Resolve a conversation',
  note: 'Marks it as done. A message of the contact reopens it.',
  cli: 'conversation resolve',
  panel: at('resolve'),
  run: async ({ db }, { id }) => textOf(await change(db, resolved, { id })),
});

export const reopen = operation({
  ...byPeople,
  allow: byAgents,
  name: 'conversations.reopen',
  id: 'reopenConversation',
  summary: 'Reopen a conversation',
  note: 'Marks it as open.',
  cli: 'conversation reopen',
  panel: at('reopen'),
  run: async ({ db }, { id }) => textOf(await change(db, reopened, { id })),
});

export const block = operation({
  ...byPeople,
  name: 'conversations.block',
  id: 'blockConversation',
  summary: 'Block the contact or group of a conversation',
  note: 'Resolves the conversation. Further messages in it are stored, but they open nothing, are not unread, run no workflow and get no automatic reply. Only the team knows of it.',
  cli: 'conversation block',
  panel: at('block'),
  run: async ({ db }, { id }) => textOf(await change(db, blocked, { id })),
});

export const unblock = operation({
  ...byPeople,
  name: 'conversations.unblock',
  id: 'unblockConversation',
  summary: 'Unblock the contact or group of a conversation',
  note: 'The conversation stays resolved until the next message.',
  cli: 'conversation unblock',
  panel: at('unblock'),
  run: async ({ db }, { id }) => textOf(await change(db, unblocked, { id })),
});

export const linkGroup = operation({
  ...byPeople,
  allow: { user: 'member' },
  name: 'conversations.link',
  id: 'linkGroup',
  summary: 'Link a group to a client or a project',
  note: 'Replaces the previous link; without both, the group is not linked. With a project, the project’s client counts as the client of the group.',
  panel: at('link'),
  input: {
    path: ['id'],
    fields: {
      client_id: about('The client.', uuid),
      project_id: about('The project, instead of a client.', uuid),
    },
  },
  async run({ db }, { id, values: { client_id = null, project_id = null } }) {
    if (client_id !== null && project_id !== null)
      throw new InvalidValues([
        { name: 'project_id', problem: 'must be null if client_id is set', code: 'not_allowed' },
      ]);
    const row = await change(db, linked, { id, client_id, project_id });
    if (row?.may === false)
      throw new InvalidValues([
        {
          name: project_id === null ? 'client_id' : 'project_id',
          problem: 'can be set for groups only: the client of a contact is a field of the contact',
          code: 'not_allowed',
        },
      ]);
    return textOf(row);
  },
  explain: (error, db, { values }) => explainOf(error, db, values),
});

export const unknownLabel = () =>
  new ApiError('NOT_FOUND', 'add_labels: no label has this id.', {
    fields: [{ name: 'add_labels', code: 'not_found' }],
  });

export const label = operation({
  ...byPeople,
  allow: { key: 'full', user: 'member' },
  name: 'conversations.label',
  id: 'updateConversationLabels',
  summary: 'Add and remove labels of a conversation',
  note: 'The other labels of the conversation stay as they are.',
  v1: { method: 'POST', path: '/msgapp/conversations/:id/labels', status: 200 },
  input: {
    path: ['id'],
    fields: {
      add_labels: about('The IDs of the labels to add.', labelIds),
      remove_labels: about('The IDs of the labels to remove.', labelIds),
    },
  },
  async run({ db }, { id, values: { add_labels: added, remove_labels: removed } }) {
    const row = await change(db, labelled, {
      id,
      add_labels: added ?? [],
      remove_labels: removed ?? [],
    });
    if (row?.may === false) throw unknownLabel();
    return textOf(row);
  },
});

/**
 * Emission of a change of conversations.
 * @param now the row source of changed conversations after the change
 * @param old before it
 * @param where SQL condition over `now` and `old` of one conversation: true if the change is emitted
 */
export const emissionOf = (now: string, old: string, where = 'true') => ({
  kind: conversationUpdated,
  from: `(select now.id, ${document(conversations, '(select now.*)')} as data, ${document(conversations, '(select old.*)')} as was
    from ${now} now join ${old} old on old.id = now.id where ${where}) told`,
  record: 'told.id',
  data: 'told.data',
  previous: 'changed_values(told.was, told.data)',
});

const wake = teamStatement(`
  with old as materialized (
    select * from conversations c where c.team_id = $team and c.id = any($ids::uuid[])
      and c.status = 'snoozed' and c.snoozed_until <= now() order by c.id for no key update),
  woken as (
    update conversations c set status = 'open', snoozed_until = null from old
    where c.team_id = $team and c.id = any($ids::uuid[]) and c.id = old.id returning c.*),
  ${emits([emissionOf('woken', 'old')])}, ${audits([auditsOpened('woken', 'old')])}${recordsMoves(conversations, ['status'], { now: 'woken' })}
  select id from woken`);

/** Opens conversations whose snooze has ended. @returns the number of them */
export const wakeUp = async (db: TeamDb, ids: readonly string[]): Promise<number> =>
  (await db.run(wake, { ids })).length;
