import { afterAll, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import { request } from '#test/support/http.ts';
import { cleanUp, newDatabase, onDatabase, pauta, serve } from '#test/support/processes.ts';

/* The program as a process: a brief version of the tests in test/process/. */

afterAll(cleanUp);

test('the program migrates an empty database, serves, and stops when asked to', async () => {
  const key = newKey();
  const env = { ...onDatabase(await newDatabase('empty')), BOOTSTRAP_API_KEY: key };
  const service = await serve(env);
  const url = `${service.origin}/api/v1/clients`;
  const created = await request(url, { method: 'POST', key, body: { type: 'PJ', name: 'Acme' } });
  expect([created.status, created.data.name]).toEqual([201, 'Acme']);
  expect((await request(`${service.origin}/health/ready`)).status).toBe(200);

  const made = await pauta(['team', 'create', 'Outra', '--json'], env);
  expect([made.status, made.stderr]).toEqual([0, '']);
  const { api_key: otherKey } = JSON.parse(made.stdout) as { api_key: string };
  const foreign = await request(`${url}/${String(created.data.id)}`, { key: otherKey });
  expect(foreign.status).toBe(404);

  service.child.kill('SIGTERM');
  expect((await service.ended).status).toBe(0);
});
