import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { useService } from '#test/support/harness.ts';
import { cleanUp, type Ended, type Env, onDatabase, pauta } from '#test/support/processes.ts';

/* `pauta import`: a table, without a running worker. */

const service = useService({ workers: 0 });
let directory: string;
let env: Env;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'import-'));
  env = { ...onDatabase(service.connection, service.secret), DATA_DIR: directory };
});
afterAll(async () => {
  await cleanUp();
  await rm(directory, { recursive: true });
});

const write = async (name: string, content: string | Buffer) => {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
};

/** The one JSON object of a command that refused rows: status 1. */
function partly({ status, stdout, stderr }: Ended): unknown {
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  return JSON.parse(stdout);
}

const contacts = 'Nome;Celular\r\nAna;(11) 98765-4320\r\nBia;11 98765-4321\r\n';

test('a table is checked, imported, and changes nothing the second time; refused rows are a file', async () => {
  const team = await service.team();
  const rows = ['Ana;(11) 98765-4320;', 'Bia;11 98765-4321;', 'Sem telefone;;'];
  const path = await write('dados.csv', ['Nome;Celular;E-mail', ...rows, ''].join('\r\n'));
  const target = join(directory, 'recusadas.csv');
  const command = ['import', path, '--team', team.slug, '--refused', target, '--json'];
  // Names, phones and e-mail addresses are columns of clients, too.
  expect(refused(await pauta(command, env))).toContain('--resource');
  const chosen = [...command, '--resource', 'contacts'];
  expect(partly(await pauta([...chosen, '--check'], env))).toMatchObject({
    state: 'checked',
    counts: { total: 3, created: 2, refused: 1 },
  });
  const listed = ['export', 'contacts', '--team', team.slug, '--columns', 'phone'];
  expect(outputOf(await pauta(listed, env))).toBe('\ufeffTelefone\r\n');
  expect(partly(await pauta(chosen, env))).toMatchObject({
    state: 'applied',
    counts: { total: 3, created: 2, unchanged: 0, refused: 1 },
    refused_file: target,
  });
  expect(await readFile(target, 'utf8')).toContain('Sem telefone;;;4;');
  expect(partly(await pauta(chosen, env))).toMatchObject({
    counts: { total: 3, created: 0, unchanged: 2, refused: 1 },
  });
  expect(
    outputOf(await pauta(listed, env))
      .trim()
      .split('\r\n')
      .slice(1)
      .sort(),
  ).toEqual(['5511987654320', '5511987654321']);
});

test('a mapping file decides the columns', async () => {
  const team = await service.team();
  const path = await write('lista.csv', contacts);
  const columns = [
    { column: 0, record: 'contact', field: 'notes' },
    { column: 1, record: 'contact', field: 'phone' },
  ];
  const records = [{ key: 'contact', resource: 'contacts', links: {} }];
  const mapping = await write('colunas.json', JSON.stringify({ records, columns }));
  const command = ['import', path, '--team', team.slug, '--mapping'];
  expect(json(await pauta([...command, mapping, '--json'], env))).toMatchObject({
    counts: { created: 2, refused: 0 },
    refused_file: null,
  });
  const listed = ['export', 'contacts', '--team', team.slug, '--columns', 'phone,notes'];
  expect(outputOf(await pauta(listed, env))).toContain('5511987654320;Ana\r\n');
  expect(misused(await pauta([...command, path], env))).toContain('--mapping');
  const wrong = await write('errada.json', '{"records": "contacts"}');
  expect(misused(await pauta([...command, wrong], env))).toContain('records of --mapping');
});

test('files without a table and missing teams are refused', async () => {
  const { slug } = await service.team();
  const picture = await write('foto', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  expect(refused(await pauta(['import', picture, '--team', slug], env))).toContain('picture');
  const json = await write('dados', '{"a": 1}');
  expect(refused(await pauta(['import', json, '--team', slug], env))).toContain('Trello');
  const chat = await write('conversa', '05/10/2026 14:33 - Maria: Oi\n');
  expect(refused(await pauta(['import', chat, '--team', slug], env))).toContain('panel');
  const list = await write('lista.csv', contacts);
  expect(refused(await pauta(['import', list, '--team', 'ninguem'], env))).toContain('ninguem');
});
