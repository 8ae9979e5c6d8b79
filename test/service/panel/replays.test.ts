import { describe, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { registry } from '#server/features/registry.ts';
import type { Role } from '#server/operations/roles.ts';
import { call, type TestTeam, useService } from '#test/support/harness.ts';
import { emptyBody, withIds } from '#test/support/panel/callers.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * The stored answer of an Idempotency-Key is only for the caller who made the request, with their rights at the time of the retry. The
 * cases come from the registry, so a new POST is tested automatically.
 */
const service = useService({ workers: 0 });

const posts = registry.panel.flatMap(({ id, allow, panel }) =>
  panel.method === 'POST' ? [{ id, least: allow.user ?? 'owner', path: withIds(panel.path) }] : [],
);
type Post = (typeof posts)[number];

const keyFor = ({ id }: Post) => ({ 'idempotency-key': `replay ${id}` });
const repeat = (person: TestPerson, each: Post) =>
  person.post(each.path, emptyBody({ method: 'POST' }), keyFor(each));
const isReplayed = ({ headers }: { readonly headers: Record<string, unknown> }) =>
  headers['idempotency-replayed'] === 'true';

/** A member who has made every request that their role permits, and the requests with stored answers. */
async function whoHasAsked(team: TestTeam, role: Role) {
  const person = await makePerson(service, team, role);
  const stored: Post[] = [];
  for (const each of posts.filter(({ least }) => least === role)) {
    await repeat(person, each);
    if (isReplayed(await repeat(person, each))) stored.push(each);
  }
  return { person, stored };
}

const change = (person: TestPerson, set: string) =>
  service.sql(`update users set ${set} where id = $1`, [person.userId]);

test('answers of most POSTs are stored', () => expect(posts.length).toBeGreaterThan(60));

describe('a stored answer of a member', () => {
  test('is not replayed to another member', async () => {
    const team = await service.team();
    const { stored } = await whoHasAsked(team, 'member');
    expect(stored.length).toBeGreaterThan(20);
    const otherPerson = await makePerson(service, team, 'member');
    for (const each of stored)
      expect(isReplayed(await repeat(otherPerson, each)), each.id).toBe(false);
  });

  test('is not shown once they may no longer see values', async () => {
    const team = await service.team();
    const { person, stored } = await whoHasAsked(team, 'member');
    await change(person, 'sees_values = false');
    await expect
      .poll(async () => (await person.own('GET', '/account/teams')).body.data)
      .toMatchObject([{ sees_values: false }]);
    const [first] = stored;
    if (!first) throw new Error('no answer is stored');
    await expect.poll(async () => (await repeat(person, first)).status).toBe(409);
    for (const each of stored) {
      const answer = await repeat(person, each);
      expect([answer.status, isReplayed(answer)], each.id).toEqual([409, false]);
      expect(answer.error.message).toContain('is not repeated');
    }
  });

  test.each(['admin', 'owner'] as const)(
    'is not shown once the role %s is lost, nor while they are suspended',
    async (role) => {
      const team = await service.team();
      await makePerson(service, team, 'owner');
      const { person, stored } = await whoHasAsked(team, role);
      const [first] = stored;
      if (!first) throw new Error('no answer is stored');
      await change(person, `role = 'member'`);
      await expect.poll(async () => (await repeat(person, first)).status).toBe(403);
      for (const each of stored) {
        const answer = await repeat(person, each);
        expect([answer.status, isReplayed(answer)], each.id).toEqual([403, false]);
      }
      await change(person, 'suspended_at = now()');
      await expect.poll(async () => (await repeat(person, first)).status).toBe(404);
      for (const each of stored) expect((await repeat(person, each)).status, each.id).toBe(404);
    },
  );
});

describe('a stored answer of an API key', () => {
  const body = { title: 'Site', value: 12_345 };
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const withKey = (secret: string, headers: Record<string, string>) =>
    call(service.app, secret, 'POST', '/deals', body, headers);

  const newKey = async ({ id }: TestTeam, userId: string | null = null) =>
    (
      await createKey(service.database.platform, id, {
        name: 'Site',
        scope: 'full',
        userId,
        expiresAt: null,
      })
    ).api_key;

  /** An API key that acts for a member, limited by their rights. */
  async function keyOf(team: TestTeam, options: { readonly seesValues?: boolean } = {}) {
    const person = await makePerson(service, team, 'member', options);
    return { person, secret: await newKey(team, person.userId) };
  }

  test('of the team is replayed to another key of the team, as after a rotation', async () => {
    const team = await service.team();
    const headers = key();
    const first = await withKey(await newKey(team), headers);
    expect(first.status, first.text).toBe(201);
    const again = await withKey(await newKey(team), headers);
    expect([again.text, isReplayed(again)]).toEqual([first.text, true]);
    const { secret } = await keyOf(team);
    expect(isReplayed(await withKey(secret, headers))).toBe(true);
  });

  test('of the team is not shown to the key of a member who may not see values', async () => {
    const team = await service.team();
    const headers = key();
    await withKey(await newKey(team), headers);
    const { secret } = await keyOf(team, { seesValues: false });
    const answer = await withKey(secret, headers);
    expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
    expect(answer.text).not.toContain('12345');
  });

  test('of a member is only for keys of that member', async () => {
    const team = await service.team();
    const headers = key();
    const { person, secret } = await keyOf(team);
    const first = await withKey(secret, headers);
    expect(first.status, first.text).toBe(201);
    const rotated = await newKey(team, person.userId);
    expect(isReplayed(await withKey(rotated, headers))).toBe(true);
    for (const otherKey of [await newKey(team), (await keyOf(team)).secret]) {
      const answer = await withKey(otherKey, headers);
      expect([answer.status, answer.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });
});
