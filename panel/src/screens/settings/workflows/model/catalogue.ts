import type { Json, JsonObject } from './json.ts';

/*
 * Catalogue of workflow parts that the form supports: triggers with their subjects, the subjects' fields, and steps with their fields.
 * Anything else is shown as JSON (test/panel/workflows.test.ts compares it with what the server accepts).
 */

/** Subject of a trigger, by its name in templates. */
export type Subject = 'deal' | 'task' | 'conversation' | 'campaign';

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
  | 'project'
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

export interface SubjectField {
  /** Name in conditions: `title`, `client.name`, `message.content`. */
  readonly path: string;
  readonly kind: Kind;
  /** Values of a choice. */
  readonly values?: readonly string[];
  /** Only for templates, because comparing it makes no sense. */
  readonly isPlain?: true;
}

const field = (path: string, kind: Kind, values?: readonly string[]): SubjectField => ({
  path,
  kind,
  ...(values && { values }),
});
const plain = (path: string, kind: Kind): SubjectField => ({ path, kind, isPlain: true });

const dealPriorities = ['alta', 'media', 'baixa'];
const dealStatuses = ['ativo', 'arquivado'];
const taskPriorities = ['urgent', 'high', 'medium', 'low', 'none'];
const campaignStatuses = ['draft', 'scheduled', 'active', 'paused', 'completed', 'cancelled'];
export const approvals = ['pending', 'approved', 'rejected'];

export const subjects: Readonly<Record<Subject, readonly SubjectField[]>> = {
  deal: [
    field('title', 'line'),
    field('value', 'money'),
    field('phase', 'phase'),
    field('priority', 'choice', dealPriorities),
    field('status', 'choice', dealStatuses),
    field('client_id', 'client'),
    field('client.name', 'line'),
    field('responsible_id', 'person'),
    field('source', 'line'),
    field('tags', 'tags'),
    field('is_starred', 'yes'),
    field('probability', 'percent'),
    field('expected_close_date', 'date'),
    field('loss_reason', 'line'),
    field('description', 'text'),
    field('created_at', 'moment'),
    plain('id', 'deal'),
  ],
  task: [
    field('title', 'line'),
    field('project_id', 'project'),
    field('column', 'column'),
    field('priority', 'choice', taskPriorities),
    field('assignee_id', 'person'),
    field('assignee_ids', 'people'),
    field('due_date', 'date'),
    field('tags', 'tags'),
    field('estimated_hours', 'number'),
    field('actual_hours', 'number'),
    field('reporter_id', 'person'),
    field('pipeline_id', 'pipeline'),
    field('description', 'text'),
    field('checklist_markdown', 'text'),
    field('completed_at', 'moment'),
    field('created_at', 'moment'),
    plain('id', 'id'),
  ],
  conversation: [
    field('contact.name', 'line'),
    field('inbox_id', 'inbox'),
    field('status', 'choice', ['open', 'snoozed', 'resolved']),
    field('assignee_id', 'person'),
    field('waiting_since', 'moment'),
    field('first_answered_at', 'moment'),
    field('last_message_at', 'moment'),
    field('created_at', 'moment'),
    plain('inbox.name', 'line'),
    plain('assignee.name', 'line'),
    plain('id', 'conversation'),
  ],
  campaign: [
    field('name', 'line'),
    field('approval_status', 'choice', approvals),
    field('status', 'choice', campaignStatuses),
    field('project_id', 'project'),
    field('project.name', 'line'),
    field('start_date', 'date'),
    field('end_date', 'date'),
    field('target_platforms', 'tags'),
    field('content_pillars', 'tags'),
    field('description', 'text'),
    field('created_by', 'person'),
    field('created_at', 'moment'),
    plain('id', 'id'),
  ],
};

/** Transition to which a trigger can be narrowed by `from` and `to`. */
export type Between = 'phase' | 'column' | 'approval';

export interface TriggerKind {
  readonly subject: Subject;
  readonly between?: Between;
  /** Fields for conditions and templates in addition to the record's. */
  readonly beside?: readonly SubjectField[];
}

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
    beside: [
      field('message.content', 'text'),
      field('message.message_type', 'choice', ['text', 'image', 'audio', 'video', 'document']),
    ],
  },
  conversation_resolved: { subject: 'conversation' },
  campaign_approval_changed: {
    subject: 'campaign',
    between: 'approval',
    beside: [plain('previous.approval_status', 'choice')],
  },
};

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
  readonly values?: readonly string[];
  readonly isRequired?: true;
  /** Always shown; other fields can be added. */
  readonly isMain?: true;
}

