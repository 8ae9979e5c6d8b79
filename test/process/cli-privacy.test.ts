import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { json, misused, refused } from '#test/support/commands.ts';
import { entriesOf } from '#test/support/exports/zip-entries.ts';
import { pieces, storageIn } from '#test/support/files/fixture.ts';
import { useService } from '#test/support/harness.ts';
import { cleanUp, type Env, onDatabase, pauta } from '#test/support/processes.ts';

/* `pauta privacy`: a person is found, gets a package, and is erased, without a running worker. */

const service = useService({ workers: 0 });
let directory: string;
let env: Env;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'privacy-'));
  env = { ...onDatabase(service.connection, service.secret), DATA_DIR: directory };
});
afterAll(async () => {
  await cleanUp();
  await rm(directory, { recursive: true });
});

const phone = '5511987654321';
const email = 'joana@exemplo.com.br';

async function stage() {
  const team = await service.team();
  const client = await team.create('clients', {
    ...{ type: 'PF', name: 'Joana Prado', email, phone, cpf: '529.982.247-25' },
  });
  const contact = await team.create('contacts', { phone, custom_name: 'Joana' });
  const deal = await team.create('deals', { title: 'Site', description: `Escrever a ${email}` });
  const namesake = await team.create('clients', { type: 'PF', name: 'Joana Prado' });
  return { team, client, contact, deal, namesake };
}

test('a person is found by any spelling of phone, e-mail address and CPF', async () => {
  const { team, client, contact } = await stage();
  const find = async (...options: string[]) =>
    json(await pauta(['privacy', 'find', '--team', team.slug, ...options, '--json'], env));
  const both = { found: expect.arrayContaining([{ type: 'client', id: client.id }]) };
  expect(await find('--phone', '(11) 98765-4321')).toEqual({
    found: expect.arrayContaining([
      { type: 'client', id: client.id },
      { type: 'contact', id: contact.id },
    ]),
  });
  expect(await find('--email', email.toUpperCase())).toEqual(both);
  expect(await find('--cpf', '52998224725')).toEqual(both);
  expect(await find('--phone', '11 91111-2222')).toEqual({ found: [] });
  // Nothing was recorded.
  expect(await service.sql('select from privacy_requests where team_id = $1', [team.id])).toEqual(
    [],
  );
  expect(misused(await pauta(['privacy', 'find', '--team', team.slug], env))).toContain('--phone');
});

test('a person gets a package', async () => {
  const { team, contact } = await stage();
  const out = join(directory, 'joana.zip');
  const command = ['privacy', 'access', '--team', team.slug, '--contact', String(contact.id)];
  const answer = json(await pauta([...command, '--out', out, '--json'], env));
  const bytes = await readFile(out);
  expect(answer).toEqual({ bytes: bytes.length });
  const text = [...(await entriesOf(bytes)).values()].map(String).join('\n');
  expect(text).toContain(phone);
  const nobody = [...command.slice(0, -1), team.inbox, '--out', out];
  expect(refused(await pauta(nobody, env))).toContain('no contact');
});

test('files that mention a person need a decision', async () => {
  const { team, client, deal } = await stage();
  const file = await storeFile(
    { db: service.database.team(team.id), storage: storageIn(join(directory, 'files')) },
    pieces(Buffer.from(`Lista: ${email}`)),
    {
      ...{ name: 'lista.txt', purpose: 'upload' },
      record: { type: 'deals', id: String(deal.id) },
    },
  );
  const command = ['privacy', 'erase', '--team', team.slug, '--client', String(client.id), '--yes'];
  expect(refused(await pauta(command, env))).toContain('--files');
  const answer = json(await pauta([...command, '--files', 'delete', '--json'], env));
  expect(answer).toMatchObject({ hits: 0, rows: { files: 1 } });
  const [row] = await service.sql('select deleted_at from files where id = $1', [file.id]);
  expect(row?.deleted_at).not.toBeNull();
});

test('a person is erased once it is confirmed; a namesake stays', async () => {
  const { team, client, contact, deal, namesake } = await stage();
  const command = ['privacy', 'erase', '--team', team.slug, '--client', String(client.id)];
  expect(misused(await pauta(command, env))).toContain('--yes');
  const answer = json(await pauta([...command, '--yes', '--json'], env));
  expect(answer).toEqual({ id: expect.any(String), rows: expect.any(Object), hits: 0 });
  expect(answer.rows).toMatchObject({ contacts: 1 });
  expect((await team.get(`/msgapp/contacts/${contact.id}`)).status).toBe(404);
  expect((await team.get(`/deals/${deal.id}`)).text).not.toContain(email);
  expect((await team.get(`/clients/${namesake.id}`)).data.name).toBe('Joana Prado');
  expect(await readFile(join(directory, 'ledger', 'erasures.jsonl'), 'utf8')).toContain(answer.id);
});
