import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { billingCsv } from '#server/features/retainers/billing-csv.ts';
import { makeBillingLines } from '#server/features/retainers/sweeps.ts';
import type { Actor } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, ownPage } from '#test/support/people.ts';

/* Billing lines: the end of each period of an active contract makes one, with an event. Days pass by moving stored days back. */

const service = useService({ foreignRows: true });
const round = { isStopping: () => false, isSteady: async () => true };
const sweep = () => makeBillingLines(service.database, round);

/** A contract with a project that began days ago, and is billed from its first day. */
async function contractOf(team: TestTeam, days: number, values: Json = {}): Promise<Json> {
  const project = await team.create('projects');
  const [row] = await service.sql(
    `select ((now() at time zone 'America/Sao_Paulo')::date - $1::int)::text as day`,
    [days],
  );
  const contract = await team.create('contracts', {
    ...{ title: 'Cuidado mensal', period: 'monthly', starts_on: row?.day, value: 1000 },
    ...{ project_ids: [project.id] },
    ...values,
  });
  await service.sql('update contracts set bills_from = starts_on where id = $1', [contract.id]);
  return { ...contract, project: project.id };
}

/** Adds minutes to the project of a contract, a number of days after its start. */
const spend = (team: TestTeam, contract: Json, days: number, minutes: number) =>
  service.sql(
    `insert into time_entries (team_id, id, user_id, project_id, started_at, minutes, origin)
    select $1, uuid7(), $2, $3, (($4::date + $5::int)::timestamp + interval '1 hour') at time zone 'America/Sao_Paulo', $6, 'typed'`,
    [team.id, team.users[0], contract.project, contract.starts_on, days, minutes],
  );

const linesOf = async (team: TestTeam, contract: Json): Promise<Json[]> =>
  (await team.get(`/billing-lines?contract_id=${contract.id}&sort=ends_on`)).body.data as Json[];

test('each period that is over makes one line with its hours and amounts, whatever the processes', async () => {
  const team = await service.team();
  const client = await team.create('clients');
  const contract = await contractOf(team, 70, {
    ...{ client_id: client.id, included_hours: 10, overage_rate: 99.99, carry_over: 1 },
  });
  await spend(team, contract, 2, 60 * 4);
  await spend(team, contract, 40, 60 * 17 + 10);
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  const lines = await linesOf(team, contract);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({
    ...{ contract_id: contract.id, client_id: client.id, title: 'Cuidado mensal' },
    ...{ status: 'open', value: 1000, reference: null, billed_at: null },
    ...{ starts_on: contract.starts_on, included_minutes: 600, carried_minutes: 0 },
    ...{ used_minutes: 240, overage_minutes: 0, overage_value: 0, total: 1000 },
  });
  // 17 h 10 min of 10 h, and 6 h of the first period.
  expect(lines[1]).toMatchObject({
    ...{ carried_minutes: 360, used_minutes: 1030, overage_minutes: 70 },
    ...{ overage_rate: 99.99, overage_value: 116.66, total: 1116.66 },
  });
  const events = await service.sql(
    `select e.type, e.payload from events e where e.team_id = $1 and e.type like 'billing_line.%' order by e.id`,
    [team.id],
  );
  expect(events.map(({ type }) => type)).toEqual(['billing_line.created', 'billing_line.created']);
  const audit = await service.sql(
    `select actor, operation from audit_entries where team_id = $1 and record_id = $2`,
    [team.id, lines[0]?.id],
  );
  expect(audit).toEqual([{ actor: 'system', operation: 'billing_lines.create' }]);
});

test('no line is made before the end, while the clock is unreliable, or of a contract that is not active', async () => {
  const team = await service.team();
  const [young, paused, draft, endless] = [
    await contractOf(team, 5),
    await contractOf(team, 40, { status: 'paused' }),
    await contractOf(team, 40, { status: 'draft' }),
    await contractOf(team, 400, { period: 'one_off' }),
  ];
  const due = await contractOf(team, 40);
  await makeBillingLines(service.database, { ...round, isSteady: async () => false });
  expect(await linesOf(team, due)).toEqual([]);
  await sweep();
  expect(await linesOf(team, due)).toHaveLength(1);
  for (const contract of [young, paused, draft, endless])
    expect(await linesOf(team, contract)).toEqual([]);
  // A contract is billed from the day on which it becomes active, not for its pause.
  await team.put(`/contracts/${paused.id}`, { status: 'active' });
  await sweep();
  expect(await linesOf(team, paused)).toEqual([]);
});

