import { randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { brokenSeals, sealEntries } from '#server/features/audit/seals.ts';
import { storeFile } from '#server/features/files/store.ts';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { checkLedger } from '#server/features/installation/checks/ledger.ts';
import { renewMacs } from '#server/features/installation/erasure-macs.ts';
import { textColumns } from '#server/features/privacy/columns.ts';
import { findErased } from '#server/features/privacy/erased-identifiers.ts';
import { eraseAgain } from '#server/features/privacy/erasure.ts';
import { LedgerError, ledgerIn } from '#server/features/privacy/ledger.ts';
import { isGenuineProof } from '#server/features/privacy/proof.ts';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { pieces } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { importStage } from '#test/support/imports.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import {
  decideAll,
  privacyStage,
  type WorkOptions,
  workOnRequests,
} from '#test/support/privacy.ts';

/*
 * Erasing a person (docs/adr/0209-erasing-people.md): nothing that identifies the person stays in any text column, in files or after a
 * restore, and nothing of anyone else is lost.
 */

const service = useService();

const stage = () => privacyStage(service);
const work = (team: TestTeam, options: WorkOptions) => workOnRequests(service, team, options);

test('every text column of a team is searched, erased, or declared free of personal data', async () => {
  const rows = await service.sql(`
    select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype, 'varchar'::regtype)
      and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'team_id' and not t.attisdropped)`);
  const catalogue = rows.map(({ table, column }) => `${table}.${column}`).sort();
  const declared = Object.entries(textColumns).flatMap(([table, { decide, erased, free }]) =>
    [...(decide ?? []), ...(erased ?? []), ...Object.values(free ?? {}).flat()].map(
      (column) => `${table}.${column}`,
    ),
  );
  expect(declared.toSorted()).toEqual(catalogue);
});

