import { beforeAll, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Changes of a team by its admins leave audit entries with their author. */
const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
});

/** Audit entries of a call. */
async function entriesOf(work: () => Promise<{ status: number; text: string }>): Promise<Json[]> {
  const all = () =>
    service.sql(
      `select operation, record_type, record_id, actor, actor_id, before, after from audit_entries where team_id = $1 order by id`,
      [team.id],
    );
  const before = (await all()).length;
  const { status, text } = await work();
  expect(status, text).toBeLessThan(300);
  return (await all()).slice(before);
}

test('each change leaves its entry, and no secret', async () => {
  const common = { actor: 'user', actor_id: admin.userId };
  const made = async (path: string, body: Json) => {
    const answer = await admin.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  };
  const phases = ['lead', 'ganho'];
  expect(await entriesOf(() => admin.put('/settings', { deal_phases: phases }))).toEqual([
    {
      ...common,
      operation: 'settings.update',
      record_type: 'teams',
      record_id: team.id,
      before: '{"deal_phases":[]}',
      after: '{"deal_phases":["lead","ganho"]}',
    },
  ]);
  const deal = await team.create('deals', { phase: 'lead' });
  await team.put(`/deals/${deal.id}`, { phase: 'ganho' });
  const renamed = await entriesOf(() =>
    admin.put('/settings/phases', { from: 'ganho', to: 'Fechado' }),
  );
  expect(renamed).toMatchObject([
    { ...common, operation: 'settings.rename_phase', record_type: 'teams' },
    { ...common, record_type: 'deals', record_id: deal.id, before: '{"phase":"ganho"}' },
  ]);
  // A deal has moved into the phase under its new name, once.
  expect(
    await service.sql(`select was, became from moves where record_id = $1`, [deal.id]),
  ).toEqual([{ was: 'lead', became: 'Fechado' }]);

  const squad = await made('/squads', { name: 'Social' });
  const project = await team.create('projects', { squad_id: squad.id });
  for (const [work, operation, count] of [
    [() => admin.put(`/squads/${squad.id}`, { name: 'Mídia' }), 'squads.update', 1],
    [() => admin.put(`/squads/${squad.id}/members/${admin.userId}`), 'squads.add_member', 1],
    [() => admin.delete(`/squads/${squad.id}/members/${admin.userId}`), 'squads.remove_member', 1],
    [() => admin.delete(`/squads/${squad.id}`), 'squads.delete', 2],
  ] as const) {
    const entries = await entriesOf(work);
    expect(entries.map((entry) => [entry.operation, entry.actor_id])).toEqual(
      Array(count).fill([operation, admin.userId]),
    );
  }

  const pipeline = await made('/pipelines', {
    name: 'Vídeo',
    columns: [
      { slug: 'a', name: 'A' },
      { slug: 'b', name: 'B' },
    ],
  });
  const [a, b] = pipeline.columns as Json[];
  const task = { project_id: project.id, pipeline_id: pipeline.id, column: 'a' };
  const { id } = await team.create('tasks', task);
  const removed = await entriesOf(() => admin.post(`/columns/${a?.id}/remove`, { to: b?.id }));
  expect(removed).toMatchObject([
    { ...common, operation: 'columns.remove', record_type: 'tasks', record_id: id },
    { ...common, operation: 'columns.remove', record_type: 'columns', record_id: a?.id },
  ]);
  expect(
    await service.sql(`select field, was, became, user_id from moves where record_id = $1`, [id]),
  ).toEqual([{ field: 'column', was: 'a', became: 'b', user_id: admin.userId }]);

  const key = await made('/keys', { name: 'Site' });
  const rotated = await entriesOf(() => admin.post(`/keys/${key.id}/rotate`));
  expect(rotated).toMatchObject([{ ...common, operation: 'keys.rotate', record_type: 'keys' }]);
  expect(JSON.parse(String(rotated[0]?.after))).toMatchObject({ instead_of: key.id });
  expect(await entriesOf(() => admin.delete(`/keys/${key.id}`))).toMatchObject([
    { ...common, operation: 'keys.revoke', record_id: key.id },
  ]);
  const entryRows = await service.sql(
    'select before, after from audit_entries where team_id = $1',
    [team.id],
  );
  expect(JSON.stringify(entryRows)).not.toContain('pauta_');
});
