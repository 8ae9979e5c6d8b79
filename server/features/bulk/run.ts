import type { TeamDb } from '#server/db/database.ts';
import { withAttribution } from '#server/operations/audit-attribution.ts';
import type { Actor, Context, Settings, TeamFacts } from '#server/operations/context.ts';
import {
  type CallInput,
  type Operation,
  permit,
  type RawInput,
} from '#server/operations/operation.ts';
import { ApiError, isPassing, notFound, panelRefusal } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { lockingGetStatement } from '#server/records/statements.ts';
import { findRights } from '../accounts/members/member-permissions.ts';
import {
  affectedValues,
  type BulkKind,
  bulkKinds,
  targetValues,
  undoValues,
} from '../bulk-kinds.ts';
import { extendClaim, finishJob, next, progress, release, storeOutcome } from './statements.ts';

/*
 * Runs jobs that change many records. Each record is changed by its regular operation, in one transaction with its stored outcome. If a
 * process dies, its claim expires and another process resumes; completed records are not repeated.
 */

/** Context in which a job runs. */
export interface Running {
  readonly team: TeamFacts;
  readonly settings: Settings;
  readonly log?: Logger | undefined;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
}

/** Another process has taken over the job. */
class ClaimLost extends Error {}

/** Interval of progress events to subscribers. */
const progressIntervalMs = 500;

interface Work {
  readonly id: string;
  readonly claim: string;
  readonly of: BulkKind;
  readonly action: 'change' | 'delete';
  readonly change: Values;
  readonly state: 'running' | 'undoing';
  readonly ctx: Context;
}

interface Item {
  readonly n: number;
  readonly id: string;
  readonly before: Values;
  readonly after: Values;
}

const held = Object.fromEntries(
  Object.entries(bulkKinds).map(([kind, of]) => [kind, lockingGetStatement(of.crud.table)]),
);

const parsed = (text: unknown): Values => (typeof text === 'string' ? JSON.parse(text) : {});

/** Calls an operation as the member who started the job. @throws database errors and ApiErrors */
async function call<T extends CallInput, O>(
  operation: Operation<T, O>,
  { ctx }: Work,
  db: TeamDb,
  raw: RawInput,
): Promise<Values> {
  permit(operation, ctx.actor);
  const output = await operation.run(
    withAttribution({ ...ctx, db }, operation),
    operation.read(raw),
  );
  if (output === undefined) throw notFound(operation.one);
  return typeof output === 'string' ? parsed(output) : (output as Values);
}

/** Reads a record and locks it until the end of the transaction. @throws ApiError NOT_FOUND */
async function recordOf({ of }: Work, db: TeamDb, id: string): Promise<Values> {
  const statement = held[of.crud.table.name];
  const [row] = statement ? await db.run(statement, { id }) : [];
  if (typeof row?.data !== 'string') throw notFound(of.crud.table.one);
  return parsed(row.data);
}

/** Outcome for one record. */
interface Outcome {
  readonly outcome: 'done' | 'refused' | 'undone' | 'kept';
  readonly code?: string;
  readonly message?: string;
  readonly refusal?: ReturnType<typeof panelRefusal>;
  readonly before?: Values;
  readonly after?: Values;
}

async function change(work: Work, db: TeamDb, { id }: Item): Promise<Outcome> {
  const { of } = work;
  const record = await recordOf(work, db, id);
  const body = targetValues(of, work.change, record);
  const now = await call(of.crud.update, work, db, { path: { id }, body });
  return {
    outcome: 'done',
    before: affectedValues(of, body, record),
    after: affectedValues(of, body, now),
  };
}

async function remove(work: Work, db: TeamDb, { id }: Item): Promise<Outcome> {
  const { crud, archivedBy } = work.of;
  const record = await recordOf(work, db, id);
  const answer = await call(crud.delete, work, db, { path: { id } });
  if (!archivedBy) return { outcome: 'done' };
  return {
    outcome: 'done',
    before: { [archivedBy]: record[archivedBy] },
    after: { [archivedBy]: answer[archivedBy] },
  };
}

async function goBack(work: Work, db: TeamDb, { id, before, after }: Item): Promise<Outcome> {
  const { of, action } = work;
  if (action === 'delete' && of.restore) {
    await call(of.restore, work, db, { path: { id } });
    return { outcome: 'undone' };
  }
  const { fields, kept: skipped } = undoValues(of, before, after, await recordOf(work, db, id));
  if (Object.keys(fields).length > 0)
    await call(of.crud.update, work, db, { path: { id }, body: fields });
  if (skipped.length === 0) return { outcome: 'undone' };
  return {
    outcome: 'kept',
    code: 'CONFLICT',
    message: `${skipped.join(', ')}: changed by another user since.`,
    refusal: panelRefusal({ reason: 'changed_since' }),
  };
}

