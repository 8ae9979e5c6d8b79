import { type Field, isAlways, madeObject, required, uuid } from '#server/records/fields.ts';
import type { Input } from '#server/records/input.ts';
import type { Problem } from '#server/records/invalid-values.ts';
import { noteContent } from '../conversations/notes.ts';
import { activityInputs } from '../crm/activities/table.ts';
import { dealInputs } from '../crm/deals/table.ts';
import { addressProblems, textSendings } from '../sending/drafts.ts';
import { campaignInputs } from '../work/campaigns/table.ts';
import { projectInputs } from '../work/projects/table.ts';
import { taskInputs } from '../work/tasks/table.ts';
import type { RecordType } from './subjects.ts';
import { waitSchema } from './wait-duration.ts';

/* Input of workflow steps. */

export type StepType =
  | 'create_task'
  | 'create_activity'
  | 'create_project'
  | 'send_message'
  | 'update_deal'
  | 'update_task'
  | 'update_campaign'
  | 'assign_conversation'
  | 'resolve_conversation'
  | 'add_note'
  | 'call_webhook'
  | 'wait';

export interface Step {
  readonly type: StepType;
  /** Given values: cleaned if they contain no template, otherwise filled and checked later. */
  readonly with: Record<string, unknown>;
}

type Values = Record<string, unknown>;

/** Accepted `with` of a type of step. */
export interface StepInput {
  readonly fields: Readonly<Record<string, Field>>;
  /** Accepts any of the fields, but at least one; null clears. Otherwise, required fields must be given, and null counts as not given. */
  readonly changes?: true;
  /** The values must be known when the file is read. */
  readonly noTemplates?: true;
  /** Checks the values together; returns their problems. */
  readonly also?: (values: Values) => readonly Problem[];
  /** Allowed only for triggers of these records, because the step changes the record itself. */
  readonly of?: RecordType;
}

const accepted = ({ of, accepts }: Input) =>
  Object.fromEntries(
    accepts.flatMap((name) => {
      const field = of.fields[name];
      return field ? [[name, field] as const] : [];
    }),
  );

/** Fields of a webhook call. */
export const callFields = {
  webhook_id: required(uuid),
  data: madeObject({ deal: '{{deal.id}}' }),
};

export const stepInputs: Record<StepType, StepInput> = {
  create_task: { fields: accepted(taskInputs.create) },
  create_activity: { fields: accepted(activityInputs.create) },
  create_project: { fields: { ...accepted(projectInputs.create), template_id: uuid } },
  send_message: {
    fields: accepted(textSendings),
    also: ({ inbox_id = null, phone = null, conversation_id = null }) =>
      addressProblems({ inbox_id, phone, conversation_id }),
  },
  update_deal: { fields: accepted(dealInputs.update), changes: true, of: 'deals' },
  update_task: { fields: accepted(taskInputs.update), changes: true, of: 'tasks' },
  update_campaign: { fields: accepted(campaignInputs.update), changes: true, of: 'campaigns' },
  assign_conversation: {
    fields: { assignee_id: uuid, squad_id: uuid },
    changes: true,
    of: 'conversations',
  },
  resolve_conversation: { fields: {}, of: 'conversations' },
  add_note: { fields: { content: noteContent }, of: 'conversations' },
  call_webhook: { fields: callFields },
  wait: { fields: { for: required(waitSchema) }, noTemplates: true },
};

export const stepTypes = Object.keys(stepInputs) as StepType[];

/** True if null may be given: on create it counts as not given, on a change it clears. */
export const acceptsNull = (field: Field, changes: boolean) =>
  changes ? typeof field.fallback === 'object' || !isAlways(field) : !field.required;