test('periods before the contract was created make no lines, and an earlier end is billed', async () => {
  const team = await service.team();
  const contract = await contractOf(team, 100);
  await service.sql('update contracts set bills_from = current_date where id = $1', [contract.id]);
  await sweep();
  expect(await linesOf(team, contract)).toEqual([]);
  const [yesterday] = await service.sql(
    `select ((now() at time zone 'America/Sao_Paulo')::date - 1)::text as day`,
  );
  await service.sql('update contracts set bills_from = current_date - 2 where id = $1', [
    contract.id,
  ]);
  await team.put(`/contracts/${contract.id}`, { ends_on: yesterday?.day });
  await sweep();
  expect(await linesOf(team, contract)).toMatchObject([{ ends_on: yesterday?.day }]);
});

test('a contract with other periods bills no day twice', async () => {
  const team = await service.team();
  const contract = await contractOf(team, 70);
  await sweep();
  const before = await linesOf(team, contract);
  expect(before).toHaveLength(2);
  const [earlier] = await service.sql(`select ($1::date - 10)::text as day`, [contract.starts_on]);
  await team.put(`/contracts/${contract.id}`, { starts_on: earlier?.day });
  await sweep();
  const lines = await linesOf(team, contract);
  const days = lines.flatMap(({ starts_on, ends_on }) => [String(starts_on), String(ends_on)]);
  expect(days).toEqual(days.toSorted());
  expect(new Set(days).size).toBe(days.length);
});

test('a line is recalculated while it is open, and billed with a reference', async () => {
  const team = await service.team();
  const [admin, member] = [
    await makePerson(service, team, 'admin'),
    await makePerson(service, team, 'member'),
  ];
  const blind = await makePerson(service, team, 'member', { seesValues: false });
  const contract = await contractOf(team, 40, { included_hours: 1, overage_rate: 60 });
  await sweep();
  const [line] = await linesOf(team, contract);
  const path = `/billing-lines/${line?.id}`;
  await spend(team, contract, 1, 150);
  await team.put(`/contracts/${contract.id}`, { value: 1200 });
  expect((await team.post(`${path}/recalculate`)).data).toMatchObject({
    ...{ used_minutes: 150, overage_minutes: 90, overage_value: 90, value: 1200, total: 1290 },
  });
  const again = await admin.post(`${path}/recalculate`);
  expect(again.status, again.text).toBe(200);
  const changes = await service.sql(
    `select count(*)::int as n from events where record_id = $1 and type = 'billing_line.updated'`,
    [line?.id],
  );
  expect(changes[0]?.n).toBe(1);
  for (const answer of [
    await member.put(path, { status: 'billed' }),
    await member.post(`${path}/recalculate`),
  ])
    expect(answer.status).toBe(403);
  const billed = await admin.put(path, { status: 'billed', reference: 'NFS-e 1042' });
  expect(billed.data).toMatchObject({
    ...{ status: 'billed', reference: 'NFS-e 1042', billed_at: expect.any(String) },
  });
  await team.put(`/contracts/${contract.id}`, { value: 5000 });
  expect((await admin.post(`${path}/recalculate`)).data).toEqual(billed.data);
  expect((await admin.put(path, { status: 'open' })).data.billed_at).toBe(null);
  expect((await admin.put(path, { status: 'paid' })).status).toBe(400);
  expect((await admin.put(path, { total: 1 })).data.total).toBe(1290);
  expect((await blind.get(path)).data).toMatchObject({
    value: null,
    total: null,
    used_minutes: 150,
  });
  expect((await team.delete(`/contracts/${contract.id}`)).status).toBe(409);
});

