import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { json, misused, outputOf } from '#test/support/commands.ts';
import { useService } from '#test/support/harness.ts';
import { cleanUp, onDatabase, pauta } from '#test/support/processes.ts';

/* `pauta export`: a list or a whole team, to standard output or a file. */

const service = useService({ workers: 0 });
afterAll(cleanUp);

test('pauta export writes a list to standard output, and a list or a team to a file', async () => {
  const team = await service.team();
  for (const [n, name] of ['Ana', 'Bia'].entries())
    await team.create('contacts', { phone: `551198765432${n}`, custom_name: name });
  const directory = await mkdtemp(join(tmpdir(), 'export-'));
  const env = { ...onDatabase(service.connection, service.secret), DATA_DIR: directory };
  const list = ['export', 'contacts', '--team', team.slug, '--columns', 'phone,custom_name'];
  const text = outputOf(await pauta([...list, '--query', 'sort=custom_name'], env));
  expect(text).toBe('\ufeffTelefone;Nome\r\n5511987654320;Ana\r\n5511987654321;Bia\r\n');
  const path = join(directory, 'contacts.jsonl');
  const written = await pauta([...list, '--format', 'jsonl', '--out', path, '--json'], env);
  const bytes = await readFile(path);
  expect(json(written)).toEqual({ rows: 2, bytes: bytes.length });
  const zip = join(directory, 'team.zip');
  await pauta(['export', 'all', '--team', team.slug, '--out', zip], env);
  expect((await readFile(zip)).subarray(0, 2).toString()).toBe('PK');
  expect(misused(await pauta(['export', 'users', '--team', team.slug], env))).toContain('RESOURCE');
  expect(misused(await pauta([...list, '--json'], env))).toContain('--out');
  await rm(directory, { recursive: true });
});