type Mark = 'required' | 'main';
const stepField = (
  name: string,
  kind: Kind,
  mark?: Mark,
  values?: readonly string[],
): StepField => ({
  name,
  kind,
  ...(values && { values }),
  ...(mark && { isMain: true }),
  ...(mark === 'required' && { isRequired: true }),
});

export interface StepKind {
  readonly fields: readonly StepField[];
  /** Changes the record: only the given fields, null clears. */
  readonly changes?: true;
  /** Available only for this subject. */
  readonly subject?: Subject;
  /** Kind of the record it creates, as in panel addresses. */
  readonly makes?: 'tasks' | 'activities';
}

const activityTypes = ['call', 'meeting', 'email', 'note', 'task', 'follow_up', 'deadline'];

export const stepKinds: Readonly<Record<string, StepKind>> = {
  create_task: {
    makes: 'tasks',
    fields: [
      stepField('title', 'line', 'required'),
      stepField('project_id', 'project', 'required'),
      stepField('column', 'column', 'main'),
      stepField('assignee_id', 'person', 'main'),
      stepField('due_date', 'date', 'main'),
      stepField('description', 'text', 'main'),
      stepField('pipeline_id', 'pipeline'),
      stepField('priority', 'choice', undefined, taskPriorities),
      stepField('tags', 'tags'),
      stepField('checklist_markdown', 'text'),
      stepField('estimated_hours', 'number'),
      stepField('assignee_ids', 'people'),
      stepField('reporter_id', 'person'),
    ],
  },
  create_activity: {
    makes: 'activities',
    fields: [
      stepField('title', 'line', 'required'),
      stepField('type', 'choice', 'main', [
        ...activityTypes,
        'hearing',
        'case_event',
        'contract_event',
      ]),
      stepField('assigned_to', 'person', 'main'),
      stepField('deal_id', 'deal', 'main'),
      stepField('client_id', 'client', 'main'),
      stepField('description', 'text', 'main'),
      stepField('due_date', 'date'),
      stepField('occurred_at', 'moment'),
      stepField('duration_minutes', 'number'),
      stepField('priority', 'choice', undefined, ['high', 'medium', 'low']),
      stepField('tags', 'tags'),
      stepField('contract_id', 'contract'),
      stepField('is_completed', 'yes'),
    ],
  },
  send_message: {
    fields: [
      stepField('content', 'text', 'required'),
      stepField('inbox_id', 'inbox', 'main'),
      stepField('phone', 'phone', 'main'),
      stepField('conversation_id', 'conversation'),
      stepField('message_type', 'choice', undefined, ['text']),
    ],
  },
  update_deal: {
    changes: true,
    subject: 'deal',
    fields: [
      stepField('phase', 'phase'),
      stepField('responsible_id', 'person'),
      stepField('priority', 'choice', undefined, dealPriorities),
      stepField('value', 'money'),
      stepField('probability', 'percent'),
      stepField('expected_close_date', 'date'),
      stepField('tags', 'tags'),
      stepField('is_starred', 'yes'),
      stepField('source', 'line'),
      stepField('client_id', 'client'),
      stepField('title', 'line'),
      stepField('description', 'text'),
      stepField('loss_reason', 'line'),
      stepField('status', 'choice', undefined, dealStatuses),
    ],
  },
  update_task: {
    changes: true,
    subject: 'task',
    fields: [
      stepField('column', 'column'),
      stepField('assignee_id', 'person'),
      stepField('priority', 'choice', undefined, taskPriorities),
      stepField('due_date', 'date'),
      stepField('tags', 'tags'),
      stepField('title', 'line'),
      stepField('description', 'text'),
      stepField('checklist_markdown', 'text'),
      stepField('estimated_hours', 'number'),
      stepField('actual_hours', 'number'),
      stepField('assignee_ids', 'people'),
      stepField('reporter_id', 'person'),
      stepField('pipeline_id', 'pipeline'),
      stepField('completed_at', 'moment'),
      stepField('position', 'number'),
    ],
  },
  update_campaign: {
    changes: true,
    subject: 'campaign',
    fields: [
      stepField('status', 'choice', undefined, campaignStatuses),
      stepField('start_date', 'date'),
      stepField('end_date', 'date'),
      stepField('name', 'line'),
      stepField('description', 'text'),
      stepField('target_platforms', 'tags'),
      stepField('content_pillars', 'tags'),
      stepField('goals', 'data'),
    ],
  },
  assign_conversation: {
    changes: true,
    subject: 'conversation',
    fields: [stepField('assignee_id', 'person', 'main')],
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
