import { expect, test } from 'vitest';
import { signInAs } from '../../server/features/accounts/people/sign-in.ts';
import type { AccountContext } from '../../server/operations/account.ts';
import { useService } from '../harness.ts';
import { callPanel, makePerson } from '../people.ts';

const service = useService();

const contextOf = (device?: string): AccountContext => ({
  platform: service.database.platform,
  settings: { secrets: service.secrets, jidSuffix: 'x' },
  caller: undefined,
  asking: {
    id: 'r',
    address: '192.0.2.1',
    userAgent: 'Test',
    device,
    origin: 'http://localhost',
    page: 'http://localhost',
    url: '/api/panel/session',
    elsewhere: undefined,
  },
});

test('every way in ends in a session, and in a device that is known', async () => {
  const ana = await makePerson(service, await service.team(), 'member');
  const { data, session, device } = await signInAs(contextOf(), ana.personId, ['link']);
  expect(data).toMatchObject({ person_id: ana.personId, email: ana.email, methods: ['link'] });
  const asked = await callPanel(service.app, session ?? '', 'GET', '/session');
  expect(asked.data).toEqual(data);
  // The same device, for another person: it stays one.
  const bia = await makePerson(service, await service.team(), 'member');
  const again = await signInAs(contextOf(device), bia.personId, ['link']);
  const devices = await service.sql(
    `select distinct device from sessions where person_id = any($1) and device is not null`,
    [[ana.personId, bia.personId]],
  );
  expect(devices).toEqual([{ device: device?.split('.')[0] }]);
  expect(again.device?.split('.').slice(2)).toEqual(device?.split('.').slice(1));
});

test('a person who is disabled gets no session', async () => {
  const ana = await makePerson(service, await service.team(), 'member');
  await service.sql('update people set disabled_at = now() where id = $1', [ana.personId]);
  await expect(signInAs(contextOf(), ana.personId, ['pwd'])).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  const all = await service.sql('select id from sessions where person_id = $1', [ana.personId]);
  expect(all).toEqual([{ id: ana.sessionId }]);
});
