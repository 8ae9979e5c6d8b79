import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { recount } from '#server/records/totals.ts';
import { useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { cleanUp, newDirectory, onDatabase, serve } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* A process that is killed while it writes an export: another one writes it again, whole and once. */

const service = useService({ workers: 0 });
afterAll(cleanUp);

const rows = 60_000;
const waitMs = 300_000;

/** Files below a directory, with their paths and sizes. */
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0 }));

test('an export whose process is killed is written again by the next one, whole and once', async () => {
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner');
  await service.sql(
    `insert into contacts (team_id, id, phone, jid, custom_name, notes, created_at, updated_at)
      select $1, uuid7(), (5511900000000 + n)::text, (5511900000000 + n)::text || '@s.msgapp.net', 'Contato ' || n, repeat('x', 1000),
        now() - n * interval '1 second', now()
      from generate_series(1, ${rows}) n`,
    [team.id],
  );
  await service.sql(recount(contacts));
  const directory = newDirectory();
  const env = { ...onDatabase(service.connection, service.secret), DATA_DIR: directory };
  const id = uuidv7();
  const exported = async () =>
    (
      await service.sql('select state, attempts, done, bytes, place from exports where id = $1', [
        id,
      ])
    )[0];
  const killed = await serve(env);
  await service.sql(
    `insert into exports (team_id, id, resource, query, columns, format, language, state, user_id)
      values ($1, $2, 'contacts', '', array['id', 'notes'], 'jsonl', 'pt', 'waiting', $3)`,
    [team.id, id, owner.userId],
  );
  // In the middle of the file.
  await until(() => filesBelow(directory).some(({ bytes }) => bytes > 1_000_000), waitMs);
  await killed.stop('SIGKILL');
  expect(await exported()).toMatchObject({ state: 'running', attempts: 1, bytes: null });
  // As if its claim had ended.
  await service.sql('update exports set claimed_until = now() where id = $1', [id]);
  const next = await serve(env);
  await expect
    .poll(async () => (await exported())?.state, { timeout: waitMs, interval: 200 })
    .toBe('ready');
  const after = await exported();
  expect(after).toMatchObject({ attempts: 2, done: rows });
  const stored = filesBelow(directory).filter(({ file }) => file.includes(`${team.id}/exports/`));
  expect(stored).toEqual([
    { file: expect.stringContaining(String(after?.place)), bytes: Number(after?.bytes) },
  ]);
  const ids = new Set<string>();
  let lines = 0;
  for await (const line of createInterface(createReadStream(stored[0]?.file ?? ''))) {
    lines += 1;
    ids.add((JSON.parse(line) as { id: string }).id);
  }
  expect([lines, ids.size]).toEqual([rows, rows]);
  await next.stop();
}, 900_000);
