import { describe, expect, test } from 'vitest';
import { loopback, useService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { innerSpellings } from '#test/support/webhooks/spellings.ts';

/*
 * A url that names a private address is refused when it is written; names are resolved only when a connection is made.
 */
const service = useService({ workers: 0, allowCidrs: [] });
const open = useService({ workers: 0, allowCidrs: [loopback] });

const refused = {
  code: 'VALIDATION_ERROR',
  message: expect.stringMatching(/^url .*WEBHOOK_ALLOW_CIDRS/),
  fields: [{ name: 'url', code: 'not_allowed' }],
};
const localNames = ['localhost', 'LOCALHOST', 'localhost.', 'panel.localhost', 'a.b.localhost.'];

describe('a private address', () => {
  test('is refused in every spelling, for keys and members alike', async () => {
    const team = await service.team();
    const admin = await makePerson(service, team, 'admin');
    const { id } = await team.create('webhooks', { url: 'https://example.com/pauta' });
    for (const host of [...innerSpellings, ...localNames]) {
      const url = `http://${host}:8080/pauta`;
      const created = await team.post('/webhooks', { name: 'Painel', url });
      expect([created.status, created.error], url).toEqual([400, refused]);
      const changed = await team.put(`/webhooks/${id}`, { url });
      expect([changed.status, changed.error], url).toEqual([400, refused]);
    }
    const url = 'https://10.0.0.1/pauta';
    expect((await admin.post('/webhooks', { name: 'Painel', url })).error).toMatchObject(refused);
    expect((await admin.put(`/webhooks/${id}`, { url })).error).toMatchObject(refused);
    expect((await team.get(`/webhooks/${id}`)).data.url).toBe('https://example.com/pauta');
  });

  test('that an endpoint already has stays while other fields change', async () => {
    const team = await service.team();
    const { id } = await team.create('webhooks', { url: 'https://example.com/pauta' });
    const url = 'http://10.0.0.1/pauta';
    await service.sql('update webhooks set url = $1 where id = $2', [url, id]);
    const path = `/webhooks/${id}`;
    expect((await team.put(path, { name: 'Outro' })).data).toMatchObject({ name: 'Outro', url });
    expect((await team.put(path, { name: 'Mais um', url })).data).toMatchObject({ url });
    expect((await team.put(path, { url: 'http://10.0.0.2/pauta' })).error).toMatchObject(refused);
    expect((await team.put(path, { url: null })).data.url).toBeNull();
  });

  test('in an allowed range is accepted, and so is localhost if it can be in the range', async () => {
    const team = await open.team();
    for (const host of ['127.0.0.1', '127.1', '[::ffff:127.0.0.1]', ...localNames]) {
      const made = await team.post('/webhooks', { name: 'Painel', url: `http://${host}:9/` });
      expect(made.status, host).toBe(201);
    }
    for (const host of ['10.0.0.1', '169.254.169.254', '[::1]']) {
      const made = await team.post('/webhooks', { name: 'Painel', url: `http://${host}:9/` });
      expect(made.error, host).toMatchObject(refused);
    }
  });
});

test('public addresses and names are accepted without resolving them', async () => {
  const team = await service.team();
  for (const host of ['8.8.8.8', '[2606:4700::1111]', 'painel.invalid', 'db', 'notlocalhost'])
    expect(
      (await team.post('/webhooks', { name: 'Painel', url: `https://${host}/` })).status,
      host,
    ).toBe(201);
});
