import { v7 as newId } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { startSession } from '#server/features/accounts/sessions.ts';
import { says, startModelEndpoint } from '#test/support/intelligence/model-endpoint.ts';
import { panelClient, persist } from '#test/support/panel/client.ts';
import { cleanUp, connectTo, newDatabase, onDatabase, serve } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* Limits of the language model that hold for two processes on one database (ADR 261). */

afterAll(cleanUp);

test('two processes send two requests at a time together, and one of them may be killed', {
  timeout: 300_000,
}, async () => {
  const endpoint = await startModelEndpoint();
  const connection = await newDatabase('migrated');
  const env = { ...onDatabase(connection), AI_URL: endpoint.url, AI_MODEL: 'm' };
  const [one, two] = await Promise.all([serve(env), serve(env)]);
  const client = await connectTo(connection);
  const database = openDatabase(connection, 'test', 2, () => {});
  const [team, person, user] = [newId(), newId(), newId()];
  await client.query(`insert into teams (id, name, slug) values ($1, 'Ipê', 'ipe')`, [team]);
  await client.query(
    `insert into people (id, email, email_confirmed_at, name, locale) values ($1, 'ana@ipe.example', now(), 'Ana', 'pt-BR')`,
    [person],
  );
  await client.query(
    `insert into users (team_id, id, person_id, name, email, role, sees_values) values ($1, $2, $3, 'Ana', 'ana@ipe.example', 'owner', true)`,
    [team, user, person],
  );
  const { token } = await startSession(database.platform, {
    personId: person,
    methods: ['pwd'],
    address: '127.0.0.1',
    userAgent: 'test',
  });
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { rows } = await client.query<{ id: string }>(
      `insert into deals (team_id, id, title) values ($1, uuid7(), 'Site') returning id`,
      [team],
    );
    ids.push(rows[0]?.id ?? '');
  }
  const panels = [one, two].map((service) => panelClient(() => service.origin, 'ipe', token));
  const [first, second] = panels;
  await persist(async () => first?.call('PUT', '/intelligence/settings', { uses_endpoint: true }));
  // A busy machine makes the service refuse requests.
  const write = (n: number, id: string) =>
    persist(async () => panels[n % 2]?.call('POST', `/deals/${id}/summary`));

  endpoint.behave(says('Cliente quer fechar.', 1_000));
  const written = await Promise.all(ids.map((id, n) => write(n, id)));
  expect(written.map((each) => each?.summary)).toEqual(ids.map(() => 'Cliente quer fechar.'));
  expect(endpoint.most()).toBe(2);
  expect((await client.query('select from endpoint_slots')).rowCount).toBe(0);

  // A killed process holds its slots until their leases end.
  endpoint.behave(() => {});
  const before = endpoint.requests.length;
  const lost = ids.slice(0, 2).map((id) => first?.call('POST', `/deals/${id}/summary`));
  const outcomes = Promise.allSettled(lost);
  await until(() => endpoint.requests.length === before + 2, 60_000);
  one.child.kill('SIGKILL');
  await outcomes;
  expect((await client.query('select from endpoint_slots')).rowCount).toBe(2);
  await client.query(`update endpoint_slots set claimed_until = now() - interval '1 second'`);
  endpoint.behave(says('De novo.'));
  expect((await write(1, ids[0] ?? ''))?.summary).toBe('De novo.');

  // The minute of the team counts the requests of both processes.
  const { rows } = await client.query('select requests from endpoint_usage where team_id = $1', [
    team,
  ]);
  expect(rows[0]?.requests).toBeGreaterThanOrEqual(endpoint.requests.length);
  await client.query(
    'update endpoint_usage set minute_from = now(), minute_requests = 20 where team_id = $1',
    [team],
  );
  await expect
    .poll(() =>
      second?.call('POST', `/deals/${ids[0]}/summary`).catch(({ message }: Error) => message),
    )
    .toMatch(/ 429 /);
  endpoint.close();
  await database.close();
});
