import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { type Context, userIdOf } from '#server/operations/context.ts';
import { crud, reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { alsoForKeys, outsidePanel, panelOnly } from '#server/operations/panel-only.ts';
import { creates, runs, updates } from '#server/records/crud-queries.ts';
import { about, required } from '#server/records/fields.ts';
import {
  changeEvents,
  type Derived,
  emitsChange,
  retireStatement,
} from '#server/records/statements.ts';
import { hashOf, resetsApproval, snapshotOf } from './snapshot.ts';
import { campaignInputs, campaigns, listedCampaigns } from './table.ts';

const moments = (inputNames: ReadonlySet<string>): Derived => ({
  ...resetsApproval(inputNames),
  ...(inputNames.has('status') && {
    cancelled_at: `case when $status::campaign_status = 'cancelled' then coalesce(old.cancelled_at, clock.now) end`,
  }),
});

const plain = crud(
  campaigns,
  campaignInputs,
  {
    deleted: { id: '', status: 'cancelled', cancelled_at: '' },
    alsoAllow: { update: { workflow: true } },
  },
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

export default { ...plain, list: outsidePanel(plain.list) };

/** Campaigns list with the panel's additional filters. */
export const listInPanel: Operation = {
  ...alsoForKeys(panelOnly(reads(listedCampaigns).list, 'member')),
  name: 'campaigns.list_in_panel',
  id: 'listTeamCampaigns',
};

/** Updates a campaign without resetting its approval. */
export const updateApproval = updates(campaigns, campaignInputs.update);
const { fallback: _, ...status } = campaigns.fields.approval_status;
const approval = { approval_status: about('The client’s approval.', required(status)) };

/** Set by members only; read-only in the public API. */
export const setApproval = operation({
  name: 'campaigns.set_approval',
  id: 'setCampaignApproval',
  summary: 'Set the approval status of a campaign',
  note: 'pending, approved or rejected; emits campaign.updated if it changes.',
  allow: { user: 'member' },
  panel: { method: 'PUT', path: `${campaigns.path}/:id/approval`, status: 200 },
  emits: ['campaign.updated'],
  input: { path: ['id'], fields: approval },
  output: { kind: 'record', table: campaigns },
  one: campaigns.one,
  run: (ctx, { id, values }) => updateApproval(ctx, id, values),
});

/** Resets the approval of a campaign whose snapshot under review is outdated, as a file was added or removed. */
const fileChanged = teamStatement(`
  with old as materialized (
    select c.* from campaigns c where c.team_id = $team and c.id = $id and c.is_shown for update),
  t as (
    update campaigns t set revision = old.revision + 1, approval_status = 'pending', updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id and exists (
      select from approval_items i
      join approval_rounds p on p.team_id = $team and p.request_id = i.request_id and p.n = i.n and p.round = i.round
      where i.team_id = $team and i.campaign_id = old.id and i.is_live and p.revision = old.revision
        and p.sha256 <> ${hashOf(snapshotOf('old'))})
    returning t.*),
  ${emitsChange(campaigns, { now: 't', sets: ['approval_status', 'updated_at'] }, changeEvents(campaigns, 'updated'))}
  select id from t`);

/**
 * Resets the approval of a campaign under review whose files may have changed. Call it in the transaction that adds or removes a file.
 * Has no effect on campaigns that are not under review.
 */
export async function filesChanged(db: Pick<TeamDb, 'run'>, id: string): Promise<void> {
  await db.run(fileChanged, { id });
}
