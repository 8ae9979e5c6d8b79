import { afterAll, describe, expect, test } from 'vitest';
import { namingFields } from '#server/features/audit/table.ts';
import { records } from '#server/features/records.ts';
import { csvLine } from '#server/platform/csv.ts';
import { outputOf } from '#test/support/commands.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { makePerson, ownPage } from '#test/support/people.ts';
import { cleanUp, onDatabase, pauta } from '#test/support/processes.ts';

/* Access to the audit log, and its filters. */
const service = useService();
afterAll(cleanUp);

test('pauta audit names keys, users and records', async () => {
  const team = await service.team('Com nomes');
  const ana = await makePerson(service, team, 'admin');
  await service.sql(`update api_keys set name = 'Site da agência' where team_id = $1`, [team.id]);
  const deal = await team.create('deals', { title: 'Loja' });
  await ana.put(`/deals/${deal.id}`, { title: 'Loja nova' });
  const [user] = await service.sql('select name from users where id = $1', [ana.userId]);
  const env = onDatabase(service.connection, service.secret);
  const lines = outputOf(await pauta(['audit', '--team', team.slug], env)).split('\n');
  const lineOf = (operation: string) => lines.find((line) => line.includes(operation)) ?? '';
  expect(lineOf('deals.create')).toContain('Site da agência (key)');
  expect(lineOf('deals.update')).toContain(`${user?.name} (user)`);
  for (const operation of ['deals.create', 'deals.update'])
    expect(lineOf(operation)).toContain(`deals "Loja nova" ${deal.id}`);
});

test('admins and owners can read it, members cannot, and no one can read another team’s', async () => {
  const [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  const [owner, admin, member] = [
    await makePerson(service, ours, 'owner'),
    await makePerson(service, ours, 'admin'),
    await makePerson(service, ours, 'member'),
  ];
  const deal = await ours.create('deals', { title: 'Site' });
  await member.put(`/deals/${deal.id}`, { title: 'Loja' });
  const foreign = await theirs.create('deals');
  for (const person of [owner, admin]) {
    const answer = await person.get('/audit');
    expect(answer.status, answer.text).toBe(200);
    const all = answer.body.data as Json[];
    expect(all).toMatchObject([
      {
        actor: 'user',
        actor_id: member.userId,
        session_id: member.sessionId,
        operation: 'deals.update',
        record_type: 'deals',
        record_id: deal.id,
        before: { title: 'Site' },
        after: { title: 'Loja' },
      },
      { actor: 'key', operation: 'deals.create' },
    ]);
    expect(all[0]?.user_name).toEqual(expect.any(String));
    expect(all.map(({ actor_name, record_name }) => [actor_name, record_name])).toEqual([
      [all[0]?.user_name, 'Loja'],
      [expect.any(String), 'Loja'],
    ]);
    expect((await person.get(`/audit?record_id=${foreign.id}`)).body.data).toEqual([]);
  }
  expect((await member.get('/audit')).status).toBe(403);
});

test('names the records in its changes, in the log and in the history, and none of another team', async () => {
  const [ours, theirs] = [await service.team('Nomes'), await service.team('Outra')];
  const admin = await makePerson(service, ours, 'admin');
  const member = await makePerson(service, ours, 'member');
  const [ana, bia] = [
    await ours.create('clients', { name: 'Padaria Ana' }),
    await ours.create('clients', { name: 'Bia Ltda.' }),
  ];
  const foreign = await theirs.create('clients', { name: 'Segredo' });
  const project = await ours.create('projects', { name: 'Site', client_id: ana.id });
  const deal = await ours.create('deals', { title: 'Loja', client_id: ana.id });
  await admin.put(`/deals/${deal.id}`, { client_id: bia.id });
  const task = await ours.create('tasks', { project_id: project.id });
  await admin.put(`/tasks/${task.id}`, { assignee_ids: [admin.userId, member.userId] });
  const activity = await ours.create('activities', { deal_id: deal.id });
  const namesOf = (entries: unknown, operation: string) =>
    (entries as Json[])
      .filter((entry) => entry.operation === operation)
      .map(({ names }) => (names as Json[]).map(({ type, name }) => `${type} ${name}`).sort());
  const log = async (id: unknown) => (await admin.get(`/audit?record_id=${id}`)).body.data;
  const history = async (type: string, id: unknown) =>
    (await member.get(`/history?record_type=${type}&record_id=${id}`)).body.data;
  const both = [await log(deal.id), await history('deals', deal.id)];
  for (const entries of both) {
    expect(namesOf(entries, 'deals.update')).toEqual([
      ['clients Bia Ltda.', 'clients Padaria Ana'],
    ]);
    expect(namesOf(entries, 'deals.create')).toEqual([['clients Padaria Ana']]);
  }
  expect(namesOf(await log(activity.id), 'activities.create')).toEqual([['deals Loja']]);
  const [created] = namesOf(await log(task.id), 'tasks.create');
  expect(created).toContain('projects Site');
  const [assigned] = namesOf(await history('tasks', task.id), 'tasks.update');
  expect(assigned).toHaveLength(2);
  // An id of another team, or of a deleted record, has no name.
  const contact = await ours.create('contacts', { custom_name: 'Caio' });
  await service.sql(`update audit_entries set before = $2, after = $3 where record_id = $1`, [
    deal.id,
    JSON.stringify({ client_id: foreign.id, contact_id: contact.id }),
    JSON.stringify({ client_id: null, project_id: project.id, campaign_id: 'no id' }),
  ]);
  expect((await ours.delete(`/msgapp/contacts/${contact.id}`)).status).toBe(200);
  expect(namesOf(await log(deal.id), 'deals.update')).toEqual([['projects Site']]);
});

test('every linking field links to a record that the log can name', () => {
  const linking = records.flatMap(({ table }) =>
    Object.entries(table.fields).flatMap(([name, { target }]) => (target ? [[name, target]] : [])),
  );
  expect(linking).not.toEqual([]);
  for (const [name = '', target] of linking) expect(namingFields[name], name).toBe(target);
});

test('it can be filtered by actor, record, operation and time, and paged', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin');
  const deal = await team.create('deals', { title: 'Site' });
  await admin.put(`/deals/${deal.id}`, { title: 'Loja' });
  await admin.post('/deals', { title: 'Feira' });
  const idsOf = async (query: string) =>
    ((await admin.get(`/audit?${query}`)).body.data as Json[]).map(({ operation }) => operation);
  expect(await idsOf(`record_id=${deal.id}`)).toEqual(['deals.update', 'deals.create']);
  expect(await idsOf(`actor_id=${admin.userId}`)).toEqual(['deals.create', 'deals.update']);
  expect(await idsOf('operation=deals.update')).toEqual(['deals.update']);
  expect(await idsOf('from=2999-01-01')).toEqual([]);
  expect(await idsOf('to=2020-01-01')).toEqual([]);
  const first = await admin.get('/audit?limit=2');
  const next = /(\?[^>]+)>/.exec(String(first.headers.link))?.[1];
  const second = await admin.get(`/audit${next}`);
  const ids = [first, second].flatMap(({ body }) => (body.data as Json[]).map(({ id }) => id));
  expect(new Set(ids).size).toBe(3);
});

