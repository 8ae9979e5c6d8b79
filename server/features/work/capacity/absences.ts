import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Actor, userIdOf } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { ApiError, forbidden, invalid } from '#server/platform/errors.ts';
import {
  about,
  boolean,
  date,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';

/*
 * Days on which members are absent. Members see the days of everybody; only admins and the absent member see the reason and the note
 * (docs/adr/0220-capacity.md).
 */

export const reasons = ['holiday', 'sick', 'other'] as const;
const maxListed = 1_000;

const fields = {
  user_id: about('The absent member.', required(uuid)),
  starts_on: about('The first day.', required(date)),
  ends_on: about('The last day.', required(date)),
  reason: about(
    'The reason. Null in absences of other members, unless the caller is an admin.',
    oneOf('absence_reason', reasons),
  ),
  note: about(
    'A short note. Null in absences of other members, unless the caller is an admin.',
    singleLine(255),
  ),
};
const changeable = {
  starts_on: fields.starts_on,
  ends_on: fields.ends_on,
  reason: about('The reason.', required(fields.reason)),
  note: about('A short note; only admins and the absent member see it.', fields.note),
};

const output = {
  kind: 'fields',
  name: 'Absence',
  fields: {
    id: required(uuid),
    ...fields,
    created_by: about('The user who entered it.', uuid),
    created_at: required(timestamp),
    updated_at: required(timestamp),
  },
} as const;

const byMembers = { allow: { user: 'member' }, one: 'absence', emits: [] } as const;
const item = '/absences/:id';

/** Caller whose own absences only are shown in full, and may be changed; null for callers who manage those of everybody. */
const limitedTo = (actor: Actor): string | null =>
  actor.kind === 'user' && actor.role === 'member' ? actor.userId : null;

/** @throws ApiError FORBIDDEN if a member changes the absences of another one */
function refuseOtherMembers(actor: Actor, user: unknown): void {
  const only = limitedTo(actor);
  if (only !== null && only !== String(user).toLowerCase())
    throw forbidden('user_id: only admins may enter absences of another member.', 'forbidden');
}

interface Days {
  readonly starts_on: string;
  readonly ends_on: string;
}

/** @throws ApiError VALIDATION_ERROR if the last day is before the first */
function refuseReversed({ starts_on, ends_on }: Days): void {
  if (ends_on < starts_on)
    throw invalid('ends_on must not be before starts_on.', 'ends_on', 'not_allowed');
}

/** SQL of the absence `a`, as the caller sees it. */
const isShown = '($limited_to::uuid is null or a.user_id = $limited_to::uuid)';
const json = `json_build_object('id', a.id, 'user_id', a.user_id, 'starts_on', a.starts_on, 'ends_on', a.ends_on,
  'reason', case when ${isShown} then a.reason end, 'note', case when ${isShown} then a.note end,
  'created_by', a.created_by, 'created_at', ${iso('a.created_at')}, 'updated_at', ${iso('a.updated_at')})`;

// Reading -------------------------------------------------------------------------------------------

const queryParameters = table({
  name: 'absences',
  one: 'absence',
  path: '/absences',
  isWhole: true,
  fields: {},
  filters: {
    user_id: { field: uuid, sql: 'true', about: 'Only absences of this member.' },
    from: { field: date, sql: 'true', about: 'Only absences that end on this day or later.' },
    to: { field: date, sql: 'true', about: 'Only absences that begin on this day or earlier.' },
  },
  sorts: {},
});

const all = teamStatement(`
  select coalesce(json_agg(${json} order by a.starts_on desc, a.id desc), '[]') as absences
  from (
    select * from absences a where a.team_id = $team and a.ends_on >= coalesce($from::date, '-infinity')
      and a.starts_on <= coalesce($to::date, 'infinity') and ($user_id::uuid is null or a.user_id = $user_id::uuid)
    order by a.starts_on desc, a.id desc limit ${maxListed}) a`);

const list = operation({
  ...byMembers,
  name: 'absences.list',
  id: 'listAbsences',
  summary: 'List absences',
  note: `The latest first, at most ${maxListed}. Reasons and notes of other members are null, unless the caller is an admin.`,
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  input: { query: queryParameters },
  output: { ...output, isList: true },
  run: async ({ db, actor }, { query: { filters } }) => {
    const [row] = await db.run(all, { ...filters, limited_to: limitedTo(actor) });
    return row?.absences as object | undefined;
  },
});

// Changing ------------------------------------------------------------------------------------------

const one = teamStatement(
  `select ${json} as absence from absences a where a.team_id = $team and a.id = $id`,
);
const lock = teamStatement(`
  select a.user_id, a.starts_on::text as starts_on, a.ends_on::text as ends_on
  from absences a where a.team_id = $team and a.id = $id for update`);
const findUser = teamStatement(
  'select id from users where team_id = $team and id = $user_id::uuid',
);

const get = async (tx: TeamDb, actor: Actor, id: string) =>
  (await tx.run(one, { id, limited_to: limitedTo(actor) }))[0]?.absence as object | undefined;

/** Values for the audit log, which stores neither reasons nor notes: they may concern someone's health. */
const audited = ({ user_id, starts_on, ends_on }: Days & { readonly user_id?: unknown }) => ({
  user_id,
  starts_on,
  ends_on,
});

const insert = teamStatement(`
  insert into absences (team_id, id, user_id, starts_on, ends_on, reason, note, created_by)
  values ($team, $id, $user_id::uuid, $starts_on::date, $ends_on::date, $reason::absence_reason, $note::text, $by::uuid)`);

const create = operation({
  ...byMembers,
  name: 'absences.create',
  id: 'createAbsence',
  summary: 'Enter an absence',
  note: 'Members enter their own absences, admins those of everybody. A day in several absences of a member counts once.',
  panel: { method: 'POST', path: queryParameters.path, status: 201 },
  input: { fields: { ...changeable, user_id: about('The absent member. Default: you.', uuid) } },
  output,
  mayFail: ['NOT_FOUND'],
  run: ({ db, actor }, { values }) => {
    const user_id = values.user_id ?? userIdOf(actor);
    refuseOtherMembers(actor, user_id);
    refuseReversed(values);
    return db.transaction(async (tx) => {
      const [user] = await tx.run(findUser, { user_id });
      if (!user) throw new ApiError('NOT_FOUND', 'user_id: no user has this id.');
      const id = uuidv7();
      await tx.run(insert, { ...values, id, user_id, by: userIdOf(actor) });
      await recordAudit(tx, { type: 'absences', id, after: audited({ ...values, user_id }) });
      return get(tx, actor, id);
    });
  },
});

const change = teamStatement(`
  update absences set starts_on = $starts_on::date, ends_on = $ends_on::date, reason = $reason::absence_reason, note = $note::text,
    updated_at = greatest(now(), updated_at)
  where team_id = $team and id = $id`);

/** Runs the work with the locked absence, in a transaction; undefined if it does not exist. */
const withAbsence = <T>(
  db: TeamDb,
  actor: Actor,
  id: string,
  work: (tx: TeamDb, before: Days & { readonly user_id: string }) => Promise<T>,
): Promise<T | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx.run(lock, { id });
    if (!row) return undefined;
    refuseOtherMembers(actor, row.user_id);
    return work(tx, row as unknown as Days & { readonly user_id: string });
  });