/** Maps a refused change to an outcome. @throws transient errors, which are retried */
async function refusal(work: Work, item: Item, error: unknown, log?: Logger): Promise<Outcome> {
  const { of, ctx, action, state } = work;
  const { update, delete: removing } = of.crud;
  const outcome = state === 'running' ? 'refused' : 'kept';
  const why =
    action === 'change'
      ? await update.explain(error, ctx.db, { id: item.id, values: work.change })
      : await removing.explain(error, ctx.db, { id: item.id });
  if (why instanceof ApiError && !isPassing(why))
    return { outcome, code: why.code, message: why.message, refusal: panelRefusal(why) };
  if (isPassing(why)) throw why;
  log?.error({ err: why, job: work.id, record: item.id }, 'a bulk change failed unexpectedly');
  return {
    outcome,
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong in the service; see its log.',
  };
}

/** Changes one record. @throws Lost if another process has taken over the job */
async function doOne(work: Work, item: Item, log?: Logger): Promise<void> {
  const { id, claim, state, action, ctx } = work;
  const does = state === 'undoing' ? goBack : action === 'change' ? change : remove;
  const store = async (db: TeamDb, { outcome, code, message, refusal, before, after }: Outcome) => {
    const rows = await db.run(storeOutcome, {
      id,
      claim,
      state,
      n: item.n,
      was: state === 'undoing' ? 'done' : null,
      outcome,
      code: code ?? null,
      message: message ?? null,
      refusal: refusal ? JSON.stringify(refusal) : null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    });
    if (rows.length === 0) throw new ClaimLost();
  };
  try {
    await ctx.db.transaction(async (db) => store(db, await does(work, db, item)));
  } catch (error) {
    if (error instanceof ClaimLost) throw error;
    await store(ctx.db, await refusal(work, item, error, log));
  }
}

/**
 * Extends the claim and loads the job with the member's current permissions. Returns 'suspended' if the member has none any longer,
 * undefined if another process holds the job.
 */
async function workOf(
  db: TeamDb,
  id: string,
  claim: string,
  { team, settings, requestId, address }: Running,
): Promise<Work | 'suspended' | undefined> {
  const [row] = await db.run(extendClaim, { id, claim });
  const of = bulkKinds[String(row?.kind)];
  if (!row || !of) return undefined;
  const {
    user_id: userId,
    person_id: personId,
    session_id: sessionId,
  } = row as { user_id: string; person_id: string; session_id: string };
  const rights = await findRights(db, { userId, personId });
  if (!rights) return 'suspended';
  const actor = {
    kind: 'user',
    userId,
    personId,
    sessionId,
    authenticatedAt: 0,
    ...rights,
  } as Actor;
  return {
    id,
    claim,
    of,
    action: row.action as Work['action'],
    change: parsed(row.change),
    state: row.state as Work['state'],
    ctx: {
      actor,
      team,
      db,
      settings,
      ...(requestId !== undefined && { requestId }),
      ...(address !== undefined && { address }),
    },
  };
}

/**
 * Runs the remaining part of a claimed job.
 * @param stopped aborted to hand the rest over to another process
 * @throws ApiError UNAVAILABLE if the database is unreachable
 */
export async function runJob(
  db: TeamDb,
  id: string,
  claim: string,
  running: Running,
  stopped: AbortSignal,
): Promise<void> {
  let toldAt = performance.now();
  for (;;) {
    const work = await workOf(db, id, claim, running);
    if (!work) return;
    if (work === 'suspended') {
      const reason = 'suspended';
      for (const state of ['running', 'undoing'])
        await db.run(finishJob, { id, claim, state, to: 'stopped', reason });
      return;
    }
    const { state } = work;
    const rows = await db.run(next, { id, back: state === 'undoing' });
    if (rows.length === 0) {
      const to = state === 'undoing' ? 'undone' : 'done';
      await db.run(finishJob, { id, claim, state, to, reason: null });
      return;
    }
    try {
      for (const { n, record_id, before, after } of rows) {
        if (stopped.aborted) return void (await db.run(release, { id, claim }));
        const item = {
          n: n as number,
          id: record_id as string,
          before: parsed(before),
          after: parsed(after),
        };
        await doOne(work, item, running.log);
        if (performance.now() - toldAt < progressIntervalMs) continue;
        toldAt = performance.now();
        await db.run(progress, { id });
      }
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      // The job was undone or taken over; the next claim check decides.
    }
  }
}
