import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { sealContextOf } from '#server/features/webhooks/signature.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

const service = useService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

describe('contacts', () => {
  test('the jid is derived from the phone; one contact per phone', async () => {
    const contact = await team.create('contacts', {
      phone: '5511987654321',
      jid: 'x',
      push_name: 'x',
    });
    expect([contact.jid, contact.push_name]).toEqual(['5511987654321@s.msgapp.net', null]);
    const twice = await team.post('/msgapp/contacts', { phone: '5511987654321' });
    expect([twice.status, twice.error.code]).toEqual([422, 'DUPLICATE_ENTRY']);
    for (const phone of [
      '+5511987654321',
      '123456789',
      '1234567890123456',
      '55 11 98765-4321',
      '',
      5511987654321,
    ]) {
      expect((await team.post('/msgapp/contacts', { phone })).status, String(phone)).toBe(400);
    }
  });

  test('DELETE is permanent, and 409 while conversations are linked', async () => {
    const { id } = await team.create('contacts');
    const conversation = uuidv7();
    await service.sql(
      'insert into conversations (team_id, id, inbox_id, contact_id) values ($1, $2, $3, $4)',
      [team.id, conversation, team.inbox, id],
    );
    const refused = await team.delete(`/msgapp/contacts/${id}`);
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect((await team.get(`/msgapp/contacts/${id}`)).status).toBe(200);
    await service.sql('delete from conversations where id = $1', [conversation]);
    expect((await team.delete(`/msgapp/contacts/${id}`)).data).toEqual({ id, deleted: true });
    expect((await team.get(`/msgapp/contacts/${id}`)).status).toBe(404);
    expect((await team.delete(`/msgapp/contacts/${id}`)).status).toBe(404);
  });

  test('search finds names and phones, with or without punctuation; tag filters exactly', async () => {
    const freshTeam = await service.team();
    const one = await freshTeam.create('contacts', {
      phone: '5511912345678',
      custom_name: 'Zoé',
      tags: ['vip', 'novo'],
    });
    const two = await freshTeam.create('contacts', { phone: '5521988887777', tags: ['vips'] });
    // Ends like the first one.
    const three = await freshTeam.create('contacts', { phone: '552212345678' });
    await service.sql(`update contacts set push_name = 'Ângela' where id = $1`, [two.id]);
    const find = async (query: string) =>
      ((await freshTeam.get(`/msgapp/contacts?${query}`)).body.data as Json[]).map((row) => row.id);
    expect(await find('search=zoe')).toEqual([one.id]);
    expect(await find('search=ANGELA')).toEqual([two.id]);
    for (const term of ['912345678', '+55 (11) 91234-5678', '11 91234'])
      expect(await find(`search=${encodeURIComponent(term)}`), term).toEqual([one.id]);
    expect(await find('search=12345678')).toEqual([three.id, one.id]);
    expect(await find('tag=vip')).toEqual([one.id]);
    expect(await find('tag=vi')).toEqual([]);
  });
});

describe('campaigns', () => {
  test('project is nested and immutable, approval_status is read-only', async () => {
    const project = await team.create('projects', { name: 'Verão' });
    const campaign = await team.create('campaigns', {
      project_id: project.id,
      approval_status: 'approved',
      goals: { z: 1, a: { deep: [1, 2.5, null, true, 'ç'] } },
    });
    expect(campaign.project).toEqual({ id: project.id, name: 'Verão' });
    expect([campaign.approval_status, campaign.status]).toEqual(['pending', 'draft']);
    expect(JSON.stringify(campaign.goals)).toBe('{"z":1,"a":{"deep":[1,2.5,null,true,"ç"]}}');
    expect(
      (await team.put(`/campaigns/${campaign.id}`, { goals: { z: 1, a: 2 } })).data.goals,
    ).toEqual({ z: 1, a: 2 });
    expect((await team.put(`/campaigns/${campaign.id}`, { goals: null })).data.goals).toEqual({});
    for (const goals of [[], 'x', 1, JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)]) {
      expect((await team.put(`/campaigns/${campaign.id}`, { goals })).status).toBe(400);
    }
  });

  test('DELETE cancels, and a second one gets the same answer', async () => {
    const { id } = await team.create('campaigns', { status: 'active' });
    const deleted = await team.delete(`/campaigns/${id}`);
    expect(deleted.data).toEqual({
      id,
      status: 'cancelled',
      cancelled_at: expect.stringMatching(/Z$/),
    });
    expect((await team.delete(`/campaigns/${id}`)).text).toBe(deleted.text);
    expect((await team.put(`/campaigns/${id}`, { status: 'draft' })).data.status).toBe('draft');
  });
});

