import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyStates } from '#server/features/inboxes/connection-state.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { StateReport } from '#server/outbound/messaging/gateway-setup.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';

/* A gateway's reports about a connection become the state of the inbox; each real change emits one event. */

const service = useService({ workers: 0 });

const stateEvents = async (team: TestTeam) =>
  (
    await service.sql(
      `select payload from events where team_id = $1 and type = 'inbox.connection' order by id`,
      [team.id],
    )
  ).map(({ payload }) => JSON.parse(String(payload)) as Json);

const report = (team: TestTeam, ...states: StateReport[]) =>
  applyStates(service.database.team(team.id), team.inbox, states);

test('each real change emits an event with the inbox as v1 returns it and its previous state', async () => {
  const team = await service.team();
  const before = (await team.get(`/inboxes/${team.inbox}`)).data;
  expect(before).toMatchObject({ connected: true, state: null, state_reason: null, phone: null });
  expect(await report(team, { state: 'scan' }, { state: 'scan' }, { state: 'scan' })).toBe(1);
  expect((await team.get(`/inboxes/${team.inbox}`)).data).toMatchObject({
    connected: false,
    state: 'scan',
  });
  await report(team, { state: 'connected', phone: '5511999998888' }, { state: 'connected' });
  const now = (await team.get(`/inboxes/${team.inbox}`)).data;
  expect(now).toMatchObject({ connected: true, state: 'connected', phone: '5511999998888' });
  const events = await stateEvents(team);
  expect(events).toHaveLength(2);
  expect(events[0]?.previous).toEqual({ connected: true, state: null, state_changed_at: null });
  expect(events[1]?.data).toEqual(now);
  expect(events[1]?.previous).toMatchObject({ connected: false, state: 'scan', phone: null });
});

test('concurrent reports change it once, and a reason stays until the state changes', async () => {
  const team = await service.team();
  const reason = finding('session_dropped', 'the phone was offline for 14 days');
  const changed = await Promise.all(
    Array.from({ length: 8 }, () => report(team, { state: 'failed', reason })),
  );
  expect(changed.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await report(team, { state: 'failed' })).toBe(0);
  expect((await team.get(`/inboxes/${team.inbox}`)).data.state_reason).toBe(reason.text);
  await report(team, { state: 'connecting' });
  expect((await team.get(`/inboxes/${team.inbox}`)).data.state_reason).toBeNull();
  expect(await stateEvents(team)).toHaveLength(2);
});

test('texts and numbers that cannot be stored are no error', async () => {
  const team = await service.team();
  const reason = finding('session_dropped', `\0${'é'.repeat(300)}\ud800`);
  await report(team, { state: 'failed', reason, phone: 'unknown' });
  const { state_reason, phone } = (await team.get(`/inboxes/${team.inbox}`)).data;
  expect(String(state_reason)).toMatch(/^é{250,255}$/);
  expect(phone).toBeNull();
});

test('only the team’s own inbox changes, and no deleted one', async () => {
  const [team, otherTeam] = await Promise.all([service.team(), service.team()]);
  const foreign = applyStates(service.database.team(otherTeam.id), team.inbox, [
    { state: 'failed' },
  ]);
  expect(await foreign).toBe(0);
  await service.sql('update inboxes set is_deleted = true where id = $1', [team.inbox]);
  expect(await report(team, { state: 'failed' })).toBe(0);
  expect((await team.get(`/inboxes/${team.inbox}`)).status).toBe(404);
  expect(await stateEvents(team)).toEqual([]);
});

test('reasons that an older version stored without a code get it in the migration, once', async () => {
  const old = [
    ['the gateway refuses the global key', { code: 'global_key_refused' }],
    ["it is PENDING (it has to be registered); the PIN is not the number's", { code: 'pin_wrong' }],
    ['the session dropped; a restart did not help', { code: 'restart_failed' }],
    ['nobody typed the pairing code in time', { code: 'qr_unscanned' }],
    [
      'network: the gateway cannot be reached (EHOSTUNREACH)',
      { code: 'unreached', cause: 'network' },
    ],
    ['a sentence of the network', null],
  ] as const;
  const teams = await Promise.all(old.map(() => service.team()));
  const store = 'update inboxes set state_reason = $2, state_reason_details = $3 where id = $1';
  for (const [i, [sentence]] of old.entries())
    await service.sql(store, [teams[i]?.inbox, sentence, null]);
  const storedTeam = await service.team();
  const oldSentence = 'the gateway refuses the global key';
  await service.sql(store, [
    storedTeam.inbox,
    oldSentence,
    JSON.stringify([oldSentence, { code: 'key_refused' }]),
  ]);
  const file = new URL('../../../server/db/migrations/0093_finding_codes.sql', import.meta.url);
  await service.sql(readFileSync(file, 'utf8'));
  const detailsOf = async (team: TestTeam | undefined) =>
    (await team?.get(`/inboxes/${team.inbox}`))?.data.state_reason_details;
  for (const [i, [, details]] of old.entries()) expect(await detailsOf(teams[i])).toEqual(details);
  expect(await detailsOf(storedTeam)).toEqual({ code: 'key_refused' });
});
