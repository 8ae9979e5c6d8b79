import { iso } from '../../../db/statement.ts';
import { type Context, userIdOf } from '../../../operations/context.ts';
import { crud } from '../../../operations/crud.ts';
import { type Derived, retireStatement } from '../../../records/statements.ts';
import { creates, runs, updates } from '../../../records/verbs.ts';
import { campaignInputs, campaigns } from './table.ts';

const moments = (given: ReadonlySet<string>): Derived =>
  given.has('status')
    ? {
        cancelled_at: `case when $status::campaign_status = 'cancelled' then coalesce(old.cancelled_at, clock.now) end`,
      }
    : {};

export default crud(
  campaigns,
  campaignInputs,
  { deleted: { id: '', status: 'cancelled', cancelled_at: '' } },
  {
    create: creates(
      campaigns,
      campaignInputs.create,
      {
        created_by: '$created_by::uuid',
        cancelled_at: `case when $status::campaign_status = 'cancelled' then now() end`,
      },
      ({ actor }: Context) => ({ created_by: userIdOf(actor) }),
    ),
    update: updates(campaigns, campaignInputs.update, moments),
    delete: runs(
      retireStatement(
        campaigns,
        { status: `'cancelled'`, cancelled_at: 'coalesce(old.cancelled_at, clock.now)' },
        { status: 't.status', cancelled_at: iso('t.cancelled_at') },
      ),
    ),
  },
);
