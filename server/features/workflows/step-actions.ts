import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { workflowCall } from '#server/events/catalogue.ts';
import { type Cause, causedBy, emits } from '#server/events/outbox.ts';
import { withAttribution } from '#server/operations/audit-attribution.ts';
import type { Context } from '#server/operations/context.ts';
import type { Crud } from '#server/operations/crud.ts';
import { unidentified, type WorkIdentity } from '#server/operations/idempotency.ts';
import type { CallInput, Operation, RawInput } from '#server/operations/operation.ts';
import { permit } from '#server/operations/operation.ts';
import { ApiError, invalid, invalidRequest } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/log.ts';
import { fill, TooLong, tidied } from '#server/platform/templates.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { fieldProblem } from '#server/records/field-problem.ts';
import { readCreate, refuse } from '#server/records/input.ts';
import { createNote } from '../conversations/notes.ts';
import { assign, resolve, unassign } from '../conversations/state-operations.ts';
import activities from '../crm/activities/operations.ts';
import deals from '../crm/deals/operations.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { textDraftOf, textSendings } from '../sending/drafts.ts';
import { sendMessage, storeStopped } from '../sending/send-message.ts';
import campaigns from '../work/campaigns/operations.ts';
import { createFromTemplateOperation } from '../work/project-templates/create-project.ts';
import projects from '../work/projects/operations.ts';
import tasks from '../work/tasks/operations.ts';
import { reasons, StepFailure } from './run-reasons.ts';
import { callFields, type Step, type StepType, stepInputs } from './step-input.ts';
import type { Change } from './subjects.ts';
import { durationOf } from './wait-duration.ts';

/*
 * Actions of steps. A step's effect and its record commit together. Only a message leaves the database: it is stored as an intent first,
 * under an id that it keeps whatever happens next, and is never sent twice.
 */

/** Dependencies of steps. */
export interface ActionParts {
  readonly messaging: Messaging;
  readonly log: Logger;
}

/** One step of one run. */
export interface Action {
  readonly run: string;
  readonly stepIndex: number;
  readonly step: Step;
  /** Input of templates, and the record that the run is about. */
  readonly change: Change;
  readonly cause: Cause;
  /**
   * Records that the step is done, in the transaction of its effect.
   * @param effect the id of the created record
   * @param waitMs delay before the run continues
   * @returns true if the run continues at once
   * @throws Lost if another process has taken over the run: the effect is rolled back
   */
  done(tx: TeamDb, effect: string | null, waitMs?: number): Promise<boolean>;
  /** Renews this process's claim on the run for the duration of a step. @throws Lost if it is lost, or the run was stopped */
  extendClaim(tx: TeamDb): Promise<void>;
  /** Records the message that the step is about to send, in the transaction that stores it. */
  intends(tx: TeamDb, message: string): Promise<void>;
}

/** Another process has taken over the run, or it was stopped. */
export class ClaimLost extends Error {}

/** The outcome of the step is not known yet. */
export class OutcomePending extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super('later');
    this.waitMs = waitMs;
  }
}

const contextOf = (db: TeamDb, { messaging }: ActionParts, { run }: Action): Context => ({
  actor: { kind: 'workflow', runId: run },
  // Check digits matter only for manual input.
  team: { slug: '', strictTaxIds: false },
  db,
  settings: { secrets: messaging.secrets, jidSuffix: messaging.jidSuffix },
});

/** Returns the filled values of a step. @throws ApiError VALIDATION_ERROR if templates make them too long */
export function valuesOf({ step, change }: Pick<Action, 'step' | 'change'>): Values {
  try {
    return tidiedLists(step, fill(step.with, change.roots) as Values);
  } catch (error) {
    throw error instanceof TooLong ? invalidRequest(`${error.message}.`, 'too_much') : error;
  }
}

/** Returns the values with lists in the form that record fields accept. */
const tidiedLists = ({ type }: Step, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isList =
        (stepInputs[type].fields[name]?.schema as Values | undefined)?.type === 'array';
      return [name, isList && Array.isArray(value) ? tidied(value) : value];
    }),
  );