describe('an erasure', () => {
  let at: Awaited<ReturnType<typeof stage>>;
  let id: string;
  let erased: Json;
  beforeAll(async () => {
    at = await stage();
    id = await at.create();
  });

  test('finds the records by every spelling, and follows links', async () => {
    const { subjects, state, phones } = await at.get(id);
    expect(state).toBe('searched');
    expect(phones).toEqual([at.phone]);
    const list = subjects as Json[];
    const chosen = list.filter((each) => each.is_chosen === true).map((each) => each.id);
    expect(chosen.toSorted()).toEqual([at.client.id, at.contact.id].toSorted());
    expect(list.find((each) => each.id === at.namesake.id)).toMatchObject({
      ...{ matched: ['name'], is_chosen: false },
    });
  });

  test('finds mentions in free text, and is refused until each is decided', async () => {
    const hits = await at.hits(id);
    const places = hits.map(({ place, field, record_id }) => [place, field, record_id]);
    expect(places).toContainEqual(['deals', 'title', at.deal.id]);
    expect(places).toContainEqual(['deals', 'description', at.deal.id]);
    expect(hits.filter((hit) => hit.record_id === at.foreign.id)).toEqual([]);
    const { code } = await at.get(id);
    const refused = await at.owner.post(`/privacy-requests/${id}/erase`, { code });
    expect(refused.status).toBe(409);
  });

  test('removes the person, and proves it', async () => {
    await decideAll(at, id);
    erased = await at.erase(id);
    expect(erased).toMatchObject({ state: 'closed', outcome: 'fulfilled', name: null, phones: [] });
    expect(await at.scan()).toEqual({});
    const proof = await at.owner.get(`/privacy-requests/${id}/proof`);
    expect(proof.data).toMatchObject({ is_genuine: true, content: { scan: { hits: {} } } });
    expect(proof.text).not.toContain(at.email);
    expect(proof.text).not.toContain('Joana');
    const { removed } = proof.data.content as Json;
    expect(removed).toMatchObject({ contacts: 1, conversations: 1, messages: 2 });
  });

  test('keeps what belongs to the business, and others', async () => {
    const deal = await at.team.get(`/deals/${at.deal.id}`);
    expect(deal.data).toMatchObject({
      title: 'Site de [removido]',
      description: 'Ligar ([removido] (CPF [removido])',
      client: { name: `Titular removido ${erased.code}` },
    });
    expect((await at.team.get(`/clients/${at.namesake.id}`)).data.name).toBe('Joana Prado');
    expect((await at.team.get(`/deals/${at.foreign.id}`)).data.title).toBe(`Pedido 9${at.phone}9`);
    expect((await at.team.get(`/msgapp/contacts/${at.contact.id}`)).status).toBe(404);
  });

  test('emits an event with ids only', async () => {
    const [event] = await service.sql(
      `select payload from events where team_id = $1 and type = 'privacy.erased'`,
      [at.team.id],
    );
    const payload = JSON.parse(String(event?.payload)) as Json;
    expect(JSON.stringify(payload)).toBe(event?.payload);
    expect(payload.data).toMatchObject({
      ...{ contact_ids: [at.contact.id], client_ids: [at.client.id] },
      conversation_ids: [at.conversation],
    });
  });

  test('leaves the seals of the audit log intact', async () => {
    const db = service.database.team(at.team.id);
    await service.sql(`update audit_entries set created_at = created_at where team_id = $1`, [
      at.team.id,
    ]);
    await sealEntries(db, service.secrets);
    expect(await brokenSeals(db, service.secrets)).toEqual([]);
    const [row] = await service.sql(
      `select count(*)::int as n from audit_entries where team_id = $1 and record_id = $2 and (before is not null or after is not null)`,
      [at.team.id, at.contact.id],
    );
    expect(row?.n).toBe(0);
  });

  test('refuses the person in imports, but not others', async () => {
    const db = service.database.team(at.team.id);
    const rows = [
      { phone: [at.spoken] },
      { email: [at.email.toUpperCase()] },
      { tax_id: ['52998224725'] },
      { phone: ['11 91111-2222'], email: [`x${at.email}`] },
    ];
    expect(await findErased(db, service.secrets, rows)).toEqual([true, true, true, false]);
    const another = await service.team();
    const there = service.database.team(another.id);
    expect(await findErased(there, service.secrets, rows)).toEqual([false, false, false, false]);
  });

  test('refuses rows of the person in files, and keeps nothing of them', async () => {
    const { check, read, problems } = await importStage(service, at.team);
    const id = await read(`Nome;Telefone\nJoana;${at.spoken}\nMaria;(11) 91111-3333`);
    expect(await check(id)).toMatchObject({ row_counts: { created: 1, refused: 1 } });
    expect(await problems(id)).toMatchObject([{ line: 2, problem: { code: 'erased' } }]);
    const stored = await service.sql('select cells from import_rows where import_id = $1', [id]);
    expect(stored).toEqual([{ cells: [] }]);
  });

  test('lets the person write again', async () => {
    await perform(receiveInSandbox, operatorOf(service, at.team), {
      path: { id: at.team.inbox },
      body: { from: at.phone, text: 'Voltei' },
    });
    const rows = await service.sql('select phone from contacts where team_id = $1', [at.team.id]);
    expect(rows).toContainEqual({ phone: at.phone });
  });
});

/** Points between the steps of an erasure. */
const points = [
  ...['planned', 'ledgered', 'traces', 'texts', 'conversations', 'groups', 'clients', 'users'],
  ...['last_traces', 'proved'],
];

test('an erasure that is interrupted at any point continues, and leaves nothing', async () => {
  const at = await stage();
  const id = await at.create();
  await decideAll(at, id);
  const { code } = await at.get(id);
  expect((await at.owner.post(`/privacy-requests/${id}/erase`, { code })).status).toBe(200);
  for (const point of points) {
    const fault = (reached: string) => {
      // As if the process had ended there: nothing releases the claim.
      if (reached === point) throw Object.assign(new Error('stopped'), { code: 'UNAVAILABLE' });
    };
    await work(at.team, { ledger: at.ledger, fault });
    const [row] = await service.sql('select state, reason from privacy_requests where id = $1', [
      id,
    ]);
    expect(row?.state, point).toBe('failed');
    await service.sql(
      `update privacy_requests set state = 'erasing', claim = null, claimed_until = null where id = $1`,
      [id],
    );
  }
  await work(at.team, { ledger: at.ledger });
  expect(await at.get(id)).toMatchObject({ state: 'closed' });
  expect(await at.scan()).toEqual({});
  expect(await at.ledger.read(service.secrets)).toHaveLength(1);
  const events = await service.sql(
    `select 1 from events where team_id = $1 and type = 'privacy.erased'`,
    [at.team.id],
  );
  expect(events).toHaveLength(1);
});