describe('as a file', () => {
  test('it holds every entry that matches the filters, needs the export permission, and leaves an entry', async () => {
    const team = await service.team();
    const may = await makePerson(service, team, 'admin', { mayExport: true });
    const deal = await team.create('deals', { title: '=1+1' });
    // More than one page.
    await service.sql(
      `insert into audit_entries (team_id, id, actor, operation, record_type, record_id, digest)
      select $1, uuid7(now() - n * interval '1 minute'), 'system', 'deals.update', 'deals', $2, '' from generate_series(1, 1001) n`,
      [team.id, deal.id],
    );
    // Only JSON is checked against the document.
    const file = async (query = '') => {
      const { statusCode, headers, payload } = await service.app.inject({
        url: `/api/panel/teams/${team.slug}/audit.csv${query}`,
        headers: { ...ownPage, cookie: `pauta_session=${may.token}` },
      });
      return { status: statusCode, headers, text: payload };
    };
    const answer = await file();
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    expect(answer.headers['content-disposition']).toContain(`audit-${team.slug}.csv`);
    expect(answer.text.startsWith('\ufeffid;created_at;')).toBe(true);
    const rows = answer.text.trimEnd().split('\r\n').slice(1);
    const ids = rows.map((row) => row.split(';')[0]);
    expect(rows).toHaveLength(1_003);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    const csv = await file(`?operation=audit.export&record_id=${team.id}`);
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).toContain(';audit.export;');
    expect((await file('?operation=deals.create')).text).toContain("'=1+1");
    expect((await file('?from=2999-01-01')).text.split('\r\n')).toHaveLength(2);

    // Large exports need a fresh proof of identity.
    await service.sql(
      `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $1`,
      [may.personId],
    );
    await expect.poll(async () => (await file()).text).toContain('REAUTH_REQUIRED');
    expect((await file('?operation=deals.create')).status).toBe(200);
  });

  test('other members get neither it nor any part of a list', async () => {
    const [team, otherTeam] = [await service.team(), await service.team()];
    const may = await makePerson(service, team, 'owner');
    const admin = await makePerson(service, team, 'admin');
    const member = await makePerson(service, team, 'member', { mayExport: true });
    const foreign = await makePerson(service, otherTeam, 'owner');
    for (const each of [admin, member])
      expect((await each.get('/audit.csv')).error.code).toBe('FORBIDDEN');
    const theirs = await foreign.own('GET', `/teams/${team.slug}/audit.csv`);
    const nobodys = await foreign.own('GET', '/teams/nobody-has-this/audit.csv');
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    for (const query of ['limit=1', 'page=2', 'color=red', 'actor_id=x'])
      expect((await may.get(`/audit.csv?${query}`)).status).toBe(400);
    expect((await may.call('HEAD', '/audit.csv')).status).toBe(200);
    expect((await may.call('POST', '/audit.csv', {})).status).toBe(405);
    const entries = await service.sql(
      `select id from audit_entries where team_id = $1 and operation = 'audit.export'`,
      [team.id],
    );
    expect(entries).toEqual([]);
  });
});

test('a cell of a spreadsheet is never a formula', () => {
  expect(csvLine(['=1+1', '@x', '-1', '+5511', 'a;b', 'a"b', -1, null, { a: '=1' }])).toBe(
    `'=1+1;'@x;'-1;'+5511;"a;b";"a""b";-1;;"{""a"":""=1""}"\r\n`,
  );
});