/** Returns the id of the record that an operation returned. */
const idOf = (record: string | object): string =>
  ((typeof record === 'string' ? JSON.parse(record) : record) as { id: string }).id;

/** Changes records through an operation, in one transaction with the record of the step. */
function changes<T extends CallInput, O extends string | object>(
  operation: Operation<T, O>,
  rawOf: (action: Action) => RawInput,
) {
  return async (db: TeamDb, acting: ActionParts, action: Action): Promise<boolean> => {
    const input = operation.read(rawOf(action));
    return db
      .transaction(async (tx) => {
        const ctx = contextOf(causedBy(tx, action.cause), acting, action);
        permit(operation, ctx.actor);
        const record = await operation.run(withAttribution(ctx, operation), input);
        if (record === undefined)
          throw invalidRequest(`The ${operation.one} no longer exists.`, 'missing_record');
        return action.done(tx, idOf(record));
      })
      .catch(async (error: unknown) => {
        throw await operation.explain(error, db, input);
      });
  };
}

const creates = ({ create }: Crud) => changes(create, (action) => ({ body: valuesOf(action) }));

/** Path to the record that the run is about. */
const ofRecord = ({ change }: Action) => ({ path: { id: change.record.id as string } });

const updates = ({ update }: Crud) =>
  changes(update, (action) => ({ ...ofRecord(action), body: valuesOf(action) }));

const createsPlainProject = creates(projects);
const createsFromTemplate = changes(createFromTemplateOperation, (action) => {
  const { template_id: id, ...body } = valuesOf(action);
  return { path: { id: String(id) }, body };
});
const createsProject: typeof createsPlainProject = (db, acting, action) =>
  ((valuesOf(action).template_id ?? null) === null ? createsPlainProject : createsFromTemplate)(
    db,
    acting,
    action,
  );

const assigns = changes(assign, (action) => ({ ...ofRecord(action), body: valuesOf(action) }));
const unassigns = changes(unassign, ofRecord);

const call = teamStatement(`
  with t as (
    select id, is_active and url is not null as is_listening from webhooks where team_id = $team and id = $webhook::uuid),
  ${emits(
    [
      {
        kind: workflowCall,
        from: 't where t.is_listening',
        record: '$record::uuid',
        data: '$data::text',
        previous: 'null::text',
      },
    ],
    'w.id = $webhook::uuid',
  )}
  select t.is_listening, event.id from t left join event on true`);

async function callsWebhook(db: TeamDb, _acting: ActionParts, action: Action): Promise<boolean> {
  const { webhook_id: webhook = null, data } = valuesOf(action);
  // Templates may have produced any value.
  const values: Values = { webhook_id: webhook, data: data ?? {} };
  refuse(
    Object.entries(callFields)
      .filter(([name, field]) => !field.check(values[name]))
      .map(([name, field]) => fieldProblem(name, field, values[name])),
  );
  return db.transaction(async (tx) => {
    const parameters = {
      webhook,
      // A schedule is about no record.
      record: action.change.record.id ?? action.run,
      data: JSON.stringify(values.data),
    };
    const [row] = await tx.run(call, parameters);
    if (!row) throw new ApiError('NOT_FOUND', 'webhook_id: no webhook endpoint has this id.');
    if (row.is_listening !== true)
      throw invalid(
        'webhook_id: the endpoint is inactive or has no url.',
        'webhook_id',
        'not_allowed',
        { reason: 'inactive_webhook' },
      );
    return action.done(tx, row.id as string);
  });
}

async function waits(db: TeamDb, _acting: ActionParts, action: Action): Promise<boolean> {
  const waitMs = durationOf(action.step.with.for as string);
  return db.transaction((tx) => action.done(tx, null, waitMs));
}

// Messages ---------------------------------------------------------------------------------------------------------

