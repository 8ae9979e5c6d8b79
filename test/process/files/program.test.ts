import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { somePdf } from '#test/support/files/fixture.ts';
import { imageOf } from '#test/support/files/images.ts';
import {
  cleanUp,
  type Env,
  newDatabase,
  newDirectory,
  onDatabase,
  pauta,
} from '#test/support/processes.ts';

/* Files as an operator handles them: by the program. */

const directory = newDirectory();
const path = (name: string) => join(directory, name);
const content = somePdf(500_000);
let env: Env;
let slug: string;
beforeAll(async () => {
  const connection = await newDatabase('migrated');
  env = { ...onDatabase(connection), DATA_DIR: path('data') };
  const { team } = json(await pauta(['team', 'create', 'Nossa', '--json'], env));
  slug = (team as { slug: string }).slug;
  writeFileSync(path('proposta.pdf'), content);
});
afterAll(cleanUp);

const run = (...args: string[]) => pauta(['file', ...args, '--team', slug], env);
const add = async (name: string) => String(json(await run('add', path(name), '--json')).id);

test('a file is stored, listed, read and deleted', async () => {
  const stored = json(await run('add', path('proposta.pdf'), '--json'));
  const id = String(stored.id);
  expect(stored).toEqual({
    id,
    name: 'proposta.pdf',
    media_type: 'application/pdf',
    bytes: 500_000,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  expect(json(await run('list', '--json')).files).toMatchObject([
    { ...stored, purpose: 'upload', preview: 'none', scan: 'pending' },
  ]);
  expect(outputOf(await run('list'))).toContain(`${id}  proposta.pdf  application/pdf  500000`);
  const read = json(await run('get', id, '--output', path('copy.pdf'), '--json'));
  expect(read).toMatchObject({
    id,
    name: 'proposta.pdf',
    bytes: 500_000,
    output: path('copy.pdf'),
  });
  expect(readFileSync(path('copy.pdf')).equals(content)).toBe(true);
  expect(refused(await run('get', id, '--preview', '--output', path('none')))).toContain(
    'no preview',
  );
  expect(existsSync(path('none'))).toBe(false);
  expect(outputOf(await run('delete', id))).toContain(`Deleted file ${id}.`);
  expect(json(await run('list', '--json')).files).toEqual([]);
  expect(refused(await run('get', id, '--output', path('none')))).toContain(`no file ${id}`);
});

test('files of a record are listed page by page', async () => {
  const record = ['--record-type', 'deals', '--record-id', '0193a000-0000-7000-8000-000000000001'];
  const ids: string[] = [];
  for (let i = 0; i < 3; i++)
    ids.unshift(String(json(await run('add', path('proposta.pdf'), ...record, '--json')).id));
  const page = async (...args: string[]) =>
    (json(await run('list', ...record, ...args, '--json')).files as { id: string }[]).map(
      ({ id }) => id,
    );
  expect(await page()).toEqual(ids);
  expect(await page('--limit', '2')).toEqual(ids.slice(0, 2));
  expect(await page('--before', ids[1] ?? '')).toEqual(ids.slice(2));
  expect(refused(await run('list', '--record-type', 'deals'))).toContain('given together');
});

test('refusals are one line', async () => {
  writeFileSync(path('page.png'), '<html></html>');
  expect(refused(await run('add', path('page.png')))).toContain(
    'file: its bytes are not those of a PNG image, as the extension .png says.',
  );
  expect(refused(await run('add', path('nothing.pdf')))).toContain('nothing.pdf cannot be read');
  expect(refused(await run('add', directory))).toContain('is not a file');
  const small = { ...env, FILE_MAX_BYTES: '1000' };
  expect(
    refused(await pauta(['file', 'add', path('proposta.pdf'), '--team', slug], small)),
  ).toContain('at most 1000 bytes (FILE_MAX_BYTES)');
  misused(await run('add', '-'));
  misused(await run('get', 'no-id'));
  expect(misused(await run('list', '--limit', '1000'))).toContain(
    '--limit must be a number from 1 to 100',
  );
});

describe('backup and restore', () => {
  test('name the location of the bytes of files, or include and restore them', async () => {
    const id = await add('proposta.pdf');
    writeFileSync(path('a.png'), await imageOf('png'));
    await add('a.png');
    const without = json(await pauta(['backup', path('one.backup'), '--json'], env));
    expect(without.files).toEqual({
      blobs: 2,
      bytes: expect.any(Number),
      where: `the directory ${path('data')}/files`,
    });
    expect(outputOf(await pauta(['backup', path('one.backup'), '--force'], env))).toMatch(
      /Not included: 2 file contents, \d+ bytes, in the directory .* --files DIRECTORY/,
    );
    const options = ['--files', path('kept')];
    const first = json(await pauta(['backup', path('two.backup'), ...options, '--json'], env));
    expect(first.files).toMatchObject({ blobs: 2, copied: 2, already_there: 0, missing: [] });
    const second = json(
      await pauta(['backup', path('two.backup'), ...options, '--force', '--json'], env),
    );
    expect(second.files).toMatchObject({ copied: 0, already_there: 2, missing: [] });

    const there: Env = {
      ...onDatabase(await newDatabase('empty'), Buffer.from(env.SECRET_KEY ?? '', 'base64')),
      DATA_DIR: path('there'),
    };
    const restored = json(
      await pauta(['restore', path('two.backup'), ...options, '--json'], there),
    );
    expect(restored.files).toMatchObject({ copied: 2, already_there: 0, missing: [] });
    await pauta(['file', 'get', id, '--team', slug, '--output', path('back.pdf')], there);
    expect(readFileSync(path('back.pdf')).equals(content)).toBe(true);
    const healthy = json(await pauta(['doctor', '--json'], there));
    expect(healthy.checks).toContainEqual({
      name: 'files',
      ok: true,
      found: expect.stringMatching(
        /^2 contents, \d+ bytes in the directory .*; 2 checked and found$/,
      ),
    });

    rmSync(path('there/files/blobs'), { recursive: true });
    const { status, stdout } = await pauta(['doctor', '--json'], there);
    expect(status).toBe(1);
    expect((JSON.parse(stdout) as { checks: unknown[] }).checks).toContainEqual({
      name: 'files',
      ok: false,
      found: expect.stringContaining('of 2 checked, 2 are missing or incomplete'),
      advice: expect.stringContaining('--files DIRECTORY'),
    });
    // A damaged copy is not accepted.
    const damaged = readFileSync(path('kept/') + placeIn(path('kept')));
    damaged[100] = (damaged[100] ?? 0) ^ 1;
    writeFileSync(path('kept/') + placeIn(path('kept')), damaged);
    const again = json(
      await pauta(['restore', path('two.backup'), '--replace', ...options, '--json'], there),
    );
    expect(again.files).toMatchObject({ copied: 1, missing: [expect.any(String)] });
  });
});

test('doctor reports a storage that cannot be written', async () => {
  const { stdout, status } = await pauta(['doctor', '--json'], {
    ...env,
    FILES_URL: 's3://key:hidden-secret@bucket?endpoint=http://127.0.0.1:9',
  });
  expect(status).toBe(1);
  expect((JSON.parse(stdout) as { checks: unknown[] }).checks).toContainEqual({
    name: 'files',
    ok: false,
    found: expect.stringMatching(/^the bucket bucket at http:\/\/127.0.0.1:9: .*ECONNREFUSED/),
    advice: expect.stringContaining('FILES_URL'),
  });
  expect(stdout).not.toContain('hidden-secret');
});

/** The first file below a directory. */
function placeIn(root: string): string {
  const [first] = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  if (!first) throw new Error('there are no files');
  return join(first.parentPath, first.name).slice(root.length);
}
