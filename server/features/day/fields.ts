import { Type } from '#server/platform/schema.ts';
import { boolean, date, kind, required, singleLine, uuid } from '#server/records/fields.ts';

/*
 * Response fields of a user's day.
 */

const id = Type.String({ format: 'uuid' });
const text = Type.String();
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const day = Type.String({ format: 'date' });
const moment = Type.String({ format: 'date-time' });
const named = orNull(Type.Object({ id, name: text }));

const task = Type.Object({
  id,
  title: text,
  due_date: orNull(day),
  priority: text,
  project_id: id,
  project: named,
  assignee_ids: Type.Array(id),
  column: text,
  finishing_column: orNull(text),
  completed_at: orNull(moment),
  updated_at: moment,
});

const activity = Type.Object({
  id,
  title: text,
  type: text,
  due_date: orNull(day),
  occurred_at: moment,
  duration_minutes: orNull(Type.Number()),
  priority: orNull(text),
  is_completed: Type.Boolean(),
  assigned_to: orNull(id),
  client_id: orNull(id),
  client: named,
  deal_id: orNull(id),
  deal: named,
  created_at: moment,
  updated_at: moment,
});

const conversation = Type.Object({
  id,
  contact_id: orNull(id),
  name: text,
  inbox: text,
  waiting_since: moment,
  status: Type.Enum(['open', 'snoozed', 'resolved']),
  snoozed_until: orNull(moment),
  assignee_id: orNull(id),
  assignee: named,
  said: text,
});

const approval = Type.Object({
  id,
  name: text,
  project_id: id,
  project: named,
  state: Type.Enum(['pending', 'changes', 'rejected']),
  since: moment,
});

const deal = Type.Object({
  id,
  title: text,
  phase: text,
  status: text,
  client_id: orNull(id),
  client: named,
  responsible_id: orNull(id),
  updated_at: moment,
});

const listOf = (item: Parameters<typeof Type.Array>[0], says: string) =>
  required(kind(Type.Array(item), says, 'json'));
const count = Type.Integer({ minimum: 0 });

export const dayFields = {
  today: required(date),
  time_zone: required(singleLine()),
  user_id: required(uuid),
  tasks: listOf(task, 'tasks'),
  activities: listOf(activity, 'activities'),
  conversations: listOf(conversation, 'conversations'),
  approvals: listOf(approval, 'campaigns'),
  deals: listOf(deal, 'deals'),
  counts: required(
    kind(
      Type.Object({
        tasks: count,
        activities: count,
        conversations: count,
        approvals: count,
        deals: count,
      }),
      'the total number of each',
      'json',
    ),
  ),
  has_work: required(boolean),
};
