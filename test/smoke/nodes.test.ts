import { afterAll, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import { request } from '#test/support/http.ts';
import { hasNodes, startNodes } from '#test/support/nodes.ts';
import { cleanUp, newDatabase, onDatabase } from '#test/support/processes.ts';

/* The service as several nodes: a brief version of the tests in test/cluster/. */

afterAll(cleanUp);

test.skipIf(!hasNodes && !process.env.CI)(
  'a record created on one node is read on the other, and both count one rate limit',
  async () => {
    const key = newKey();
    const env = { ...onDatabase(await newDatabase('migrated')), BOOTSTRAP_API_KEY: key };
    const { web } = await startNodes({ ...env, RATE_LIMIT_PER_MINUTE: '20' }, { workers: 1 });
    const [first, second] = web.map(({ address }) => `${address}/v1/clients`);
    const body = { type: 'PJ', name: 'Acme' };
    const created = await request(String(first), { method: 'POST', key, body });
    expect(created.status).toBe(201);
    const read = await request(`${second}/${String(created.data.id)}`, { key });
    expect(read.data).toMatchObject(body);

    const statuses: number[] = [];
    for (let i = 0; i < 40; i += 1)
      statuses.push((await request(String(i % 2 ? first : second), { key })).status);
    // A minute may end in between, which allows twenty more.
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(38);
  },
);
