import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { firstTeam } from '#server/features/accounts/teams.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { useService } from '#test/support/harness.ts';
import { callPanel, makePerson } from '#test/support/people.ts';
import { cleanUp, newDatabase, onDatabase, pauta } from '#test/support/processes.ts';

/* A team's first owner, and accounts for users of earlier versions: links created at the command line. */
const service = useService();
afterAll(cleanUp);

const password = 'girafas correm no telhado';
const run = (...words: string[]) =>
  pauta(words, {
    ...onDatabase(service.connection, service.secret),
    PUBLIC_URL: 'https://pauta.example.com',
  });
const accept = (link: string, body: object) => {
  const [team, token] = new URL(link).hash.slice(1).split('.');
  return callPanel(service.app, undefined, 'POST', '/invitation/accept', { team, token, ...body });
};

describe('pauta user link', () => {
  test('creates the owner of a team without one, then members', async () => {
    const team = await service.team();
    const made = json(await run('user', 'link', 'dona@example.com', '--team', team.slug, '--json'));
    expect(made).toMatchObject({ kind: 'invitation', team: team.slug, role: 'owner' });
    expect(made.link).toMatch(/^https:\/\/pauta\.example\.com\/invite#/);
    const answer = await accept(String(made.link), { name: 'Dona', password });
    expect(answer.status, answer.text).toBe(200);
    const next = outputOf(await run('user', 'link', 'bia@example.com', '--team', team.slug));
    expect(next).toContain('becomes member of');
  });

  test('gives an account to a user of an earlier version, who keeps their user', async () => {
    const team = await service.team();
    await makePerson(service, team, 'owner');
    const email = 'elio@agencia.example';
    const user = json(
      await run(
        'user',
        'create',
        '--team',
        team.slug,
        '--name',
        'Élio',
        '--email',
        email,
        '--role',
        'admin',
        '--json',
      ),
    );
    const made = json(await run('user', 'link', email.toUpperCase(), '--json'));
    expect(made).toMatchObject({ team: team.slug, role: 'admin' });
    expect((await accept(String(made.link), { password })).status).toBe(200);
    const rows = await service.sql(
      'select id, name, role, person_id is not null as bound from users where team_id = $1 and lower(email) = $2',
      [team.id, email],
    );
    expect(rows).toEqual([{ id: user.id, name: 'Élio', role: 'admin', bound: true }]);
  });

  test('sets a new password for a person with an account, in any number of teams', async () => {
    const team = await service.team();
    const ana = await makePerson(service, team, 'owner');
    const otherTeam = await service.team();
    await service.sql(
      `insert into users (team_id, id, person_id, name, email, role)
        select $1, uuid7(), id, name, email, 'member' from people where id = $2`,
      [otherTeam.id, ana.personId],
    );
    const made = json(await run('user', 'link', ana.email, '--json'));
    expect(made).toMatchObject({ kind: 'password' });
    const [, token] = /^https:\/\/pauta\.example\.com\/reset#(.+)$/.exec(String(made.link)) ?? [];
    expect(outputOf(await run('user', 'link', ana.email, '--team', team.slug))).toContain(
      'new password',
    );
    expect(
      refused(await run('user', 'link', ana.email, '--team', team.slug, '--role', 'member')),
    ).toContain('leave out --role');
    const use = await callPanel(service.app, undefined, 'POST', '/password-reset/use', {
      token,
      password,
    });
    expect(use.status, use.text).toBe(200);
    const roles = await service.sql('select role from users where person_id = $1 order by role', [
      ana.personId,
    ]);
    expect(roles).toEqual([{ role: 'member' }, { role: 'owner' }]);
    await service.sql('update people set disabled_at = now() where id = $1', [ana.personId]);
    expect(refused(await run('user', 'link', ana.email, '--team', team.slug))).toContain(
      'is disabled',
    );
  });

  test('names missing arguments', async () => {
    await service.team();
    expect(refused(await run('user', 'link', 'nobody@example.com'))).toContain('--team');
    expect(misused(await run('user', 'link', 'nobody'))).toContain('EMAIL must be');
    expect(
      refused(await run('user', 'link', 'nobody@example.com', '--team', 'nobody-has-this')),
    ).toContain('nobody-has-this');
  });
});

test('the first start creates one link for an owner, which is valid for an hour', async () => {
  const connection = await newDatabase('migrated');
  const database = openDatabase(connection, 'test', 2, () => {});
  try {
    const first = await firstTeam(database.platform, undefined);
    expect(first?.ownerToken).toMatch(/^[\w-]{43}$/);
    expect(await firstTeam(database.platform, undefined)).toBeUndefined();
    const [row] = await database.platform.run(
      platformStatement(
        `select role, email, round(extract(epoch from expires_at - created_at))::int as seconds from invites`,
      ),
    );
    expect(row).toEqual({ role: 'owner', email: null, seconds: 3600 });
  } finally {
    await database.close();
  }
});

test('expired rows about people are swept, and nothing else', async () => {
  const team = await service.team();
  const ana = await makePerson(service, team, 'member');
  const bia = await makePerson(service, team, 'member');
  const { personId } = ana;
  await service.sql(
    `update sessions set ended_at = now() - interval '31 days' where person_id = $1`,
    [personId],
  );
  await service.sql(
    `insert into person_tokens (person_id, hash, purpose, expires_at)
      select $1, sha256(i::text::bytea), 'reset', now() - i * interval '1 hour' from generate_series(1, 26, 25) i`,
    [personId],
  );
  await service.sql(
    `insert into login_failures (person_id, device, failures, failed_at)
      select $1, uuid7(), 1, now() - i * interval '1 hour' from generate_series(1, 26, 25) i`,
    [personId],
  );
  await service.sql(
    `insert into invites (team_id, id, hash, role, expires_at)
      select $1, uuid7(), sha256(i::text::bytea), 'member', now() - i * interval '1 day' from generate_series(1, 101, 100) i`,
    [team.id],
  );
  expect(await sweepOnce(service.database)).toMatchObject({
    sessions: 1,
    person_tokens: 1,
    login_failures: 1,
    invitations: 1,
  });
  expect((await bia.own('GET', '/session')).status).toBe(200);
});
