import { orNull, Type } from '#server/platform/schema.ts';
import { about, boolean, date, kind, required, singleLine, uuid } from '#server/records/fields.ts';
import { statuses } from '../conversations/table.ts';
import { nestedColor } from '../work/projects/table.ts';

/*
 * Response fields of a user's day.
 */

const id = Type.String({ format: 'uuid' });
const text = Type.String();
const day = Type.String({ format: 'date' });
const moment = Type.String({ format: 'date-time' });
const named = orNull(Type.Object({ id, name: text }));
const project = orNull(Type.Object({ id, name: text, color: nestedColor }));

const task = Type.Object({
  id,
  title: text,
  due_date: orNull(day),
  priority: text,
  project_id: id,
  project,
  assignee_ids: Type.Array(id),
  column: about('The slug of its column.', text),
  finishing_column: about(
    'The column that completes it; null if its board has none.',
    orNull(text),
  ),
  completed_at: about('When it was completed.', orNull(moment)),
  updated_at: moment,
});

const activity = Type.Object({
  id,
  title: text,
  type: about('The type of activity.', text),
  due_date: orNull(day),
  occurred_at: about('When it takes or took place.', moment),
  duration_minutes: about('The duration in minutes.', orNull(Type.Number())),
  priority: orNull(text),
  is_completed: about('True if the activity is completed.', Type.Boolean()),
  assigned_to: about('The assignee.', orNull(id)),
  client_id: orNull(id),
  client: named,
  deal_id: about('The deal.', orNull(id)),
  deal: named,
  created_at: moment,
  updated_at: moment,
});

const conversation = Type.Object({
  id,
  contact_id: orNull(id),
  name: about('The name of the contact.', text),
  inbox: about('The name of the inbox.', text),
  waiting_since: about('The time of the contact’s oldest unanswered message.', moment),
  status: about('The status: open, snoozed or resolved.', Type.Enum([...statuses])),
  snoozed_until: about(
    'When a snoozed conversation reopens automatically; null for other conversations.',
    orNull(moment),
  ),
  assignee_id: about('The assignee.', orNull(id)),
  assignee: about('The assignee’s ID and name.', named),
  said: about('The contact’s last message.', text),
});

const approval = Type.Object({
  id,
  name: text,
  project_id: id,
  project,
  state: about(
    'The approval state of the campaign.',
    Type.Enum(['pending', 'changes', 'rejected']),
  ),
  since: about('The time since which it has been in this state.', moment),
});

const deal = Type.Object({
  id,
  title: text,
  phase: about('The deal’s phase.', text),
  status: about('The status: open or archived.', text),
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
  tasks: about('Tasks that are due.', listOf(task, 'tasks')),
  activities: about('The planned activities.', listOf(activity, 'activities')),
  conversations: about(
    'Conversations waiting for an answer.',
    listOf(conversation, 'conversations'),
  ),
  approvals: about(
    'Campaigns waiting for a decision, or with requested changes.',
    listOf(approval, 'campaigns'),
  ),
  deals: about('Deals without a next step.', listOf(deal, 'deals')),
  counts: about(
    'The total number of each.',
    required(
      kind(
        Type.Object({
          tasks: about('The number of tasks.', count),
          activities: about('The number of activities.', count),
          conversations: about('The number of conversations.', count),
          approvals: about('The number of campaigns.', count),
          deals: about('The number of deals.', count),
        }),
        'the total number of each',
        'json',
      ),
    ),
  ),
  has_work: about('True if the team has any task, deal or activity.', required(boolean)),
};
