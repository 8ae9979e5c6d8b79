import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type Actor, type Context, userIdOf } from '#server/operations/context.ts';
import { crud } from '#server/operations/crud.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError, forbidden, invalid } from '#server/platform/errors.ts';
import {
  creates,
  explains,
  gets,
  removes,
  updates,
  type Values,
} from '#server/records/crud-queries.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import type { Derived } from '#server/records/statements.ts';
import { refuseLockedWeeks } from './locked-weeks.ts';
import { costOf, rateOf } from './rates.ts';
import { timeEntries, timeEntryInputs } from './table.ts';
import { type EntryMinutes, moveMinutes } from './task-sums.ts';

/*
 * Time entries. A change locks the entry, changes it, and then the sums of its tasks, in one transaction (docs/adr/0214-time-entries.md).
 */

/** A record's id, as compared. */
const idOf = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null);

// Members ---------------------------------------------------------------------------------------------

/** User whose entries the actor may change; undefined if all users'. */
function onlyUserOf(actor: Actor): string | null | undefined {
  const member = actor.kind === 'user' ? actor : actor.kind === 'key' ? actor.member : undefined;
  return member?.role === 'member' ? userIdOf(actor) : undefined;
}

/** @throws ApiError FORBIDDEN if a member acts on another user's entry */
function refuseOtherUsers(actor: Actor, user: unknown): void {
  const only = onlyUserOf(actor);
  if (only !== undefined && idOf(user) !== only)
    throw forbidden('user_id: members can change only their own time entries.', 'own_name');
}

// Places ----------------------------------------------------------------------------------------------

/** Project of a task, and the client of the project. */
const findPlace = teamStatement(`
  select k.id as task, k.deleted_at is not null as is_deleted, k.project_id, p.client_id
  from (select) one
    left join tasks k on k.team_id = $team and k.id = $task_id::uuid
    left join projects p on p.team_id = $team and p.id = coalesce(k.project_id, $project_id::uuid)`);

/**
 * Completes the task, project and client of an entry: the project follows from the task, the client from the project.
 * @param values of the entry after the change; null for those to complete
 * @throws ApiError NOT_FOUND if the task does not exist, VALIDATION_ERROR if it belongs to another project
 */
async function placeOf(db: TeamDb, { task_id, project_id, client_id }: Values): Promise<Values> {
  const [row] = await db.run(findPlace, { task_id, project_id });
  if (task_id !== null && (!row?.task || row.is_deleted === true))
    throw new ApiError('NOT_FOUND', 'task_id: no task has this id.', {
      fields: [{ name: 'task_id', code: 'not_found' }],
    });
  if (task_id !== null && project_id !== null && idOf(project_id) !== row?.project_id)
    throw invalid(
      'project_id must be the project of the task; omit it to use that.',
      'project_id',
      'not_allowed',
    );
  return {
    task_id,
    project_id: row?.project_id ?? project_id,
    client_id: client_id ?? row?.client_id ?? null,
  };
}

// Create ----------------------------------------------------------------------------------------------

const insert = creates<Context & { readonly origin: string }>(
  timeEntries,
  timeEntryInputs.create,
  {
    started_at: 'coalesce($started_at::timestamptz(3), now())',
    origin: '$origin::time_entry_origin',
    hourly_rate: rateOf('$user_id::uuid', '$client_id::uuid', '$project_id::uuid'),
    hourly_cost: costOf('$user_id::uuid'),
  },
  ({ origin }) => ({ origin }),
);

/** The entry in a record's JSON text. */
const minutesIn = (text: string) => JSON.parse(text) as EntryMinutes;

async function create(ctx: Context, values: Values): Promise<string> {
  const { actor, db } = ctx;
  const user_id = values.user_id ?? userIdOf(actor);
  refuseOtherUsers(actor, user_id);
  const isTimer = values.minutes === null;
  if (isTimer && user_id === null)
    throw new InvalidValues([
      { name: 'user_id', problem: 'is required for a timer', code: 'required' },
    ]);
  const origin = isTimer ? 'timer' : actor.kind === 'user' ? 'typed' : 'api';
  return db.transaction(async (tx) => {
    await refuseLockedWeeks(tx, actor, user_id, values.started_at ?? null);
    const entry = { ...values, ...(await placeOf(tx, values)), user_id };
    const text = await insert({ ...ctx, db: tx, origin }, entry);
    if (!isTimer) await moveMinutes(tx, undefined, minutesIn(text));
    return text;
  });
}

// Change ----------------------------------------------------------------------------------------------