test('an erasure waits while the ledger cannot be written', async () => {
  const at = await stage();
  const id = await at.create();
  await decideAll(at, id);
  const { code } = await at.get(id);
  expect((await at.owner.post(`/privacy-requests/${id}/erase`, { code })).status).toBe(200);
  const unwritable = ledgerIn(join(at.ledger.path, 'under', 'a', 'file'));
  writeFileSync(at.ledger.path, '');
  await expect(work(at.team, { ledger: unwritable })).rejects.toThrow('The ledger of erasures');
  expect(await at.get(id)).toMatchObject({ state: 'erasing', reason: null });
  expect(await at.scan()).not.toEqual({});
  await service.sql('update privacy_requests set claimed_until = null where id = $1', [id]);
  await work(at.team, { ledger: at.ledger });
  expect(await at.get(id)).toMatchObject({ state: 'closed' });
  expect(await at.scan()).toEqual({});
});

describe('traces of the person', () => {
  test('are removed from every copy', async () => {
    const at = await stage();
    const id = await at.create();
    const values = [at.team.id, uuidv7()];
    const json = JSON.stringify({ phone: at.spoken, id: at.contact.id });
    const { database, secrets, storage } = service;
    const db = database.team(at.team.id);
    const hook = await at.team.create('webhooks', { url: 'https://exemplo.com.br/x' });
    const event = uuidv7();
    await service.sql(
      `insert into events (team_id, id, type, record_id, payload) values ($1, $2, 'deal.updated', $3, $4)`,
      [at.team.id, event, at.deal.id, json],
    );
    await service.sql(
      `insert into deliveries (team_id, webhook_id, id, event, record_id, status, attempts, waits, next_attempt_at, created_at)
        values ($1, $2, $3, 'deal.updated', $4, 'pending', 1, 0, now() + interval '1 day', now())`,
      [at.team.id, hook.id, event, at.deal.id],
    );
    await service.sql(
      `insert into delivery_attempts (team_id, webhook_id, delivery_id, id, status, answer, duration_ms, started_at)
        values ($1, $2, $3, $4, 500, $5, 1, now())`,
      [at.team.id, hook.id, event, uuidv7(), `unknown ${at.email}`],
    );
    await service.sql(
      `insert into number_checks (team_id, inbox_id, phone, is_there, checked_at) values ($1, $2, $3, true, now())`,
      [at.team.id, at.team.inbox, at.phone],
    );
    await service.sql(
      `insert into known_lids (team_id, lid, phone) values ($1, '123456789012345', $2)`,
      [at.team.id, at.phone],
    );
    await service.sql(
      `insert into external_ids (team_id, resource, source, external_id, record_id) values ($1, 'contacts', 'file', $2, $3)`,
      [at.team.id, at.phone, at.contact.id],
    );
    await service.sql(
      `insert into import_rows (team_id, import_id, n, line, outcome, cells) values ($1, $2, 1, 2, 'refused', $3)`,
      [...values, JSON.stringify([at.email])],
    );
    const key = { 'Idempotency-Key': uuidv7() };
    const body = { title: `Ligar ${at.spoken}`, client_id: at.client.id };
    const keyed = await at.team.call('POST', '/deals', body, key);
    expect(keyed.status, keyed.text).toBe(201);
    const file = await storeFile({ db, storage }, pieces(Buffer.from(`CPF ${at.cpf}`)), {
      ...{
        name: 'joana.txt',
        purpose: 'upload',
        record: { type: 'contacts', id: at.contact.id as string },
      },
    });
    const [{ place } = {}] = await service.sql(
      `select b.place from files f join blobs b on b.team_id = f.team_id and b.sha256 = f.sha256 where f.id = $1`,
      [file.id],
    );
    // Searches again: it has to know the new texts.
    await at.owner.post(`/privacy-requests/${id}/search`, {});
    await work(at.team, { ledger: at.ledger });
    await decideAll(at, id);
    await at.erase(id);
    expect(await at.scan()).toEqual({});
    const [delivery] = await service.sql('select status, reason from deliveries where id = $1', [
      event,
    ]);
    expect(delivery).toEqual({ status: 'failed', reason: 'erased' });
    const replayed = await at.team.call('POST', '/deals', body, key);
    expect(replayed.status, replayed.text).toBe(404);
    const round = { isStopping: () => false, isSteady: async () => true };
    await sweepFiles(database, storage, round);
    expect(await storage.blobs.size(String(place))).toBeUndefined();
    expect(secrets.keys()).toHaveLength(1);
  });
});

