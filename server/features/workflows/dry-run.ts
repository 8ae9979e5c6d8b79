import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { withoutActor } from '#server/events/audit.ts';
import { deepestChain } from '#server/events/outbox.ts';
import { type Context, servicesOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { ApiError, isPassing, notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { valueAt } from '#server/platform/templates.ts';
import { detailsField, detailsSchema } from '#server/records/coded-reason.ts';
import { about, kind, required, uuid } from '#server/records/fields.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { document } from '#server/records/statements.ts';
import type { Table } from '#server/records/table.ts';
import { isIncoming, messages } from '../conversations/messages-table.ts';
import { checkedDefinition } from './checked-definition.ts';
import { matchesCondition } from './conditions.ts';
import { type Definition, phaseOf } from './definition.ts';
import {
  type RunReason,
  reasonOf,
  reasons,
  runReasonCodes,
  runReasonValues,
} from './run-reasons.ts';
import { occurrencesAfter } from './schedule-rule.ts';
import { scheduleAt } from './start-due.ts';
import { currentWait } from './start-waits.ts';
import { type Action, type ActionParts, actions, valuesOf } from './step-actions.ts';
import type { Step } from './step-input.ts';
import { aRecord, type Change, changeOf, type Subject, subjectOf } from './subjects.ts';
import { ruleOf, waitOf } from './time-trigger.ts';
import { currentDefinition } from './versions.ts';
import { durationOf } from './wait-duration.ts';

/*
 * Shows what a workflow would do for a record, without doing it. The steps are those of a real run, up to the moment when they would be
 * recorded as done. Only the database knows what it would refuse, so all steps are tried there, in one transaction that is always rolled
 * back: each sees the changes of those before it. A message is stored, undone at once, and never sent.
 */

/** Rolls back the transaction in which it is thrown. */
class Rehearsed extends Error {}

/** Expected outcome of a step. */
interface Rehearsal {
  readonly step: number;
  readonly type: string;
  readonly outcome: 'would_do' | 'would_fail' | 'would_wait';
  readonly with: Record<string, unknown>;
  readonly wait_until?: string;
  readonly reason?: string;
  readonly reason_details?: object;
}

/**
 * Tries a step of a run.
 * @param tx the open transaction, which contains the changes of the steps before
 */
async function rehearse(
  tx: TeamDb,
  acting: ActionParts,
  change: Change,
  step: Step,
  place: number,
): Promise<Pick<Rehearsal, 'outcome' | 'reason' | 'reason_details'>> {
  const action: Action = {
    run: uuidv7(),
    stepIndex: place,
    step,
    change,
    // At the end of a chain, so that it triggers nothing.
    cause: { caused_by: uuidv7(), depth: deepestChain },
    done: async () => false,
    extendClaim: async () => {},
    // Sending begins after this.
    intends: () => Promise.reject(new Rehearsed()),
  };
  try {
    await actions[step.type](tx, acting, action);
    return { outcome: 'would_do' };
  } catch (error) {
    if (error instanceof Rehearsed) return { outcome: 'would_do' };
    if (isPassing(error)) throw error;
    const expected = reasonOf(error);
    if (!expected)
      acting.log.error({ err: error, step: place }, 'a workflow step failed unexpectedly');
    const { text, code, values } = expected ?? reasons.unexpected();
    return { outcome: 'would_fail', reason: text, reason_details: { code, ...values } };
  }
}

/** Tries the steps of a run in order, and undoes all their effects. */
async function rehearseAll(
  db: TeamDb,
  acting: ActionParts,
  change: Change,
  steps: readonly Step[],
): Promise<Rehearsal[]> {
  let rehearsals: Rehearsal[] = [];
  try {
    await db.transaction(async (tx) => {
      rehearsals = await rehearseInOrder(tx, acting, change, steps);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return rehearsals;
}

async function rehearseInOrder(
  tx: TeamDb,
  acting: ActionParts,
  change: Change,
  steps: readonly Step[],
): Promise<Rehearsal[]> {
  const rehearsals: Rehearsal[] = [];
  let at = Date.now();
  for (const [place, step] of steps.entries()) {
    const { type } = step;
    const head = { step: place + 1, type };
    if (type === 'wait') {
      at += durationOf(step.with.for as string) ?? 0;
      const wait_until = new Date(at).toISOString();
      rehearsals.push({ ...head, outcome: 'would_wait', with: step.with, wait_until });
      continue;
    }
    const outcome = await rehearse(tx, acting, change, step, place);
    rehearsals.push({ ...head, ...outcome, with: filled(step, change) });
  }
  return rehearsals;
}

/** Returns the values of a step, filled if possible. */
function filled(step: Step, change: Change): Record<string, unknown> {
  try {
    return valuesOf({ step, change });
  } catch {
    return step.with;
  }
}

// The change -------------------------------------------------------------------------------------

const findRecord = (table: Table) =>
  teamStatement(
    `select ${document(table, `(select t.* from ${table.name} t where t.team_id = $team and t.id = $id${table.visible ? ` and ${table.visible}` : ''} offset 0)`)} as data`,
  );

const records = new Map<string, ReturnType<typeof findRecord>>();

async function recordOf(db: TeamDb, table: Table, id: string) {
  const statement = records.get(table.name) ?? findRecord(table);
  records.set(table.name, statement);
  const [row] = await db.run(statement, { id });
  return row?.data ? (JSON.parse(row.data as string) as Record<string, unknown>) : undefined;
}

const lastMessage = teamStatement(`
  select ${document(
    messages,
    `(select m.* from messages m where m.team_id = $team and m.conversation_id = $id and ${isIncoming('m')}
      and m.message_type <> 'reaction' order by coalesce(m.sent_at, m.created_at) desc, m.created_at desc, m.id desc limit 1)`,
  )} as data`);

/** The last change of the field that the trigger observes. */
const lastMove = teamStatement(`
  select m.was from moves m where m.team_id = $team and m.record_id = $id and m.resource = $resource and m.field = $field
  order by m.id desc limit 1`);

/** The record as a change would leave it, and whether that would fire the trigger. */
interface Imagined {
  readonly change: Change;
  /** Reason why it would not fire; absent if it would. */
  readonly why?: RunReason;
  /** When it fires, in Unix milliseconds, if not now. */
  readonly times?: readonly number[];
}

/** Returns the field whose change fires a trigger, and the value that it must have after the change. */
const fieldOf = ({ trigger }: Definition): { field: string; to: string | undefined } | undefined =>
  trigger.type === 'conversation_resolved'
    ? { field: 'status', to: 'resolved' }
    : trigger.type === 'deal_stage_changed'
      ? { field: 'phase', to: trigger.to }
      : trigger.type === 'task_moved'
        ? { field: 'column', to: trigger.to }
        : phaseOf(trigger.type)
          ? { field: 'approval_status', to: trigger.to }
          : undefined;

/** Max number of coming times in the answer about a schedule. */
const mostTimes = 5;

const teamTime = teamStatement('select time_zone, business_hours from teams where id = $team');

/** The next times at which a schedule is due, in Unix milliseconds. */
async function comingTimes(db: TeamDb, { trigger }: Definition): Promise<Coming> {
  const [row] = await db.run(teamTime);
  const zone = row?.time_zone as string;
  const team = { zone, hours: row?.business_hours as BusinessHours | null };
  const next = occurrencesAfter(ruleOf(trigger), team, Date.now(), mostTimes);
  return { zone, times: next.map(({ at }) => at) };
}

interface Coming {
  readonly zone: string;
  readonly times: readonly number[];
}

/** A schedule as it is next due. */
const previewSchedule = (subject: Subject, { zone, times }: Coming): Imagined => {
  const [at] = times;
  const change = changeOf(subject, {
    record: scheduleAt(zone, at ?? Date.now()),
    previous: null,
  });
  return at === undefined ? { change, why: reasons.neverDue() } : { change, times };
};

async function previewStep(
  db: TeamDb,
  definition: Definition,
  subject: Subject,
  id: string | null,
): Promise<Imagined> {
  const { table } = subject;
  if (id === null)
    throw new InvalidValues([
      {
        name: 'record_id',
        problem: `is required: the id of ${aRecord(subject)}`,
        code: 'required',
      },
    ]);
  const record = await recordOf(db, table, id);
  if (!record) throw new ApiError('NOT_FOUND', `record_id: no ${table.one} has this id.`);
  const { type } = definition.trigger;
  if (type === 'conversation_received' || type === 'group_message_received') {
    const expected = type === 'group_message_received' ? 'group' : 'direct';
    const [row] = await db.run(lastMessage, { id });
    const message = row?.data
      ? (JSON.parse(row.data as string) as Record<string, unknown>)
      : undefined;
    const change = changeOf(subject, { record, previous: null, message: message ?? {} });
    if (record.type !== expected)
      return { change, why: reasons.otherValue(table, 'type', record.type, expected) };
    return message ? { change } : { change, why: reasons.notWritten() };
  }
  if (type === 'waiting_longer_than') {
    const change = changeOf(subject, { record, previous: null });
    const wait = await currentWait(db, waitOf(definition.trigger), id);
    if (!wait) return { change, why: reasons.notWaiting(table) };
    const times = wait.at === undefined ? [] : [wait.at];
    return wait.isTooLong ? { change } : { change, times, why: reasons.notLongEnough(table) };
  }
  const moved = fieldOf(definition);
  if (!moved) return { change: changeOf(subject, { record, previous: null }) };
  const { field, to } = moved;
  const { from } = definition.trigger;
  const [row] = await db.run(lastMove, { id, resource: table.name, field });
  // Moves of conversations are recorded since migration 0164.
  const was = from ?? row?.was ?? (field === 'status' ? 'open' : null);
  const change = changeOf(subject, { record, previous: { [field]: was } });
  if (to !== undefined && record[field] !== to)
    return { change, why: reasons.otherValue(table, field, record[field], to) };
  return { change };
}

// The operation ----------------------------------------------------------------------------------

const value = Type.Unknown();
const object = Type.Record(Type.String(), Type.Unknown());
const list = <S extends Parameters<typeof Type.Array>[0]>(of: S, says: string) =>
  required(kind(Type.Array(of), says, 'json'));

const answer = {
  fires: about(
    'True if the workflow would start.',
    required(kind(Type.Boolean(), 'true or false', 'boolean')),
  ),
  why: about('The reason why it would not start.', kind(Type.String(), 'a text', 'text')),
  why_details: detailsField('why', runReasonCodes, runReasonValues),
  times: about(
    `The next times at which a schedule is due, at most ${mostTimes}, or the one at which the record has waited too long; otherwise empty.`,
    list(Type.String({ format: 'date-time' }), 'a list of times'),
  ),
  conditions: about(
    'The conditions on the record.',
    list(
      Type.Object({
        field: about('The field.', Type.String()),
        op: about('The comparison operator.', Type.String()),
        value: about('The value to compare with.', value),
        has: about('The current value in the record.', value),
        holds: about('True if the condition holds.', Type.Boolean()),
      }),
      'a list of conditions',
    ),
  ),
  steps: about(
    'The steps, in order.',
    list(
      Type.Object({
        step: about('The position of the step, starting at 1.', Type.Integer()),
        type: about('The type of step.', Type.String()),
        outcome: about(
          'The expected outcome.',
          Type.Enum(['would_do', 'would_fail', 'would_wait']),
        ),
        with: about('The step’s values, with all placeholders filled in.', object),
        wait_until: about(
          'The time until which it would wait.',
          Type.Optional(Type.String({ format: 'date-time' })),
        ),
        reason: Type.Optional(Type.String()),
        reason_details: Type.Optional(detailsSchema(runReasonCodes, runReasonValues)),
      }),
      'a list of steps',
    ),
  ),
};

async function definitionFor(
  db: TeamDb,
  {
    definition,
    workflow_id,
  }: { readonly definition: unknown; readonly workflow_id: string | null },
): Promise<Definition> {
  if ((definition === null) === (workflow_id === null))
    throw new InvalidValues([
      { name: 'definition', problem: 'or workflow_id is required, and not both', code: 'required' },
    ]);
  if (workflow_id === null) return checkedDefinition(db, definition);
  const stored = await currentDefinition(db, workflow_id);
  if (stored === undefined) throw notFound('workflow');
  return stored as Definition;
}

const actingOf = ({ settings }: Context): ActionParts => {
  const { messaging: service, log } = servicesOf(settings);
  const { secrets, jidSuffix } = settings;
  return { messaging: { service, secrets, jidSuffix }, log };
};

export const dryRun = operation({
  name: 'workflows.dry_run',
  id: 'dryRunWorkflow',
  summary: 'Preview the effects of a workflow on a record',
  note: 'Simulates the trigger for the record in its current state. `fires`: true if this would trigger the workflow and all conditions hold; the steps are returned in any case. The steps are run in order, each with the changes of those before it, and rolled back: nothing is stored, emitted or sent. The outcome of a message or a call at the receiving end is unknown.',
  allow: { user: 'admin' },
  panel: { method: 'POST', path: '/workflow-dry-runs', status: 200 },
  emits: [],
  input: {
    fields: {
      definition: kind(Type.Unknown(), 'a workflow', 'json'),
      workflow_id: about('The workflow.', uuid),
      record_id: about('The record to try it with. Required, except for schedules.', uuid),
    },
  },
  output: { kind: 'fields', name: 'WorkflowDryRun', fields: answer },
  one: 'workflow',
  async run(ctx, { values }) {
    const db = withoutActor(ctx.db);
    const definition = await definitionFor(db, values);
    const { type, record } = definition.trigger;
    const subject = subjectOf(type, record);
    const {
      change,
      why,
      times = [],
    } = type === 'schedule'
      ? previewSchedule(subject, await comingTimes(db, definition))
      : await previewStep(db, definition, subject, values.record_id);
    const conditions = definition.conditions.map((condition) => ({
      ...condition,
      has: valueAt(change.fields, condition.field) ?? null,
      holds: matchesCondition(condition, change.fields),
    }));
    const unmet = conditions.find((each) => !each.holds);
    const reason = why ?? (unmet && reasons.unmet(subject.table, unmet, 'does'));
    return {
      fires: reason === undefined,
      why: reason?.text ?? null,
      why_details: reason ? { code: reason.code, ...reason.values } : null,
      times: times.map((at) => new Date(at).toISOString()),
      conditions,
      steps: await rehearseAll(db, actingOf(ctx), change, definition.steps),
    };
  },
});
