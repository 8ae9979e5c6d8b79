import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Statement } from '#server/db/statement.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { useSharedService } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* No address with a team's slug reveals that the team exists: the answers are the same bytes, after the same statements. */
const service = useSharedService();

const token = () => randomBytes(32).toString('base64url');
const doors: readonly (readonly [string, 'GET' | 'POST', (slug: string) => string])[] = [
  ['an approval link', 'GET', (slug) => `/approve/${slug}/${token()}`],
  ['a decision', 'POST', (slug) => `/approve/${slug}/${token()}`],
  ['a report link', 'GET', (slug) => `/report/${slug}/${token()}`],
  ['a PIN of a report link', 'POST', (slug) => `/report/${slug}/${token()}`],
  ['a hook', 'POST', (slug) => `/api/hooks/${slug}/nobody-has-this`],
  ['a callback', 'POST', (slug) => `/api/gateways/${slug}/${crypto.randomUUID()}`],
  ['a file', 'GET', (slug) => `/api/files/${slug}/${crypto.randomUUID()}?until=1&signature=x`],
  ['the panel', 'GET', (slug) => `/api/panel/teams/${slug}/clients`],
  ['an invitation', 'POST', () => '/api/panel/invitation/look'],
];

/** The service's database, recording its statements. */
function recorded() {
  const run: string[] = [];
  const { database } = service;
  const recording =
    (inner: { run(statement: never, values?: never): Promise<unknown> }) =>
    (statement: Statement, values: never) => {
      run.push(JSON.stringify(statement));
      return inner.run(statement as never, values);
    };
  const platform = { ...database.platform, run: recording(database.platform) };
  const team = (id: string) => {
    const inner = database.team(id);
    return { ...inner, run: recording(inner) };
  };
  return { run, database: { platform, team } as never };
}

describe.each(doors)('%s', (name, method, pathOf) => {
  test('answers the same for an existing and an unknown team', async () => {
    const team = await service.team();
    const stranger = await makePerson(service, await service.team(), 'owner');
    const answers = [];
    for (const slug of [team.slug, 'nobody-has-this']) {
      const { statusCode, headers, payload } = await service.app.inject({
        method,
        url: pathOf(slug),
        headers: {
          'sec-fetch-site': 'same-origin',
          cookie: `pauta_session=${stranger.token}`,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { payload: JSON.stringify({ team: slug, token: token() }) }),
      });
      const { 'x-request-id': _, date: __, ...rest } = headers;
      answers.push({ statusCode, rest, payload: payload.replaceAll(slug, 'SLUG') });
    }
    expect(answers[0]?.statusCode, name).toBeGreaterThanOrEqual(400);
    expect(answers[1]).toEqual(answers[0]);
  });
});

test('a slug is looked up by the same statements, whether it exists or not', async () => {
  const { slug } = await service.team();
  const { run, database } = recorded();
  const teams = teamsBySlug(database);
  const statementsOf = async (each: string) => {
    run.length = 0;
    expect(await teams.find(each)).toBeDefined();
    return [...run];
  };
  const [knownSlug, unknown] = [await statementsOf(slug), await statementsOf('nobody-has-this')];
  expect(knownSlug).toHaveLength(1);
  expect(unknown).toEqual(knownSlug);
  // Both results are cached.
  expect([await statementsOf(slug), await statementsOf('nobody-has-this')]).toEqual([[], []]);
  expect(teams.cachedTeamId('nobody-has-this')).toBeUndefined();
});