test('waits for exports, and removes their files', async () => {
  const at = await stage();
  const id = await at.create();
  await decideAll(at, id);
  const place = `${at.team.id}/exports/${id}`;
  await service.sql(
    `insert into exports (team_id, id, resource, query, format, language, state, place, user_id)
      values ($1, $2, 'contacts', $3, 'csv', 'pt', 'running', $4, $5)`,
    [at.team.id, uuidv7(), `q=${at.email}`, place, at.owner.userId],
  );
  const { code } = await at.get(id);
  const early = await at.owner.post(`/privacy-requests/${id}/erase`, { code });
  expect(early.status, early.text).toBe(409);
  expect(early.text).toContain('data_moving');
  await service.sql(`update exports set state = 'ready' where team_id = $1`, [at.team.id]);
  await at.erase(id);
  expect(await service.sql('select 1 from exports where team_id = $1', [at.team.id])).toEqual([]);
  const removals = await service.sql('select place from blob_removals where team_id = $1', [
    at.team.id,
  ]);
  expect(removals).toContainEqual({ place });
  expect(await at.scan()).toEqual({});
});

describe('the ledger', () => {
  test('holds no personal data, and shows what was altered', async () => {
    const at = await stage();
    const id = await at.create();
    await decideAll(at, id);
    await at.erase(id);
    const text = readFileSync(at.ledger.path, 'utf8');
    for (const personal of [at.phone, at.phone.slice(4), at.email, '52998224725', 'Joana'])
      expect(text).not.toContain(personal);
    // A line that was being written when the machine stopped.
    appendFileSync(at.ledger.path, '{"previous":');
    expect(await at.ledger.read(service.secrets)).toHaveLength(1);
    writeFileSync(at.ledger.path, text.replace(String(at.contact.id), uuidv7()));
    await expect(at.ledger.read(service.secrets)).rejects.toThrow(LedgerError);
  });

  test('continues with a new key, and so do proofs; without it, nothing can be added', async () => {
    const at = await stage();
    const id = await at.create();
    await decideAll(at, id);
    await at.erase(id);
    const bytes = randomBytes(32);
    const [both, after] = [secretsWith(bytes, service.secret), secretsWith(bytes)];
    const [row] = await service.sql(
      'select id, proof as text, mac from privacy_erasures where team_id = $1',
      [at.team.id],
    );
    const proof = row as { id: string; text: string; mac: string };
    const [entry] = (await at.ledger.read(service.secrets)) ?? [];
    if (!entry) throw new Error('the ledger is empty');
    const next = { ...entry, id: uuidv7() };
    await expect(at.ledger.append(next, after)).rejects.toThrow(LedgerError);
    expect(isGenuineProof(after, at.team.id, proof)).toBe(false);
    for (let i = 0; i < 2; i += 1) await renewMacs(service.database.platform, at.ledger, both);
    expect(readFileSync(at.ledger.path, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(await at.ledger.read(after)).toEqual([entry]);
    await at.ledger.append(next, after);
    expect(await at.ledger.read(after)).toEqual([entry, next]);
    const [renewed] = await service.sql('select mac from privacy_erasures where id = $1', [
      proof.id,
    ]);
    expect(isGenuineProof(after, at.team.id, { ...proof, mac: String(renewed?.mac) })).toBe(true);
  });

  test('is verified by pauta doctor', async () => {
    const at = await stage();
    const id = await at.create();
    await decideAll(at, id);
    await at.erase(id);
    // Erasures of earlier tests have their ledgers elsewhere.
    await service.sql('update privacy_erasures set ledgered_at = null where team_id <> $1', [
      at.team.id,
    ]);
    const { platform } = service.database;
    const check = () => checkLedger({ platform, secrets: service.secrets }, at.ledger);
    expect(await check()).toMatchObject({ ok: true, found: 'the ledger has 1 erasures' });
    const text = readFileSync(at.ledger.path, 'utf8');
    writeFileSync(at.ledger.path, text.replace(String(at.contact.id), uuidv7()));
    expect(await check()).toMatchObject({ ok: false });
    writeFileSync(at.ledger.path, '');
    expect((await check()).found).toContain('lacks 1 erasures');
    rmSync(at.ledger.path);
    expect((await check()).found).toContain('is missing');
  });

  test('erases a restored person again, once', async () => {
    const at = await stage();
    const id = await at.create();
    await decideAll(at, id);
    // The state before, as a backup would bring it back.
    const contacts = await service.sql('select * from contacts where id = $1', [at.contact.id]);
    const clients = await service.sql('select * from clients where id = $1', [at.client.id]);
    const title = `Site de ${at.email}`;
    await at.erase(id);
    const [entry] = (await at.ledger.read(service.secrets)) ?? [];
    if (!entry) throw new Error('the ledger is empty');
    const db = service.database.team(at.team.id);
    expect(await eraseAgain(db, service.secrets, entry)).toBe(false);
    for (const [table, rows] of Object.entries({ contacts })) {
      const columns = `team_id, id, phone, jid, custom_name, tags, client_id, created_at, updated_at`;
      await service.sql(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    const client = clients[0] ?? {};
    await service.sql(
      'update clients set name = $2, email = $3, phone = $4, cpf = $5 where id = $1',
      [...[at.client.id, client.name, client.email, client.phone, client.cpf]],
    );
    await service.sql('update deals set title = $2 where id = $1', [at.deal.id, title]);
    await service.sql(
      `update totals set n = n + 1 where team_id = $1 and resource = 'contacts' and (part = '' or part like 'client_id=%')
      and slot = (select max(slot::text)::uuid from totals t where t.team_id = $1 and t.resource = 'contacts' and t.part = totals.part)`,
      [at.team.id],
    );
    await service.sql('delete from privacy_erasures where id = $1', [entry.id]);
    expect(Object.keys(await at.scan()).length).toBeGreaterThan(0);
    expect(await db.transaction((tx) => eraseAgain(tx, service.secrets, entry))).toBe(true);
    expect(await at.scan()).toEqual({});
    expect(await eraseAgain(db, service.secrets, entry)).toBe(false);
  });
});

describe('rights', () => {
  test('members and other teams have no access', async () => {
    const at = await stage();
    const id = await at.create();
    const member = await makePerson(service, at.team, 'member');
    const stranger: TestPerson = await makePerson(service, await service.team(), 'owner');
    expect((await member.get(`/privacy-requests/${id}`)).status).toBe(403);
    expect((await stranger.get(`/privacy-requests/${id}`)).status).toBe(404);
    expect((await stranger.post(`/privacy-requests/${id}/erase`, { code: 'x' })).status).toBe(404);
    const wrong = await at.owner.post(`/privacy-requests/${id}/erase`, { code: 'FFFFF' });
    expect(wrong.status).toBe(400);
  });

  test('a request that becomes an erasure needs new decisions', async () => {
    const at = await stage();
    const id = await at.create({ kind: 'access' });
    await at.decide(id, 'keep', () => true);
    const { name, phones, emails, tax_ids, notes, identity_check, hits } = await at.get(id);
    expect((await at.get(id)).open_hits).toBe(0);
    const body = { name, phones, emails, tax_ids, notes, identity_check };
    const change = (kind: string) => at.owner.put(`/privacy-requests/${id}`, { kind, ...body });
    expect((await change('portability')).data.open_hits).toBe(0);
    expect((await change('erasure')).data.open_hits).toBe(hits);
    await at.decide(id, 'keep', () => true);
    expect((await change('erasure')).data.open_hits).toBe(0);
  });

  test('the answer is due after the days of the team', async () => {
    const at = await stage();
    const id = await at.create({ kind: 'access', received_on: '2026-03-01' });
    expect((await at.get(id)).due_on).toBe('2026-03-16');
    await service.sql('update teams set privacy_days = 30 where id = $1', [at.team.id]);
    const another = await at.create({ kind: 'access', received_on: '2026-03-01' });
    expect((await at.get(another)).due_on).toBe('2026-03-31');
  });
});
