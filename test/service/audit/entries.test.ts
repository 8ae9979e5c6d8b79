import { expect, test } from 'vitest';
import { type Json, useSharedService } from '#test/support/harness.ts';

/* Contents of an audit entry, and the moves stored for a record. */
const service = useSharedService();

const entriesOf = async (team: { readonly id: string }): Promise<Json[]> =>
  (
    await service.sql(
      `select operation, actor, record_type, record_id, before::json, after::json, host(address) as address from audit_entries
        where team_id = $1 order by id`,
      [team.id],
    )
  ).map((row) => row);

test('an entry holds the author and the changed fields before and after', async () => {
  const team = await service.team();
  const long = 'ã"'.repeat(150);
  const deal = await team.create('deals', { title: 'Site', description: long, value: 10 });
  await team.put(`/deals/${deal.id}`, { phase: 'ganho', description: null });
  // An update without a change leaves no entry.
  await team.put(`/deals/${deal.id}`, { phase: 'ganho' });
  await team.delete(`/deals/${deal.id}`);
  const all = await entriesOf(team);
  const common = { actor: 'key', record_type: 'deals', record_id: deal.id, address: '127.0.0.1' };
  const digest = { length: 300, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(all).toMatchObject([
    {
      ...common,
      operation: 'deals.create',
      before: null,
      after: { title: 'Site', value: 10, description: digest },
    },
    {
      ...common,
      operation: 'deals.update',
      before: { phase: deal.phase, description: digest },
      after: { phase: 'ganho', description: null },
    },
    {
      ...common,
      operation: 'deals.delete',
      before: { status: 'ativo' },
      after: { status: 'arquivado' },
    },
  ]);
  expect(Object.keys(all[1]?.after as Json)).toEqual(Object.keys(all[1]?.before as Json));
});

test('moves of a deal, a task and a campaign are stored', async () => {
  const team = await service.team();
  const deal = await team.create('deals', { title: 'Site', phase: 'novo', value: 12.5 });
  await team.put(`/deals/${deal.id}`, { phase: 'ganho', status: 'arquivado' });
  await team.put(`/deals/${deal.id}`, { title: 'Loja' });
  const project = await team.create('projects');
  const task = await team.create('tasks', { project_id: project.id });
  await team.put(`/tasks/${task.id}`, { column: 'done' });
  const campaign = await team.create('campaigns', { project_id: project.id });
  await team.delete(`/campaigns/${campaign.id}`);
  const moves = await service.sql(
    'select resource, record_id, field, was, became, value from moves where team_id = $1 order by moved_at, id',
    [team.id],
  );
  expect(moves).toEqual([
    {
      resource: 'deals',
      record_id: deal.id,
      field: 'phase',
      was: 'novo',
      became: 'ganho',
      value: '12.50',
    },
    {
      resource: 'deals',
      record_id: deal.id,
      field: 'status',
      was: 'ativo',
      became: 'arquivado',
      value: '12.50',
    },
    {
      resource: 'tasks',
      record_id: task.id,
      field: 'column',
      was: task.column,
      became: 'done',
      value: null,
    },
    {
      resource: 'campaigns',
      record_id: campaign.id,
      field: 'status',
      was: campaign.status,
      became: 'cancelled',
      value: null,
    },
  ]);
});
