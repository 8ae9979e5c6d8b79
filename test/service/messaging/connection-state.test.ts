import { expect, test } from 'vitest';
import { applyStates } from '#server/features/inboxes/connection-state.ts';
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
  const reason = 'the phone was offline for 14 days';
  const changed = await Promise.all(
    Array.from({ length: 8 }, () => report(team, { state: 'failed', reason })),
  );
  expect(changed.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await report(team, { state: 'failed' })).toBe(0);
  expect((await team.get(`/inboxes/${team.inbox}`)).data.state_reason).toBe(reason);
  await report(team, { state: 'connecting' });
  expect((await team.get(`/inboxes/${team.inbox}`)).data.state_reason).toBeNull();
  expect(await stateEvents(team)).toHaveLength(2);
});

test('texts and numbers that cannot be stored are no error', async () => {
  const team = await service.team();
  await report(team, { state: 'failed', reason: `\0${'é'.repeat(300)}\ud800`, phone: 'unknown' });
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