describe('activities', () => {
  test('defaults: a task, now, open', async () => {
    const activity = await team.create('activities');
    expect(activity).toMatchObject({ type: 'task', is_completed: false, priority: null });
    expect(activity.occurred_at).toBe(activity.created_at);
    const pastActivity = await team.create('activities', { occurred_at: '2026-05-01T10:00-03:00' });
    expect(pastActivity.occurred_at).toBe('2026-05-01T13:00:00.000Z');
    for (const occurred_at of [
      '2026-05-01',
      '2026-05-01T10:00:00',
      '2026-05-01 10:00:00Z',
      '2026-02-30T10:00:00Z',
      '2026-05-01T24:00:00Z',
      '2026-05-01T10:00:60Z',
      'now',
      0,
    ]) {
      expect(
        (await team.post('/activities', { title: 'x', occurred_at })).status,
        String(occurred_at),
      ).toBe(400);
    }
  });

  test('any offset and either decimal sign are accepted; the record can be sent back', async () => {
    for (const [sent, answered] of [
      ['2026-11-30T12:00:00,5Z', '2026-11-30T12:00:00.500Z'],
      ['2026-11-30T12:00:00.123456789+23:59', '2026-11-29T12:01:00.123Z'],
      ['2026-11-30T12:00-0330', '2026-11-30T15:30:00.000Z'],
      ['2026-11-30t12:00:00z', '2026-11-30T12:00:00.000Z'],
      ['0001-01-02T00:00:00+15', '0001-01-01T09:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ]) {
      const activity = await team.create('activities', { occurred_at: sent });
      expect(activity.occurred_at).toBe(answered);
      expect((await team.put(`/activities/${activity.id}`, activity)).data).toEqual(activity);
    }
    for (const occurred_at of [
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '2026-01-01T12:00.5Z',
    ]) {
      expect(
        (await team.post('/activities', { title: 'x', occurred_at })).status,
        occurred_at,
      ).toBe(400);
    }
  });

  test('the time of completion is stored, and DELETE returns it', async () => {
    const { id } = await team.create('activities');
    const done = await team.put(`/activities/${id}`, { is_completed: true });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const deleted = await team.delete(`/activities/${id}`);
    expect(deleted.data).toEqual({ id, is_completed: true, completed_at: done.data.updated_at });
    expect((await team.delete(`/activities/${id}`)).text).toBe(deleted.text);
    expect((await team.put(`/activities/${id}`, { is_completed: false })).data.is_completed).toBe(
      false,
    );
    const again = await team.delete(`/activities/${id}`);
    expect(again.data.completed_at).not.toBe(deleted.data.completed_at);
  });

  test('completed is the text true or false', async () => {
    const freshTeam = await service.team();
    const open = await freshTeam.create('activities');
    const done = await freshTeam.create('activities', { is_completed: true });
    const find = async (query: string) =>
      ((await freshTeam.get(`/activities?${query}`)).body.data as Json[]).map((row) => row.id);
    expect([await find('completed=true'), await find('completed=false')]).toEqual([
      [done.id],
      [open.id],
    ]);
    for (const value of ['1', 'TRUE', 'yes'])
      expect((await freshTeam.get(`/activities?completed=${value}`)).status).toBe(400);
  });

  test('types sort alphabetically', async () => {
    const freshTeam = await service.team();
    for (const type of ['note', 'call', 'task', 'email'])
      await freshTeam.create('activities', { type });
    expect(
      ((await freshTeam.get('/activities?sort=type')).body.data as Json[]).map((row) => row.type),
    ).toEqual(['call', 'email', 'note', 'task']);
  });
});

describe('webhooks', () => {
  test('the secret is only in the answer to create, and encrypted in the database', async () => {
    const made = await team.post('/webhooks', { name: 'Entrada' });
    const secret = made.data.secret_token as string;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id } = made.data;
    for (const answer of [
      await team.get(`/webhooks/${id}`),
      await team.get('/webhooks'),
      await team.put(`/webhooks/${id}`, { name: 'x', secret_token: 'mine' }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('secret');
    }
    const [row] = await service.sql('select secret_token from webhooks where id = $1', [id]);
    expect(
      service.secrets.open(row?.secret_token as Buffer, sealContextOf(team.id, id as string)),
    ).toBe(secret);
    expect(() =>
      service.secrets.open(row?.secret_token as Buffer, sealContextOf(team.id, uuidv7())),
    ).toThrow();
  });

  test('the slug is created once and ignored on update; DELETE is permanent', async () => {
    const hook = await team.create('webhooks', { name: 'Formulário do site' });
    expect(hook.slug).toBe('formulario-do-site');
    expect((await team.create('webhooks', { name: 'Formulário do site' })).slug).toBe(
      'formulario-do-site-2',
    );
    expect((await team.create('webhooks', { name: '日本語' })).slug).toBe('webhook-endpoint');
    expect((await team.put(`/webhooks/${hook.id}`, { slug: 'outro' })).data.slug).toBe(
      'formulario-do-site',
    );
    expect((await team.post('/webhooks', { name: 'x', slug: 'formulario-do-site' })).status).toBe(
      422,
    );
    expect((await team.delete(`/webhooks/${hook.id}`)).data).toEqual({
      id: hook.id,
      deleted: true,
    });
    expect((await team.delete(`/webhooks/${hook.id}`)).status).toBe(404);
  });

  test('a column must belong to the pipeline', async () => {
    const project = await team.create('projects');
    const task = await team.create('tasks', { project_id: project.id });
    const [first] = team.pipeline.columns;
    const hook = await team.create('webhooks', {
      target_pipeline_id: team.pipeline.id,
      target_column_id: first?.id,
    });
    expect([hook.target_pipeline_id, hook.target_column_id]).toEqual([team.pipeline.id, first?.id]);
    const wrong = await team.post('/webhooks', {
      name: 'x',
      target_pipeline_id: task.pipeline_id,
      target_column_id: first?.id,
    });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(wrong.error.message).toContain('target_column_id');
  });

  test('an endpoint with a url receives every event unless it lists some', async () => {
    expect((await team.create('webhooks')).events).toEqual([]);
    expect((await team.create('webhooks', { url: 'https://example.com/x' })).events).toEqual(['*']);
    const some = await team.create('webhooks', {
      url: 'https://example.com/x',
      events: ['deal.created', 'deal.created', 'task.moved'],
    });
    expect(some.events).toEqual(['deal.created', 'task.moved']);
    expect(
      (await team.create('webhooks', { url: 'https://example.com/x', events: [] })).events,
    ).toEqual([]);
    expect((await team.put(`/webhooks/${some.id}`, { events: null })).data.events).toEqual([]);
    const later = await team.create('webhooks');
    expect(
      (await team.put(`/webhooks/${later.id}`, { url: 'http://example.com' })).data.events,
    ).toEqual(['*']);
    expect((await team.put(`/webhooks/${later.id}`, { url: null })).data.events).toEqual([]);
    for (const fields of [
      { url: 'ftp://x' },
      { url: 'x' },
      { url: 'https://user:pw@example.com' },
      { url: `https://x/${'a'.repeat(2048)}` },
      { events: ['nope'] },
      { events: 'deal.created' },
    ]) {
      expect(
        (await team.post('/webhooks', { name: 'x', ...fields })).status,
        JSON.stringify(fields),
      ).toBe(400);
    }
  });

  test('active is the text true or false', async () => {
    const freshTeam = await service.team();
    const on = await freshTeam.create('webhooks');
    const off = await freshTeam.create('webhooks', { is_active: false });
    const find = async (query: string) =>
      ((await freshTeam.get(`/webhooks?${query}`)).body.data as Json[]).map((row) => row.id);
    expect([await find('active=true'), await find('active=false')]).toEqual([[on.id], [off.id]]);
  });
});

test('a lost database is 503, and requests work again once it is back', async () => {
  const freshTeam = await service.team();
  await service.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const answers = await Promise.all(Array.from({ length: 12 }, () => freshTeam.get('/projects')));
  for (const answer of answers) expect([200, 503]).toContain(answer.status);
  await expect.poll(async () => (await freshTeam.get('/projects')).status).toBe(200);
});
