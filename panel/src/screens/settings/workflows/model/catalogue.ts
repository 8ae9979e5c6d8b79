import { conversationStatuses } from '#panel/api/enumerations.ts';
import { activityFields } from '#panel/api/records/activities.ts';
import { campaignFields } from '#panel/api/records/campaigns.ts';
import { dealFields } from '#panel/api/records/deals.ts';
import { projectFields } from '#panel/api/records/projects.ts';
import { taskFields } from '#panel/api/records/tasks.ts';
import type { Json, JsonObject } from './json.ts';

/*
 * Catalogue of workflow parts that the form supports: triggers with their subjects, the subjects' fields, and steps with their fields.
 * Fields of records come from their declarations. Anything else is shown as JSON (test/unit/panel/workflow-form.test.ts compares the
 * catalogue with what the server accepts).
 */

/** Subject of a trigger, by its name in templates. */
export type Subject = 'deal' | 'task' | 'conversation' | 'campaign' | 'schedule';

export type Kind =
  | 'line'
  | 'text'
  | 'phone'
  | 'number'
  | 'money'
  | 'percent'
  | 'date'
  | 'moment'
  | 'yes'
  | 'tags'
  | 'choice'
  | 'phase'
  | 'column'
  | 'person'
  | 'people'
  | 'squad'
  | 'project'
  | 'template'
  | 'pipeline'
  | 'client'
  | 'contract'
  | 'deal'
  | 'inbox'
  | 'conversation'
  | 'webhook'
  | 'wait'
  | 'data'
  | 'id';

/** Values of an enumeration, labelled by `words/fields`. */
export interface Choice {
  /** Kind of the records that have the field. */
  readonly record: string;
  readonly field: string;
  readonly values: readonly string[];
}

export interface SubjectField {
  /** Name in conditions: `title`, `client.name`, `message.content`. */
  readonly path: string;
  readonly kind: Kind;
  readonly choice?: Choice;
  /** Only for templates, because comparing it makes no sense. */
  readonly isPlain?: true;
}

interface Declared {
  readonly kind: string;
  readonly target?: string;
  readonly maximum?: number;
  readonly values?: readonly string[];
  readonly isRequired?: true;
  readonly isCreatable?: true;
  readonly isUpdatable?: true;
}
type Declarations = Readonly<Record<string, Declared>>;

/** Fields with a control for their meaning instead of their kind. */
const special: Readonly<Record<string, Kind>> = {
  phase: 'phase',
  column: 'column',
  created_by: 'person',
};
const linkKinds: Readonly<Record<string, Kind>> = {
  clients: 'client',
  contracts: 'contract',
  deals: 'deal',
  pipelines: 'pipeline',
  project_templates: 'template',
  projects: 'project',
  squads: 'squad',
  users: 'person',
};
const kinds: Readonly<Record<string, Kind>> = {
  boolean: 'yes',
  date: 'date',
  enum: 'choice',
  links: 'people',
  money: 'money',
  number: 'number',
  object: 'data',
  prose: 'text',
  text: 'line',
  texts: 'tags',
  timestamp: 'moment',
};

function kindOf(name: string, { kind, target, maximum }: Declared): Kind {
  if (kind === 'link') return linkKinds[target ?? ''] ?? 'id';
  if (kind === 'number' && maximum === 100) return 'percent';
  return special[name] ?? kinds[kind] ?? 'id';
}

const choiceOf = (record: string, field: string, values: readonly string[] | undefined) =>
  values && { choice: { record, field, values } };

const field = (path: string, kind: Kind): SubjectField => ({ path, kind });
const plain = (path: string, kind: Kind): SubjectField => ({ path, kind, isPlain: true });

/** Fields that people have no use for in conditions and templates. */
const hidden = [
  'ai_summary',
  'ai_win_probability',
  'column_name',
  'currency',
  'deleted_at',
  'id',
  'position',
  'updated_at',
];

/** Declared fields of a kind of record. */
const fieldsOfRecord = (record: string, fields: Declarations): readonly SubjectField[] =>
  Object.entries(fields)
    .filter(([name, { kind }]) => kind !== 'object' && !hidden.includes(name))
    .map(([name, declared]) => ({
      path: name,
      kind: kindOf(name, declared),
      ...choiceOf(record, name, declared.values),
    }));

export const approval: Choice = {
  record: 'campaigns',
  field: 'approval_status',
  values: campaignFields.approval_status.values,
};

