import { beforeAll, expect, test } from 'vitest';
import { type TestTeam, useService } from '#test/support/harness.ts';
import {
  consent,
  eventuallyAnswers,
  granted,
  newVerifier,
  queryOf,
  redeemed,
  refreshed,
  register,
  useTool,
} from '#test/support/oauth/agent.ts';
import { buildingPanel } from '#test/support/panel/building.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* A team that does not allow agents (docs/adr/0262): connected ones stop, and new ones are refused. */

const service = useService({
  panel: buildingPanel,
});
let ours: TestTeam;
let theirs: TestTeam;
let admin: TestPerson;
let ana: TestPerson;

beforeAll(async () => {
  [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  admin = await makePerson(service, ours, 'admin');
  ana = await makePerson(service, ours, 'member', { name: 'Ana' });
});

const allow = (allows_agents: boolean) => admin.put('/settings', { allows_agents });
const eventually = (token: unknown, status: number) =>
  eventuallyAnswers(service.app, token, status);

test('agents are allowed by default, and only admins change that', async () => {
  expect((await ana.get('/settings')).data.allows_agents).toBe(true);
  expect((await ana.put('/settings', { allows_agents: false })).status).toBe(403);
  for (const wrong of [null, 'no', 0])
    expect((await admin.put('/settings', { allows_agents: wrong })).status).toBe(400);
});

test('connected agents stop, their codes and refresh tokens too, and new ones are refused', async () => {
  const stranger = await makePerson(service, theirs, 'member');
  const foreign = (await redeemed(service.app, await granted(service.app, stranger, theirs))).body;
  const grant = await granted(service.app, ana, ours);
  const { body } = await redeemed(service.app, grant);
  const pending = await granted(service.app, ana, ours);
  expect((await useTool(service.app, body.access_token)).status).toBe(200);

  expect((await allow(false)).data.allows_agents).toBe(false);
  await eventually(body.access_token, 401);
  expect((await redeemed(service.app, pending)).body.error).toBe('invalid_grant');
  expect((await refreshed(service.app, grant.client, body.refresh_token)).body.error).toBe(
    'invalid_grant',
  );
  const query = queryOf(await register(service.app), newVerifier());
  const refused = await consent(ana, 'approve', { query, team: ours.slug, scope: 'read' });
  expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  expect(refused.text).toContain('no_agents');
  // Another team's agents, and keys of this team, continue.
  expect((await useTool(service.app, foreign.access_token)).status).toBe(200);
  expect((await useTool(service.app, ours.key)).status).toBe(200);

  // Both lists show it, and the connection can still be ended.
  expect((await ana.own('GET', '/account/agents')).data).toMatchObject([
    { team_slug: ours.slug, team_allows_agents: false },
  ]);
  expect((await ana.own('GET', '/account/teams')).text).toContain('"allows_agents":false');
  expect((await admin.get('/agents')).data).toHaveLength(1);

  // The refusal spent nothing: allowed again, the connection continues.
  expect((await allow(true)).status).toBe(200);
  await eventually(body.access_token, 200);
  expect((await refreshed(service.app, grant.client, body.refresh_token)).status).toBe(200);
  expect((await ana.own('GET', '/account/agents')).data).toMatchObject([
    { team_allows_agents: true },
  ]);
  const entries = await service.sql(
    `select before::json, after::json from audit_entries where team_id = $1 and operation = 'settings.update' order by id`,
    [ours.id],
  );
  expect(JSON.stringify(entries)).toContain('allows_agents');
});

test('an agent cannot allow itself again, or forbid others', async () => {
  const grant = await granted(service.app, admin, ours);
  const { body } = await redeemed(service.app, grant);
  const tools = (await useTool(service.app, body.access_token)).text;
  expect(tools).not.toContain('allows_agents');
  expect(tools).not.toContain('settings');
});
