import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { scanColumns } from '#server/features/privacy/erasure.ts';
import { identifiersFrom } from '#server/features/privacy/identifiers.ts';
import { ledgerIn } from '#server/features/privacy/ledger.ts';
import { privacyQueue } from '#server/features/privacy/privacy-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import { json, refused } from '#test/support/commands.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { newDatabase, onDatabase, pauta } from '#test/support/processes.ts';
import { enduringTimeouts } from '#test/support/timeouts.ts';

/* A backup that was made before an erasure does not bring the person back (docs/adr/0209-erasing-people.md). */

const service = useService();
const phone = '5511987654321';
const email = 'joana@exemplo.com.br';

test('a restore of a backup made before an erasure erases the person again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pauta-ledger-'));
  const ledger = ledgerIn(directory);
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner');
  const { database, secrets, storage } = service;
  const work = async (id: string) => {
    const parts = { secrets, storage, ledger, platform: database.platform, log: makeLog('silent') };
    const stopped = new AbortController().signal;
    const queue = privacyQueue(database.team(team.id), id, parts, stopped);
    for (const job of (await queue.claimJobs(1)).jobs) await queue.work(job);
  };
  const client = await team.create('clients', { type: 'PF', name: 'Joana Prado', email });
  await team.create('contacts', { phone, client_id: client.id });
  await team.create('deals', { title: `Site de ${email}`, client_id: client.id });
  const sent = await team.post('/msgapp/messages', {
    ...{ inbox_id: team.inbox, phone, message_type: 'text', content: `Olá, ${email}` },
  });
  expect(sent.status, sent.text).toBe(201);
  const created = await owner.post('/privacy-requests', { kind: 'erasure', phones: [phone] });
  const id = String(created.data.id);
  await work(id);
  const file = join(directory, 'before.backup');
  const env = onDatabase(service.connection, service.secret);
  json(await pauta(['backup', file, '--json'], env));

  const hits = (await owner.get(`/privacy-requests/${id}/hits`)).body.data as Json[];
  await owner.put(`/privacy-requests/${id}/hits`, {
    ...{ hit_ids: hits.map((hit) => hit.id), decision: 'replace' },
  });
  const { code } = created.data;
  const started = await owner.post(`/privacy-requests/${id}/erase`, { code });
  expect(started.status, started.text).toBe(200);
  await work(id);
  expect((await owner.get(`/privacy-requests/${id}`)).data.state).toBe('closed');

  const connection = await newDatabase('empty');
  const there = onDatabase(connection, service.secret);
  // Without the ledger, nothing is restored unless the operator says so.
  const missing = pathToFileURL(join(directory, 'none')).href;
  const refusal = refused(await pauta(['restore', file], { ...there, LEDGER_URL: missing }));
  expect(refusal).toContain('--without-ledger');
  const LEDGER_URL = pathToFileURL(directory).href;
  const restored = json(await pauta(['restore', file, '--json'], { ...there, LEDGER_URL }));
  expect(restored.erased_again).toBe(1);

  const copy = openDatabase(connection, 'test', 2, () => {}, enduringTimeouts);
  const identifiers = identifiersFrom({ phone: [phone], email: [email] });
  expect(await scanColumns(copy.team(team.id), identifiers)).toEqual({});
  await copy.close();
  // Restoring again with the flag shows that the backup holds the person.
  const forced = ['restore', file, '--replace', '--without-ledger', '--json'];
  expect(json(await pauta(forced, there)).erased_again).toBe(0);
  const again = openDatabase(connection, 'test', 2, () => {}, enduringTimeouts);
  const back = await scanColumns(again.team(team.id), identifiers);
  expect(Object.keys(back)).toContain('clients.email');
  await again.close();
}, 240_000);
