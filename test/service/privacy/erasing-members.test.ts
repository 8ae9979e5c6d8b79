import { expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { importStage } from '#test/support/imports.ts';
import { makePerson } from '#test/support/people.ts';
import { decideAll, type PrivacyStage, privacyStage } from '#test/support/privacy.ts';

/* Erasing members of a team, and persons with very many records; erasures next to imports. */

const service = useService();

/** A request about a member, on which everything is decided. */
async function requestAbout(at: PrivacyStage, email: string, userId: string): Promise<string> {
  const { id } = (await at.owner.post('/privacy-requests', { kind: 'erasure', emails: [email] }))
    .data;
  await at.work();
  const chosen = await at.owner.put(`/privacy-requests/${id}/subjects`, { record_ids: [userId] });
  expect(chosen.status, chosen.text).toBe(200);
  await at.work();
  await decideAll(at, String(id));
  return String(id);
}

test('a member is a former member without a name afterwards; their work and their other team stay', async () => {
  const at = await privacyStage(service);
  const { team, owner } = at;
  const member = await makePerson(service, team, 'member', { name: 'Bruno Alves' });
  const colleague = await makePerson(service, team, 'member', { name: 'Carla Dias' });
  const elsewhere = await service.team();
  const both = await makePerson(service, team, 'member', { name: 'Davi Rocha' });
  await service.sql(
    `insert into users (team_id, id, person_id, name, email, role) values ($1, uuid7(), $2, 'Davi Rocha', $3, 'member')`,
    [elsewhere.id, both.personId, both.email],
  );
  const project = (await owner.post('/projects', { name: 'Feira', key: 'FEIRA' })).data;
  const task = (
    await member.post('/tasks', {
      ...{ title: 'Convites', project_id: project.id, assignee_ids: [member.userId] },
    })
  ).data;
  const comment = await member.post('/comments', {
    ...{ record_type: 'tasks', record_id: task.id, content: 'Feito' },
  });
  expect(comment.status, comment.text).toBe(201);
  const key = await createKey(service.database.platform, team.id, {
    ...{ name: 'Chave do Bruno', scope: 'full', userId: member.userId, expiresAt: null },
  });
  const withKey = () =>
    service.app.inject({
      url: '/api/v1/projects',
      headers: { authorization: `Bearer ${key.api_key}` },
    });
  expect((await withKey()).statusCode).toBe(200);
  const id = await requestAbout(at, member.email, member.userId);
  const erased = await at.erase(id);
  expect(erased).toMatchObject({ state: 'closed', outcome: 'fulfilled' });

  const [user] = await service.sql(
    'select name, email, person_id, suspended_at is not null as is_suspended from users where id = $1',
    [member.userId],
  );
  expect(user).toEqual({
    ...{ name: `Ex-membro ${erased.code}`, email: `${member.userId}@removido.invalid` },
    ...{ person_id: null, is_suspended: true },
  });
  const ofPerson = (table: string, column = 'person_id') =>
    service.sql(`select 1 from ${table} where ${column} = $1`, [member.personId]);
  expect(await ofPerson('people', 'id')).toEqual([]);
  for (const table of ['sessions', 'credentials', 'person_tokens', 'person_identities'])
    expect(await ofPerson(table), table).toEqual([]);
  // The rights of a session are remembered for a second.
  await expect
    .poll(async () => (await member.get('/me')).status, { timeout: 30_000 })
    .not.toBe(200);
  await expect.poll(async () => (await withKey()).statusCode, { timeout: 30_000 }).toBe(401);
  expect((await colleague.get('/projects')).status).toBe(200);

  // Their work stays, without their name.
  const taskAfter = (await owner.get(`/tasks/${task.id}`)).data;
  expect(taskAfter).toMatchObject({ title: 'Convites', assignee_ids: [member.userId] });
  const comments = await owner.get(`/comments?record_type=tasks&record_id=${task.id}`);
  expect(comments.text).toContain('Feito');
  expect(comments.text).not.toContain('Bruno');
  const proof = await owner.get(`/privacy-requests/${id}/proof`);
  expect(proof.data).toMatchObject({ is_genuine: true, content: { scan: { hits: {} } } });

  // A person with another team keeps the account and that membership.
  const second = await requestAbout(at, both.email, both.userId);
  await at.erase(second);
  expect(await service.sql('select 1 from people where id = $1', [both.personId])).toHaveLength(1);
  const rest = await service.sql(
    'select name, email from users where team_id = $1 and person_id = $2',
    [...[elsewhere.id, both.personId]],
  );
  expect(rest).toEqual([{ name: 'Davi Rocha', email: both.email }]);
});

test('the last owner is not erased, and nothing of them is', async () => {
  const at = await privacyStage(service);
  const { owner } = at;
  const id = await requestAbout(at, owner.email, owner.userId);
  const { code } = await at.get(id);
  await owner.post(`/privacy-requests/${id}/erase`, { code });
  await at.work();
  const after = await at.get(id);
  expect(after).toMatchObject({ state: 'failed', erasure_id: null });
  expect((after.reason_details as Json).code).toBe('last_owner');
  const [user] = await service.sql('select name, email from users where id = $1', [owner.userId]);
  expect(user).toEqual({ name: 'Ana', email: owner.email });
});

test('no erasure begins while an import of the team works, and one begins afterwards', async () => {
  const at = await privacyStage(service);
  const { upload } = await importStage(service, at.team);
  const id = await at.create();
  await decideAll(at, id);
  const file = await upload('Nome;Telefone\nMaria;(11) 91111-3333');
  const { code } = await at.get(id);
  for (const state of ['reading', 'checking', 'applying', 'undoing']) {
    await service.sql('update imports set state = $2 where id = $1', [file, state]);
    const early = await at.owner.post(`/privacy-requests/${id}/erase`, { code });
    expect(early.status, state).toBe(409);
    expect(early.text).toContain('data_moving');
  }
  expect(await at.get(id)).toMatchObject({ state: 'searched', erasure_id: null });
  await service.sql(`update imports set state = 'read' where id = $1`, [file]);
  expect(await at.erase(id)).toMatchObject({ state: 'closed' });
});

/** Messages of the person. */
const many = 50_000;
/** Most rows that a statement of an erasure deletes. */
const mostRows = 500;

test('a person with 50,000 messages is erased in statements of at most 500 messages, also if it is interrupted', async () => {
  const at = await privacyStage(service);
  const { team, conversation, ledger } = at;
  await service.sql(
    `insert into messages (team_id, id, inbox_id, conversation_id, remote_jid, direction, message_type, content, status, created_at)
      select m.team_id, uuid7(), m.inbox_id, m.conversation_id, m.remote_jid, m.direction, m.message_type, 'Mensagem ' || n, m.status,
        m.created_at - n * interval '1 minute'
      from messages m, generate_series(1, ${many}) n
      where m.team_id = $1 and m.conversation_id = $2 and m.direction = 'outgoing'`,
    [team.id, conversation],
  );
  // Sizes of deletions, as the database sees them.
  await service.sql(`
    create table deletions (n integer not null);
    create function note_deletion() returns trigger language plpgsql as $f$
      begin insert into deletions select count(*) from gone; return null; end $f$;
    create trigger note_deletion after delete on messages referencing old table as gone
      for each statement execute function note_deletion();`);
  try {
    const id = await at.create();
    await decideAll(at, id);
    const { code } = await at.get(id);
    const started = await at.owner.post(`/privacy-requests/${id}/erase`, { code });
    expect(started.status, started.text).toBe(200);
    const stop = new AbortController();
    const work = at.work({ ledger, stopped: stop.signal });
    const [sizes] = [
      'select count(*)::int as batches, max(n) as most, sum(n)::int as total from deletions where n > 0',
    ];
    await expect
      .poll(async () => (await service.sql(sizes ?? ''))[0]?.batches, { timeout: 240_000 })
      .toBeGreaterThan(5);
    stop.abort();
    await work;
    const [midway] = await service.sql(sizes ?? '');
    expect(midway?.total).toBeLessThan(many);
    expect(await at.get(id)).toMatchObject({ state: 'erasing' });
    await at.work({ ledger });
    expect(await at.get(id)).toMatchObject({ state: 'closed' });
    const [after] = await service.sql(sizes ?? '');
    expect(after?.most).toBeLessThanOrEqual(mostRows);
    expect(after?.total).toBeGreaterThanOrEqual(many);
    const rest = await service.sql('select 1 from messages where team_id = $1 limit 1', [team.id]);
    expect(rest).toEqual([]);
    const proof = await at.owner.get(`/privacy-requests/${id}/proof`);
    // Counts continue with those that were stored with the last complete step.
    expect((proof.data.content as Json).scan).toMatchObject({ hits: {} });
  } finally {
    await service.sql(
      'drop trigger note_deletion on messages; drop function note_deletion; drop table deletions',
    );
  }
}, 600_000);