const subjects: Readonly<Record<Subject, readonly SubjectField[]>> = {
  deal: [...fieldsOfRecord('deals', dealFields), field('client.name', 'line'), plain('id', 'deal')],
  task: [...fieldsOfRecord('tasks', taskFields), plain('id', 'id')],
  conversation: [
    field('contact.name', 'line'),
    field('inbox_id', 'inbox'),
    {
      ...field('status', 'choice'),
      ...choiceOf('conversations', 'status', conversationStatuses),
    },
    field('assignee_id', 'person'),
    field('squad_id', 'squad'),
    field('waiting_since', 'moment'),
    field('reply_due_at', 'moment'),
    field('first_answered_at', 'moment'),
    field('last_message_at', 'moment'),
    field('created_at', 'moment'),
    plain('inbox.name', 'line'),
    plain('assignee.name', 'line'),
    plain('squad.name', 'line'),
    plain('id', 'conversation'),
  ],
  campaign: [
    ...fieldsOfRecord('campaigns', campaignFields),
    field('project.name', 'line'),
    plain('id', 'id'),
  ],
  schedule: [
    field('date', 'date'),
    field('time', 'line'),
    field('weekday', 'number'),
    field('day', 'number'),
    field('month', 'number'),
    field('year', 'number'),
  ],
};

/** Transition to which a trigger can be narrowed by `from` and `to`. */
export type Between = 'phase' | 'column' | 'approval';

interface TriggerKind {
  readonly subject: Subject;
  readonly between?: Between;
  /** True if the trigger says when. */
  readonly isSchedule?: true;
  /** The record that waits, as the definition names it: its trigger is `waiting_longer_than`. */
  readonly waits?: 'conversation' | 'deal' | 'task' | 'approval';
  /** Place in which it waits, which the trigger may name. */
  readonly place?: 'phase' | 'column';
  /** Fields for conditions and templates in addition to the record's. */
  readonly beside?: readonly SubjectField[];
}

const ofMessage: readonly SubjectField[] = [
  field('message.content', 'text'),
  {
    ...field('message.message_type', 'choice'),
    ...choiceOf('messages', 'message_type', ['text', 'image', 'audio', 'video', 'document']),
  },
];

export const triggers: Readonly<Record<string, TriggerKind>> = {
  deal_created: { subject: 'deal' },
  deal_stage_changed: {
    subject: 'deal',
    between: 'phase',
    beside: [plain('previous.phase', 'phase')],
  },
  task_created: { subject: 'task' },
  task_moved: {
    subject: 'task',
    between: 'column',
    beside: [plain('previous.column', 'column')],
  },
  conversation_received: {
    subject: 'conversation',
    beside: ofMessage,
  },
  group_message_received: { subject: 'conversation', beside: ofMessage },
  conversation_resolved: { subject: 'conversation' },
  conversation_overdue: { subject: 'conversation' },
  campaign_approval_changed: {
    subject: 'campaign',
    between: 'approval',
    beside: [{ ...plain('previous.approval_status', 'choice'), choice: approval }],
  },
  conversation_waiting: { subject: 'conversation', waits: 'conversation' },
  deal_waiting: { subject: 'deal', waits: 'deal', place: 'phase' },
  task_waiting: { subject: 'task', waits: 'task', place: 'column' },
  approval_waiting: { subject: 'campaign', waits: 'approval' },
  schedule: { subject: 'schedule', isSchedule: true },
};

const waitingType = 'waiting_longer_than';

/** Key in {@link triggers} of a trigger in a definition; undefined if the form does not know it. */
export const triggerKey = (trigger: JsonObject): string | undefined =>
  Object.keys(triggers).find((key) => {
    const waits = triggers[key]?.waits;
    return waits === undefined
      ? key === trigger.type
      : trigger.type === waitingType && trigger.record === waits;
  });

/** A new trigger in a definition. */
export function newTrigger(key: string): JsonObject {
  const kind = triggers[key];
  if (kind?.waits) return { type: waitingType, record: kind.waits, for: '1d' };
  return { type: key, ...(kind?.isSchedule && { at: '09:00', weekdays: [1, 2, 3, 4, 5] }) };
}

/** Fields that a trigger provides; none if it is unknown. */
export function fieldsOf(trigger: string | undefined): readonly SubjectField[] {
  const kind = trigger !== undefined && Object.hasOwn(triggers, trigger) && triggers[trigger];
  return kind ? [...subjects[kind.subject], ...(kind.beside ?? [])] : [];
}

/** Name of a field in templates: `deal.title`, `message.content`. */
export const pathOf = (subject: Subject, { path }: SubjectField): string =>
  /^(message|previous)\./.test(path) ? path : `${subject}.${path}`;

export interface StepField {
  readonly name: string;
  readonly kind: Kind;
  readonly choice?: Choice;
  readonly isRequired?: true;
  /** Always shown; other fields can be added. */
  readonly isMain?: true;
}

type Mark = 'required' | 'main';
const stepField = (name: string, kind: Kind, mark?: Mark): StepField => ({
  name,
  kind,
  ...(mark && { isMain: true }),
  ...(mark === 'required' && { isRequired: true }),
});