const lock = teamStatement(`
  select user_id, task_id, project_id, client_id, started_at, minutes::double precision as minutes
  from time_entries where team_id = $team and id = $id for update`);

interface LockedEntry extends EntryMinutes {
  readonly user_id: string | null;
  readonly project_id: string | null;
  readonly client_id: string | null;
  readonly started_at: Date;
}

/**
 * Runs the work with the locked entry, in a transaction.
 * @param startedAt start of the entry after the change, if that changes
 * @returns undefined if the team has no such entry
 */
const withEntry = <T>(
  { actor, db }: Context,
  id: string,
  startedAt: unknown,
  work: (tx: TeamDb, entry: LockedEntry) => Promise<T>,
): Promise<T | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx.run(lock, { id });
    if (!row) return undefined;
    refuseOtherUsers(actor, row.user_id);
    await refuseLockedWeeks(tx, actor, row.user_id, row.started_at, startedAt ?? row.started_at);
    return work(tx, row as unknown as LockedEntry);
  });

/** The values of a change, with the places that follow from it. */
async function withPlace(tx: TeamDb, values: Values, entry: LockedEntry): Promise<Values> {
  const next: Values = { ...entry, ...values };
  const isSame = (name: 'task_id' | 'project_id' | 'client_id') => idOf(next[name]) === entry[name];
  if (isSame('task_id') && isSame('project_id')) return values;
  const follows = {
    task_id: next.task_id,
    project_id: !isSame('task_id') && !('project_id' in values) ? null : next.project_id,
    client_id: 'client_id' in values && !isSame('client_id') ? next.client_id : null,
  };
  // Without its task, an entry keeps its project.
  if (next.task_id === null && !('project_id' in values)) follows.project_id = entry.project_id;
  return { ...values, ...(await placeOf(tx, follows)) };
}

/** SQL of a column after the change of these fields. */
const next = (names: ReadonlySet<string>, name: string) =>
  names.has(name) ? `$${name}::uuid` : `old.${name}`;

const change = updates(timeEntries, timeEntryInputs.update, (names): Derived => {
  if (!names.has('project_id') && !names.has('client_id')) return {};
  const [project, client] = [next(names, 'project_id'), next(names, 'client_id')];
  return {
    hourly_rate: `case when (${project}, ${client}) is distinct from (old.project_id, old.client_id)
      then ${rateOf('old.user_id', client, project)} else old.hourly_rate end`,
  };
});
const remove = removes(timeEntries);
const one = gets(timeEntries);

const finish = updates(timeEntries, { ...timeEntryInputs.update, accepts: [] }, () => ({
  minutes: `greatest(1, round((extract(epoch from clock.now - old.started_at) / 60)::numeric))`,
}));

export const timeEntryOperations = crud(
  timeEntries,
  timeEntryInputs,
  {
    alsoEmits: { create: ['task.updated'], update: ['task.updated'], delete: ['task.updated'] },
    mayFail: ['CONFLICT'],
  },
  {
    create,
    update: (ctx, id, values) =>
      withEntry(ctx, id, values.started_at, async (tx, entry) => {
        const text = await change({ ...ctx, db: tx }, id, await withPlace(tx, values, entry));
        if (text !== undefined) await moveMinutes(tx, entry, minutesIn(text));
        return text;
      }),
    delete: (ctx, id) =>
      withEntry(ctx, id, undefined, async (tx, entry) => {
        const text = await remove({ ...ctx, db: tx }, id);
        await moveMinutes(tx, entry, undefined);
        return text;
      }).then((text) => text ?? undefined),
  },
);

const explain = explains(timeEntries);

export const stop = operation({
  name: 'time_entries.stop',
  id: 'stopTimeEntry',
  summary: 'Stop a timer',
  note: 'Sets minutes to the time since started_at, in whole minutes and at least 1. A stopped entry stays as it is.',
  allow: { key: 'full', user: 'member', operator: true },
  v1: { method: 'POST', path: `${timeEntries.path}/:id/stop`, status: 200 },
  emits: ['time_entry.updated', 'task.updated'],
  input: { path: ['id'] },
  output: { kind: 'record', table: timeEntries },
  mayFail: ['CONFLICT'],
  one: timeEntries.one,
  run: (ctx, { id }) =>
    withEntry(ctx, id, undefined, async (tx, entry) => {
      const on = { ...ctx, db: tx };
      const text = entry.minutes === null ? await finish(on, id, {}) : await one(on, id);
      if (text !== undefined) await moveMinutes(tx, entry, minutesIn(text));
      return text;
    }),
  explain: (error, db) => explain(error, db, {}),
});
