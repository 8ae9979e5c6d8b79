import { iso } from '#server/db/statement.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { crud } from '#server/operations/crud.ts';
import { outsidePanel } from '#server/operations/panel-only.ts';
import { creates, runs, updates } from '#server/records/crud-queries.ts';
import { type Derived, retireStatement } from '#server/records/statements.ts';
import { activities, activityInputs } from './table.ts';

const moments = (inputNames: ReadonlySet<string>): Derived =>
  inputNames.has('is_completed')
    ? {
        completed_at:
          'case when $is_completed::boolean then coalesce(old.completed_at, clock.now) end',
      }
    : {};

const plain = crud(
  activities,
  activityInputs,
  {
    deleted: { id: '', is_completed: true, completed_at: '' },
    alsoAllow: { create: { workflow: true } },
  },
  {
    create: creates(
      activities,
      activityInputs.create,
      {
        created_by: '$created_by::uuid',
        occurred_at: 'coalesce($occurred_at::timestamptz(3), now())',
        completed_at: 'case when $is_completed::boolean then now() end',
      },
      ({ actor }: Context) => ({ created_by: userIdOf(actor) }),
    ),
    update: updates(activities, activityInputs.update, moments),
    delete: runs(
      retireStatement(
        activities,
        { is_completed: 'true', completed_at: 'coalesce(old.completed_at, clock.now)' },
        { is_completed: 't.is_completed', completed_at: iso('t.completed_at') },
      ),
    ),
  },
);

export default { ...plain, list: outsidePanel(plain.list) };
