import { expect, test } from 'vitest';
import { restore, withBackup } from '#server/db/backup.ts';
import { readBackup } from '#server/db/backup-file.ts';
import { useLive } from '#test/support/live/fixture.ts';

/* Cursors of a client on a database that was restored, however similar they look. */
const service = useLive({ nodes: 1 });

async function backup(): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  const about = { pauta: '0', secret_key: '', secret_keys: [] };
  await withBackup(service.connection, about, async ({ lines }) => {
    for await (const line of lines) chunks.push(line);
  });
  return chunks;
}

test('after a restore every earlier cursor is answered by a resync, however far the restored database has advanced', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const stream = await service.listen(team, ana);
  const ready = await stream.until('ready');
  const project = await team.create('projects', { name: 'Guardado' });
  const change = await stream.until('change');
  const chunks = await backup();
  const lost = await team.create('projects', { name: 'Perdido' });
  const lostChange = await stream.until('change', ({ record_id }) => record_id === lost.id);
  const later = await service.listen(team, ana);
  const latest = await later.until('ready');

  for (const { live } of service.nodes) await live.close();
  const read = await readBackup(
    (async function* () {
      yield* chunks;
    })(),
  );
  await restore(service.connection, read, { replace: true, isPast: true });
  // A backup signs everybody out, so she signs in again.
  await service.sql('update sessions set ended_at = null where id = $1', [ana.sessionId]);
  const node = service.nodes.length;
  await service.start();
  for (let i = 0; i < 5; i += 1) await team.create('projects', { name: `Novo ${i}` });

  for (const { id } of [ready, change, lostChange, latest]) {
    const again = await service.listen(team, ana, { node, lastId: id });
    expect((await again.until('resync')).data).toEqual({ reason: 'unknown' });
    await team.put(`/projects/${project.id}`, { name: `Depois de ${id}` });
    await again.until('change', ({ record_id }) => record_id === project.id);
    // Changes made just before in the restored database may arrive; none of the old one do.
    expect(again.heard.map(({ event }) => event)).toEqual([
      'resync',
      ...again.changes().map(() => 'change'),
    ]);
    expect(again.changes().map(({ record_id }) => record_id)).not.toContain(lost.id);
    again.close();
  }
  // Rows written by the restore are not sent as news.
  const fresh = await service.listen(team, ana, { node });
  await fresh.until('ready');
  expect(fresh.changes()).toEqual([]);
});

test.each(['events', 'live_notices'])(
  'data files restored to an earlier day are detected, although their %s continue with the same numbers',
  async (table) => {
    const team = await service.team();
    const ana = await service.person(team, 'owner');
    const node = service.nodes.length;
    await service.start();
    const first = await service.listen(team, ana, { node });
    await first.until('ready');
    const made =
      table === 'events'
        ? await team.create('projects')
        : (await ana.post('/squads', { name: 'Criação' })).data;
    await first.until(table === 'events' ? 'change' : 'stale');
    // Like a heartbeat: a cursor that names no event.
    const at = await service.listen(team, ana, { node });
    const { id: lastId } = await at.until('ready');
    for (const each of [first, at]) each.close();
    const same = await service.listen(team, ana, { node, lastId });
    await same.until('ready');
    same.close();
    await expect.poll(() => service.nodes[node]?.live.count()).toBe(0);
    await service.sql(`delete from ${table} where record_id = $1`, [made.id]);
    await team.create('projects');
    const again = await service.listen(team, ana, { node, lastId });
    expect((await again.until('resync')).data).toEqual({ reason: 'unknown' });
  },
);
