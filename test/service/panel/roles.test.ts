import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { rolesPage } from '#lint/roles.ts';
import { registry } from '#server/features/registry.ts';
import { isAtLeast, roles } from '#server/operations/roles.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import {
  cases,
  type Everybody,
  emptyBody,
  everybodyOf,
  exampleOf,
  noTeam,
  withIds,
} from '#test/support/panel/callers.ts';
import { callPanel, makePerson } from '#test/support/people.ts';

/* Every operation of the panel for every role. The cases come from the registry, so a new operation is tested automatically. */
const service = useSharedService({ workers: 0 });
let everybody: Everybody;
beforeAll(async () => {
  everybody = await everybodyOf(service);
});

test('finds operations', () => expect(cases.length).toBeGreaterThan(50));

/** Operations only for members who see values. */
const needValues: readonly string[] = ['writeDealSummary'];

describe('of a team', () => {
  test.each(cases)('$id', async ({ operation }) => {
    const { ours, foreign, suspended, stale, ask, stateOf } = everybody;
    const { panel, fresh, exports } = operation;
    const { user: least = 'owner' } = operation.allow;
    const { method } = panel;
    const path = withIds(panel.path);
    const body = emptyBody(panel);
    const state = async () => (method === 'GET' ? undefined : stateOf(ours));
    const before = await state();

    const missing = await foreign.own(method, `/teams/nobody-has-this${path}`, body);
    expect([missing.status, noTeam.test(missing.text)]).toEqual([404, true]);
    for (const outsider of [foreign, suspended]) {
      const answer = await outsider.own(method, `/teams/${ours.slug}${path}`, body);
      expect([answer.status, answer.text]).toEqual([404, missing.text]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(missing.headers));
    }
    const at = `/teams/${ours.slug}${path}`;
    expect((await callPanel(service.app, undefined, method, at, body)).status).toBe(401);
    for (const role of roles.filter((role) => !isAtLeast(role, least))) {
      const answer = await ask(role, method, path, body);
      expect([answer.status, answer.error.code], role).toEqual([403, 'FORBIDDEN']);
    }
    if (fresh === true) {
      const answer = await stale.call(method, path, body);
      expect([answer.status, answer.error.code]).toEqual([403, 'REAUTH_REQUIRED']);
    }
    expect(await state()).toEqual(before);

    // An unknown id, an empty body: whatever the answer, the reason is not a missing role or export permission.
    for (const role of roles.filter((role) => isAtLeast(role, least))) {
      const { status, text } = await ask(role, method, path, body);
      expect([401, 500], `${role}: ${text}`).not.toContain(status);
      expect(status === 403, `${role}: ${text}`).toBe(exports === true && role !== 'owner');
      expect(text, role).not.toMatch(noTeam);
    }
    // Permissions of a member open nothing that their role does not.
    for (const [kind, role] of [
      ['blind', 'member'],
      ['exporter', 'member'],
      ['exportingAdmin', 'admin'],
    ] as const) {
      const { status, text } = await ask(kind, method, path, body);
      const isHidden = kind === 'blind' && (exports || needValues.includes(operation.id));
      const isOpen = isAtLeast(role, least) && !isHidden;
      expect(status === 403, `${kind}: ${text}`).toBe(!isOpen);
    }
    if (fresh !== true)
      expect((await stale.call(method, path, body)).error.code).not.toBe('REAUTH_REQUIRED');
  });
});

describe('a fresh proof of identity', () => {
  const asking = cases.filter(({ operation: { fresh } }) => Array.isArray(fresh));

  test.each(asking)('$id requires it for sensitive data', async ({ operation }) => {
    const { stale, ask } = everybody;
    const { panel, fresh } = operation;
    const { method } = panel;
    const path = withIds(panel.path);
    const example = (path: string, method: string) => exampleOf(everybody, path, method) as Json;
    const created = example(panel.path.replace('/:id', ''), 'POST');
    for (const name of fresh as readonly string[]) {
      const { [name]: _, ...rest } = example(panel.path, method);
      const whole = { ...rest, [name]: created[name] };
      expect(whole[name]).toBeDefined();
      const refused = await stale.call(method, path, whole);
      expect([refused.status, refused.error.code]).toEqual([403, 'REAUTH_REQUIRED']);
      expect((await stale.call(method, path, rest)).error.code).not.toBe('REAUTH_REQUIRED');
      expect((await ask('owner', method, path, whole)).status).not.toBe(403);
    }
  });

  test('is required to set the url of a webhook', () =>
    expect(asking.map(({ id }) => id)).toEqual(['createWebhookEndpoint', 'updateWebhookEndpoint']));
});

describe('of the caller’s account', () => {
  const accountOperations = registry.account.map((operation) => ({ id: operation.id, operation }));

  test.each(accountOperations)('$id', async ({ operation: { panel, allow } }) => {
    const { ours, stale } = everybody;
    const path = withIds(panel.path);
    const body = emptyBody(panel);
    const nobody = await callPanel(service.app, undefined, panel.method, path, body);
    if (allow === 'anyone') expect(nobody.status).not.toBe(403);
    else expect([nobody.status, nobody.error.code]).toEqual([401, 'UNAUTHORIZED']);
    if (allow === 'fresh')
      expect((await stale.own(panel.method, path, body)).error.code).toBe('REAUTH_REQUIRED');
    // The call may end the session, so each operation has its own person.
    const person = await makePerson(service, ours, 'member');
    const answer = await person.own(panel.method, path, body);
    expect(answer.error.code, answer.text).not.toBe('INTERNAL_ERROR');
    expect(answer.error.code, answer.text).not.toBe('REAUTH_REQUIRED');
    if (allow !== 'anyone') expect([401, 403], answer.text).not.toContain(answer.status);
  });
});

test('docs/roles.md is the output of `npm run --silent docs:roles`', () => {
  expect(readFileSync(new URL('../../../docs/roles.md', import.meta.url), 'utf8')).toBe(
    rolesPage(),
  );
});