/** Finds the message that the step stored, now or in an earlier attempt. */
const findMessage = teamStatement(`
  select s.effect_id as id, m.status, m.status_reason,
    case when m.is_reserved is not true then m.msgapp_message_id end as msgapp_message_id from workflow_steps s
    join messages m on m.team_id = $team and m.id = s.effect_id
  where s.team_id = $team and s.run_id = $run and s.step = $step`);

/** Failures after which it is unknown whether the message was sent: it is not sent again. */
export const uncertainReason = '^(gateway|unconfirmed|stopped):';
const uncertain = new RegExp(uncertainReason);
/** Refusals that a retry would get again: the gateway refuses the message, or the number has no account. */
const finalRefusal = /^(rejected|number):/;
/** Delay before a message without a known outcome is checked again. */
const unknownMs = 60_000;

/**
 * True if the message of a step was sent; false if it certainly was not.
 * @throws OutcomePending while the outcome is unknown, StepFailure if it will remain unknown
 */
function isSent({ status, status_reason, msgapp_message_id }: Row): boolean {
  if (status === 'pending') throw new OutcomePending(unknownMs);
  if (status !== 'failed' || msgapp_message_id !== null) return true;
  const reason = status_reason as string;
  if (uncertain.test(reason)) throw new StepFailure(reasons.maybeSent(reason), true);
  return false;
}

/** Identity of the message that a step sends: stored together with the step, by a process that still holds the run. */
function identifiedByStep(db: TeamDb, acting: ActionParts, action: Action): WorkIdentity {
  const { begin, finish } = unidentified(db);
  return {
    finish,
    begin: ({ intend, recall }) =>
      begin({
        recall,
        intend: () =>
          db.transaction(async (tx) => {
            await action.extendClaim(tx);
            const ctx = withAttribution(contextOf(tx, acting, action), sendingStep);
            const intent = await intend(causedBy(ctx.db, action.cause));
            await action.intends(tx, intent.id);
            return intent;
          }),
      }),
  };
}

async function sendsMessage(db: TeamDb, acting: ActionParts, action: Action): Promise<boolean> {
  const { messaging, log } = acting;
  const key = { run: action.run, step: action.stepIndex };
  const [earlier] = await db.run(findMessage, key);
  // The process that was sending it ended before the outcome was known.
  if (earlier?.status === 'pending') await storeStopped(db, earlier.id as string);
  if (!earlier || !isSent(earlier)) {
    const request = { request_id: action.run, team: db.id };
    await sendMessage(
      { ...messaging, db, log, request },
      identifiedByStep(db, acting, action),
      () => textDraftOf(readCreate(textSendings, valuesOf(action))),
    );
  }
  const [row] = await db.run(findMessage, key);
  if (!row) throw new ClaimLost();
  if (!isSent(row)) {
    const reason = row.status_reason as string;
    throw new StepFailure(reasons.notSent(reason), finalRefusal.test(reason));
  }
  return db.transaction((tx) => action.done(tx, row.id as string));
}

/** Name of a sending step in the audit log. */
const sendingStep = { name: 'messages.send' };

/** Actions by type of step. @returns true if the run continues at once */
export const actions: Record<
  StepType,
  (db: TeamDb, acting: ActionParts, action: Action) => Promise<boolean>
> = {
  create_task: creates(tasks),
  create_activity: creates(activities),
  create_project: createsProject,
  update_deal: updates(deals),
  update_task: updates(tasks),
  update_campaign: updates(campaigns),
  assign_conversation: (db, acting, action) => {
    const { assignee_id: assignee, ...rest } = valuesOf(action);
    const isRemoval = assignee === null && Object.keys(rest).length === 0;
    return (isRemoval ? unassigns : assigns)(db, acting, action);
  },
  resolve_conversation: changes(resolve, ofRecord),
  add_note: changes(createNote, (action) => ({ ...ofRecord(action), body: valuesOf(action) })),
  call_webhook: callsWebhook,
  wait: waits,
  send_message: sendsMessage,
};