test('another team’s lines are unreachable', async () => {
  const [team, stranger] = [await service.team(), await service.team()];
  const contract = await contractOf(team, 40);
  await sweep();
  const [line] = await linesOf(team, contract);
  for (const id of [line?.id, uuidv7()]) {
    const path = `/billing-lines/${id}`;
    for (const answer of [
      await stranger.get(path),
      await stranger.put(path, { status: 'billed' }),
      await stranger.post(`${path}/recalculate`),
    ])
      expect(answer.status).toBe(404);
  }
  expect((await stranger.get('/billing-lines')).body.data).toEqual([]);
});

test('the lines are downloaded as CSV with hours and amounts, by admins who may export', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin', { mayExport: true });
  const client = await team.create('clients', { name: '=Padaria; Aurora' });
  const contract = await contractOf(team, 40, {
    ...{ client_id: client.id, included_hours: 1.5, overage_rate: 10, value: 1234.5 },
  });
  await spend(team, contract, 1, 200);
  await sweep();
  // Only JSON is checked against the document.
  const file = async (query = '', token = admin.token) => {
    const { payload } = await service.app.inject({
      url: `/api/panel/teams/${team.slug}/billing-lines.csv${query}`,
      headers: { ...ownPage, cookie: `pauta_session=${token}` },
    });
    return payload;
  };
  const lines = (await file()).replace('\ufeff', '').split('\r\n');
  expect(lines[0]).toContain('Início;Fim;Cliente;Contrato;Situação;Valor;Horas incluídas');
  expect(lines[1]).toContain(
    ';"\'=Padaria; Aurora";Cuidado mensal;open;"1234,5";"1,5";0;"3,33";"1,83";10;"18,33";"1252,83";',
  );
  expect(await file('?language=en&status=open')).toContain(';1234.5;1.5;0;3.33;');
  expect((await file('?status=billed')).split('\r\n')).toHaveLength(2);
  expect((await admin.get('/billing-lines.csv?page=2')).status).toBe(400);
  for (const person of [
    await makePerson(service, team, 'admin'),
    await makePerson(service, team, 'member', { mayExport: true }),
  ])
    expect((await person.get('/billing-lines.csv')).status).toBe(403);
});

test('a download stops before the next page once the member may not export any longer', async () => {
  const team = await service.team();
  const admin = await makePerson(service, team, 'admin', { mayExport: true });
  const contract = await contractOf(team, 40);
  // Pages have 100 lines.
  await service.sql(
    `insert into billing_lines (team_id, id, contract_id, title, starts_on, ends_on, value)
    select $1, uuid7(), $2, 'Linha ' || n, date '2001-01-01' + n * 2, date '2001-01-02' + n * 2, 10 from generate_series(1, 350) n`,
    [team.id, contract.id],
  );
  const actor: Actor = {
    kind: 'user',
    userId: admin.userId,
    personId: admin.personId,
    sessionId: admin.sessionId,
    role: 'admin',
    seesValues: true,
    mayExport: true,
    authenticatedAt: Date.now(),
  };
  const ctx = {
    actor,
    team: { slug: team.slug, strictTaxIds: false },
    db: service.database.team(team.id),
    settings: { secrets: service.secrets, jidSuffix: 's.msgapp.net' },
  };
  /** Lines of the file, until it ends or is refused; `change` happens after the first page. */
  const download = async (change: string) => {
    const { stream } = await perform(billingCsv, ctx, { query: {} });
    let lines = 0;
    let isChanged = false;
    try {
      for await (const piece of stream) {
        lines += (String(piece).match(/Linha/g) ?? []).length;
        if (lines === 0 || isChanged) continue;
        isChanged = true;
        await service.sql(`update users set ${change} where id = $1`, [admin.userId]);
      }
      return { lines, refusal: undefined };
    } catch (error) {
      return { lines, refusal: (error as Error).message };
    }
  };
  expect(await download(`name = name`)).toEqual({ lines: 350, refusal: undefined });
  for (const [change, back] of [
    [`role = 'member'`, `role = 'admin'`],
    ['may_export = false', 'may_export = true'],
    ['suspended_at = now()', 'suspended_at = null'],
  ] as const) {
    const { lines, refusal } = await download(change);
    // The next page may have been read before.
    expect(lines, change).toBeLessThanOrEqual(300);
    expect(refusal, change).toContain('billing_lines.export');
    await service.sql(`update users set ${back} where id = $1`, [admin.userId]);
  }
});