const update = operation({
  ...byMembers,
  name: 'absences.update',
  id: 'updateAbsence',
  summary: 'Change an absence',
  note: 'Replaces all values. Members change their own absences, admins those of everybody.',
  panel: { method: 'PUT', path: item, status: 200 },
  input: { path: ['id'], fields: changeable },
  output,
  run: ({ db, actor }, { id, values }) => {
    refuseReversed(values);
    return withAbsence(db, actor, id, async (tx, before) => {
      await tx.run(change, { ...values, id });
      await recordAudit(tx, {
        type: 'absences',
        id,
        before: audited(before),
        after: audited({ ...values, user_id: before.user_id }),
      });
      return get(tx, actor, id);
    });
  },
});

const erase = teamStatement(
  'delete from absences where team_id = $team and id = $id returning id, true as deleted',
);

const remove = operation({
  ...byMembers,
  name: 'absences.delete',
  id: 'deleteAbsence',
  summary: 'Delete an absence',
  note: 'Members delete their own absences, admins those of everybody.',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedAbsence',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  run: ({ db, actor }, { id }) =>
    withAbsence(db, actor, id, async (tx, before) => {
      const [row] = await tx.run(erase, { id });
      await recordAudit(tx, { type: 'absences', id, before: audited(before) });
      return row;
    }),
});

export const absenceOperations: readonly Operation[] = [list, create, update, remove];
