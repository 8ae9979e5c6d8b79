import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { useService } from '#test/support/harness.ts';
import { cleanUp, type Env, onDatabase, pauta } from '#test/support/processes.ts';

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

const contacts = 'Nome;Celular\r\nAna;(11) 98765-4320\r\nBia;11 98765-4321\r\n';

test('a table is checked, imported, and changes nothing the second time; refused rows are a file', async () => {
  const team = await service.team();
  const rows = ['Ana;(11) 98765-4320;', 'Bia;11 98765-4321;', 'Sem telefone;;'];
  const path = await write('dados.csv', ['Nome;Celular;E-mail', ...rows, ''].join('\r\n'));
  const target = join(directory, 'recusadas.csv');
  const problems = join(directory, 'problemas.csv');
  const files = ['--refused', target, '--problems', problems];
  const command = ['import', path, '--team', team.slug, ...files, '--json'];
  // Names, phones and e-mail addresses are columns of clients, too.
  expect(refused(await pauta(command, env))).toContain('--resource');
  const chosen = [...command, '--resource', 'contacts'];
  const none = { updated: 0, skipped: 0, problems };
  expect(json(await pauta([...chosen, '--check'], env))).toEqual({
    ...{ id: expect.any(String), rows: 3, created: 2, unchanged: 0, refused: 1, ...none },
  });
  const listed = ['export', 'contacts', '--team', team.slug, '--columns', 'phone'];
  expect(outputOf(await pauta(listed, env))).toBe('\ufeffTelefone\r\n');
  const applied = json(await pauta(chosen, env));
  expect(applied).toEqual({
    ...{ id: expect.any(String), rows: 3, created: 2, unchanged: 0, refused: 1, ...none },
  });
  expect(await readFile(problems, 'utf8')).toBe(
    '\ufeffline;column;value;reason\r\n4;;;Falta um campo obrigatório (phone).\r\n',
  );
  expect(await readFile(target, 'utf8')).toContain('Sem telefone;;;4;');
  expect(json(await pauta(chosen, env))).toMatchObject({
    ...{ rows: 3, created: 0, unchanged: 2, refused: 1 },
  });
  expect(
    outputOf(await pauta(listed, env))
      .trim()
      .split('\r\n')
      .slice(1)
      .sort(),
  ).toEqual(['5511987654320', '5511987654321']);

  const { imports } = json(await pauta(['import', 'list', '--team', team.slug, '--json'], env)) as {
    imports: unknown[];
  };
  expect(imports).toHaveLength(4);
  expect(imports).toContainEqual(
    expect.objectContaining({ id: applied.id, file: 'dados.csv', state: 'applied', rows: 3 }),
  );
  const undo = ['import', 'undo', String(applied.id), '--team', team.slug, '--json'];
  expect(json(await pauta(undo, env))).toEqual({ reverted: 2, kept: 0, failed: 0 });
  expect(outputOf(await pauta(listed, env))).toBe('\ufeffTelefone\r\n');
  expect(refused(await pauta(undo, env))).toContain('undo');
});

test('records are found by a field, and filled, overwritten or left', async () => {
  const team = await service.team();
  const notes = (text: string) =>
    write('notas.csv', `Nome;Celular;Notas\r\nAna;11987654320;${text}\r\n`);
  await team.create('contacts', { phone: '5511987654320', custom_name: 'Ana Lima' });
  const run = async (text: string, ...options: string[]) => {
    const command = ['import', await notes(text), '--team', team.slug, '--resource', 'contacts'];
    return json(await pauta([...command, ...options, '--json'], env));
  };
  const one = { rows: 1, created: 0, refused: 0, problems: null };
  expect(await run('a', '--match-by', 'phone', '--on-match', 'skip')).toMatchObject({
    ...{ ...one, unchanged: 1 },
  });
  expect(await run('b', '--match-by', 'phone', '--on-match', 'fill')).toMatchObject({
    ...{ ...one, updated: 1 },
  });
  expect(await run('c', '--match-by', 'contact=phone', '--on-match', 'overwrite')).toMatchObject({
    ...{ ...one, updated: 1 },
  });
  const [contact] = (await team.get('/msgapp/contacts')).body.data as {
    notes: string;
    custom_name: string;
  }[];
  expect(contact).toMatchObject({ notes: 'c', custom_name: 'Ana' });
  for (const [option, value] of [
    ['--match-by', 'name'],
    ['--on-match', 'fill_blanks'],
    ['--in-trash', 'drop'],
    ['--preset', 'excel'],
  ] as const) {
    const path = await notes('d');
    const command = ['import', path, '--team', team.slug, '--resource', 'contacts', option, value];
    expect(misused(await pauta(command, env))).toContain(option);
  }
});

test('a preset that is not recognized can be chosen', async () => {
  const team = await service.team();
  const path = await write('kommo.csv', 'Nome;Telefone celular;Tags\r\nAna;11987654320;vip\r\n');
  const command = ['import', path, '--team', team.slug, '--preset', 'kommo', '--json'];
  expect(json(await pauta(command, env))).toMatchObject({ rows: 1, created: 1, refused: 0 });
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
    ...{ created: 2, refused: 0, problems: null },
  });
  const listed = ['export', 'contacts', '--team', team.slug, '--columns', 'phone,notes'];
  expect(outputOf(await pauta(listed, env))).toContain('5511987654320;Ana\r\n');
  expect(misused(await pauta([...command, path], env))).toContain('--mapping');
  const wrong = await write('errada.json', '{"records": "contacts"}');
  expect(misused(await pauta([...command, wrong], env))).toContain('records of --mapping');
});

test('encoding, separator and header can be chosen', async () => {
  const { slug } = await service.team();
  const name = Buffer.concat([Buffer.from('Jo'), Buffer.from([0x8b]), Buffer.from('o')]);
  const rows = ['Lista\n', 'Nome,Celular\n', name, ',11999990001\n'].map((part) =>
    Buffer.from(part),
  );
  const path = await write('mac.csv', Buffer.concat(rows));
  const command = ['import', path, '--team', slug, '--resource', 'contacts', '--json'];
  const reading = ['--encoding', 'macintosh', '--separator', 'comma', '--header-line', '2'];
  expect(json(await pauta([...command, ...reading], env))).toMatchObject({
    created: 1,
    refused: 0,
  });
  const listed = ['export', 'contacts', '--team', slug, '--columns', 'custom_name'];
  expect(outputOf(await pauta(listed, env))).toContain('João');
  expect(misused(await pauta([...command, '--header-line', 'x'], env))).toContain('--header-line');
  expect(misused(await pauta([...command, '--encoding', 'x'], env))).toContain('encoding');
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