/** Declared fields that a step sets: `main` ones first, which are always shown. */
function recordFields(
  record: string,
  fields: Declarations,
  use: 'isCreatable' | 'isUpdatable',
  main: readonly string[] = [],
): readonly StepField[] {
  const names = Object.keys(fields).filter((name) => fields[name]?.[use]);
  return [...main, ...names.filter((name) => !main.includes(name))].flatMap((name) => {
    const declared = fields[name];
    if (!declared) return [];
    const isMain = main.includes(name);
    const mark = isMain ? (declared.isRequired ? 'required' : 'main') : undefined;
    return [
      {
        ...stepField(name, kindOf(name, declared), mark),
        ...choiceOf(record, name, declared.values),
      },
    ];
  });
}

export interface StepKind {
  readonly fields: readonly StepField[];
  /** Changes the record: only the given fields, null clears. */
  readonly changes?: true;
  /** Available only for this subject. */
  readonly subject?: Subject;
  /** Kind of the record it creates, as in panel addresses. */
  readonly makes?: 'tasks' | 'activities' | 'projects';
}

export const stepKinds: Readonly<Record<string, StepKind>> = {
  create_task: {
    makes: 'tasks',
    fields: recordFields('tasks', taskFields, 'isCreatable', [
      'title',
      'project_id',
      'column',
      'assignee_id',
      'due_date',
      'description',
    ]),
  },
  create_activity: {
    makes: 'activities',
    fields: recordFields('activities', activityFields, 'isCreatable', [
      'title',
      'type',
      'assigned_to',
      'deal_id',
      'client_id',
      'description',
    ]),
  },
  create_project: {
    makes: 'projects',
    fields: recordFields(
      'projects',
      {
        ...projectFields,
        template_id: { kind: 'link', target: 'project_templates', isCreatable: true },
      },
      'isCreatable',
      ['name', 'template_id', 'client_id', 'status', 'start_date', 'due_date', 'briefing'],
    ),
  },
  send_message: {
    fields: [
      stepField('content', 'text', 'required'),
      stepField('inbox_id', 'inbox', 'main'),
      stepField('phone', 'phone', 'main'),
      stepField('conversation_id', 'conversation'),
      {
        ...stepField('message_type', 'choice'),
        ...choiceOf('messages', 'message_type', ['text']),
      },
    ],
  },
  update_deal: {
    changes: true,
    subject: 'deal',
    fields: recordFields('deals', dealFields, 'isUpdatable'),
  },
  update_task: {
    changes: true,
    subject: 'task',
    fields: recordFields('tasks', taskFields, 'isUpdatable'),
  },
  update_campaign: {
    changes: true,
    subject: 'campaign',
    fields: recordFields('campaigns', campaignFields, 'isUpdatable'),
  },
  assign_conversation: {
    changes: true,
    subject: 'conversation',
    fields: [stepField('assignee_id', 'person', 'main'), stepField('squad_id', 'squad', 'main')],
  },
  resolve_conversation: { subject: 'conversation', fields: [] },
  add_note: { subject: 'conversation', fields: [stepField('content', 'text', 'required')] },
  call_webhook: {
    fields: [stepField('webhook_id', 'webhook', 'required'), stepField('data', 'data', 'main')],
  },
  wait: { fields: [stepField('for', 'wait', 'required')] },
};

// Templates as complete values --------------------------------------------------------------------

/** Kind of a step's field → kinds of trigger fields whose values it accepts unchanged. */
const compatibleKinds: Partial<Record<Kind, readonly Kind[]>> = {
  person: ['person'],
  people: ['person', 'people'],
  squad: ['squad'],
  client: ['client'],
  deal: ['deal'],
  project: ['project'],
  pipeline: ['pipeline'],
  column: ['column'],
  conversation: ['conversation'],
  inbox: ['inbox'],
  phone: ['phone'],
  date: ['date'],
  moment: ['moment'],
  number: ['number'],
  money: ['money'],
  percent: ['percent'],
  yes: ['yes'],
  phase: ['phase'],
};

/** Fields of a trigger that can be used unchanged for a step's field. */
export const triggerFieldsFor = (
  kind: Kind,
  trigger: string | undefined,
): readonly SubjectField[] =>
  fieldsOf(trigger).filter((each) => compatibleKinds[kind]?.includes(each.kind) === true);

/** Types of steps available for a subject. */
export const stepsFor = (subject: Subject | undefined): readonly string[] =>
  Object.keys(stepKinds).filter((type) => {
    const only = stepKinds[type]?.subject;
    return only === undefined || only === subject;
  });

/** A real record in the shape that templates use. @param sample values that only a real run has: the received message, previous values */
export const exampleOf = (trigger: string, record: Json, sample: JsonObject): JsonObject => {
  const kind = Object.hasOwn(triggers, trigger) ? triggers[trigger] : undefined;
  return { ...sample, ...(kind && { [kind.subject]: record }) };
};
