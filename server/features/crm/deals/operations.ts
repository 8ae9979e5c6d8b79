import { iso } from '#server/db/statement.ts';
import { crud, reads } from '#server/operations/crud.ts';
import type { Operation } from '#server/operations/operation.ts';
import { alsoForKeys, outsidePanel, panelOnly } from '#server/operations/panel-only.ts';
import { creates, runs, updates } from '#server/records/crud-queries.ts';
import { type Derived, retireStatement } from '#server/records/statements.ts';
import { listedDeals } from './board-table.ts';
import { dealInputs, deals } from './table.ts';

/** Position of `$phase` in the team's list; the max integer for an unlisted phase. */
const rank = `coalesce(
  (select array_position(deal_phases, $phase::text) from teams where id = $team), 2147483647)`;

function consequences(inputNames: ReadonlySet<string>): Derived {
  return {
    ...(inputNames.has('phase') ? { phase_rank: rank } : {}),
    ...(inputNames.has('status')
      ? {
          archived_at: `case when $status::deal_status = 'arquivado' then coalesce(old.archived_at, clock.now) end`,
        }
      : {}),
  };
}

const plain = crud(
  deals,
  dealInputs,
  {
    deleted: { id: '', status: 'arquivado', archived_at: '' },
    alsoEmits: { update: ['deal.stage_changed'] },
    alsoAllow: { update: { workflow: true } },
  },
  {
    create: creates(deals, dealInputs.create, {
      phase_rank: rank,
      archived_at: `case when $status::deal_status = 'arquivado' then now() end`,
    }),
    update: updates(deals, dealInputs.update, consequences, (inputNames) =>
      inputNames.has('phase')
        ? [{ kind: 'deal.stage_changed', where: 'old.phase is distinct from t.phase' }]
        : [],
    ),
    delete: runs(
      retireStatement(
        deals,
        { status: `'arquivado'`, archived_at: 'coalesce(old.archived_at, clock.now)' },
        { status: 't.status', archived_at: iso('t.archived_at') },
      ),
    ),
  },
);

export default { ...plain, list: outsidePanel(plain.list) };

/** Deals list with the panel's additional filters. */
export const listInPanel: Operation = {
  ...alsoForKeys(panelOnly(reads(listedDeals).list, 'member')),
  name: 'deals.list_in_panel',
  id: 'listTeamDeals',
};
