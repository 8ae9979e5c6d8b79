import { expect, test, vi } from 'vitest';
import { newAgentSecret } from '#server/platform/agent-token.ts';
import { useService } from '#test/support/harness.ts';
import { ask, callback, granted, redeemed, useTool } from '#test/support/oauth/agent.ts';
import { buildingPanel } from '#test/support/panel/building.ts';
import { makePerson } from '#test/support/people.ts';

/* Rate limits of OAuth: registrations per address, and agents per person instead of the address that a vendor's users share. */

const perMinute = 40;
const service = useService({
  perMinute,
  panel: buildingPanel,
});

test('an address registers at most 20 clients a minute', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 22; i++) {
    const json = { redirect_uris: [callback] };
    statuses.push((await ask(service.app, '/oauth/register', { json })).status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429]);
});

test('tokens count against their person, and invalid ones against the address', async () => {
  await service.sql('delete from agent_clients');
  const team = await service.team();
  const person = await makePerson(service, team, 'member');
  await service.sql(
    `insert into agent_clients (id, name, redirect_uris, is_document, expires_at)
      values ('fixed', 'Claude', '{${callback}}', false, now() + interval '1 day')`,
  );
  const grant = await granted(service.app, person, team, 'full', {}, 'fixed');
  const { body } = await redeemed(service.app, grant);
  for (let i = 0; i < perMinute + 5; i++) {
    const { status, headers } = await useTool(service.app, body.access_token);
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toBe('"agents";q=300;w=60');
  }
  const refused: number[] = [];
  for (let i = 0; i < perMinute + 5; i++)
    refused.push((await useTool(service.app, `pauta_agent_${'A'.repeat(64)}`)).status);
  expect(refused.at(-1)).toBe(429);
  // Further unknown tokens are refused without a look-up, each of them different.
  const run = vi.spyOn(service.database.platform, 'run');
  for (let i = 0; i < 20; i++) {
    const token = newAgentSecret('access', team.id);
    const { status, headers } = await useTool(service.app, token);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
  expect((await useTool(service.app, body.access_token)).status).toBe(200);
});
