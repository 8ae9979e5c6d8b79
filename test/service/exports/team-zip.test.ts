import { expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { resources } from '#server/features/registry.ts';
import { exportedResources } from '#server/records/exported-columns.ts';
import { exportedFile } from '#test/support/exports/work.ts';
import { entriesOf } from '#test/support/exports/zip-entries.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { populate } from '#test/support/samples.ts';

/* The whole team as a ZIP: everything of the team, nothing of another one, and no secrets. */

const service = useSharedService();

const linesOf = (content: Buffer | undefined) =>
  (content?.toString() ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json);

test('the archive of a team contains its records, conversations, settings and files, and no secrets', async () => {
  const [team, others] = [await service.team('Nossa'), await service.team('Deles')];
  const tables = resources.map(({ table }) => table);
  for (const each of [team, others]) await populate(each, tables);
  const owner = await makePerson(service, team, 'owner', { name: 'Ana' });
  await team.create('contacts', { custom_name: 'Só nossa', phone: '5511988880001' });
  await others.create('contacts', { custom_name: 'Só deles', phone: '5511988880002' });
  const sent = await team.call('POST', '/msgapp/messages', {
    ...{ inbox_id: team.inbox, phone: '5511988880001', content: 'Bom dia, equipe' },
  });
  expect(sent.status, sent.text).toBe(201);
  const hook = await team.create('webhooks', {
    name: 'CRM',
    url: 'https://example.com/hook?key=querysecret',
  });
  const key = await owner.post('/keys', { name: 'Painel', scope: 'full' });
  expect(key.status, key.text).toBe(201);
  await owner.post('/inboxes', {
    ...{ name: 'WAHA', type: 'session', gateway: 'waha' },
    config: { base_url: 'https://waha.example.com', session: 'loja', api_key: 'gatewaysecret' },
  });
  const { db, storage } = { db: service.database.team(team.id), storage: service.storage };
  const pdf = somePdf();
  const file = await storeFile({ db, storage }, pieces(pdf), {
    name: '../../contrato.pdf',
    purpose: 'upload',
  });
  await storeFile({ db: service.database.team(others.id), storage }, pieces(pdf), {
    name: 'deles.pdf',
    purpose: 'upload',
  });

  const bytes = await exportedFile(service, team, owner, { resource: 'team', format: 'zip' });
  const entries = await entriesOf(bytes);
  const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
    readonly records: Readonly<Record<string, number>>;
    readonly team: Json;
    readonly missing_files: readonly string[];
  };
  expect(manifest).toMatchObject({ team: { slug: team.slug }, missing_files: [] });
  for (const [name, count] of Object.entries(manifest.records))
    expect(linesOf(entries.get(name)), name).toHaveLength(count);
  for (const resource of exportedResources)
    expect(manifest.records[`${resource}.jsonl`], resource).toBeGreaterThan(0);
  expect(linesOf(entries.get('messages.jsonl')).map(({ content }) => content)).toContain(
    'Bom dia, equipe',
  );
  expect(linesOf(entries.get('users.jsonl')).map(({ email }) => email)).toContain(owner.email);
  expect(linesOf(entries.get('webhooks.jsonl')).map(({ url }) => url)).toContain(
    'https://example.com/hook',
  );
  expect(entries.get(`files/${file.id} contrato.pdf`)).toEqual(Buffer.from(pdf));

  const everything = [...entries].map(([name, content]) => `${name}\n${content}`).join('\n');
  expect(everything).toContain('Só nossa');
  expect(everything).not.toContain('Só deles');
  expect(everything).not.toContain('deles.pdf');
  for (const secret of [
    ...[String(hook.secret_token), String(key.data.api_key), team.key],
    ...['querysecret', 'gatewaysecret', owner.token, others.id],
  ])
    expect(everything).not.toContain(secret);
  const hidden = /secret|password|token|hash|credential|config\b|"pin|pauta_[A-Za-z0-9]{20}/i;
  for (const [name, content] of entries) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of linesOf(content))
      expect(Object.keys(line).join(' '), name).not.toMatch(hidden);
  }
});

test('only owners export the whole team, and only with a recent proof of identity', async () => {
  const team = await service.team();
  const body = { resource: 'team', format: 'zip' };
  const admin = await makePerson(service, team, 'admin', { mayExport: true });
  expect((await admin.post('/exports', body)).status).toBe(403);
  const owner = await makePerson(service, team, 'owner');
  await service.sql(
    `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $1`,
    [owner.personId],
  );
  const refused = await owner.post('/exports', body);
  expect([refused.status, refused.error.code]).toEqual([403, 'REAUTH_REQUIRED']);
});
