import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { json } from '#test/support/commands.ts';
import { useService } from '#test/support/harness.ts';
import { mailEnvironment, notifiedTeam } from '#test/support/people/notified-team.ts';
import { startSmtp } from '#test/support/people/smtp.ts';
import {
  cleanUp,
  connectTo,
  newDatabase,
  newDirectory,
  onDatabase,
  pauta,
  serve,
} from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';

/* Notifications that wait to be mailed when a backup is made, which were mailed after it. */

const service = useService();
const smtp = await startSmtp();
afterAll(async () => {
  await cleanUp();
  await smtp.stop();
});

const secret = randomBytes(32);
const environment = (connection: typeof service.connection) =>
  mailEnvironment(onDatabase(connection, secret), smtp.url.port);

test('a restored installation repeats no mail, and mails what happens afterwards', async () => {
  const { team, ana, newTask } = await notifiedTeam(service);
  await ana.put('/notifications/mail', { mentioned: 'immediate' });
  const [logo, film, page] = [await newTask('Logo'), await newTask('Filme'), await newTask('Loja')];
  /** A mention whose mail is due. */
  const mention = `insert into notifications (team_id, id, user_id, kind, record_type, record_id, mail_due_at)
    values ($1, uuid7(clock_timestamp()), $2, 'mentioned', 'tasks', $3, now())`;
  // One is in the outbox, one is only due.
  await service.sql(mention, [team.id, ana.userId, logo]);
  await service.sql(
    `with m as (
      insert into notification_mails (team_id, id, user_id, next_attempt_at) values ($1, uuid7(now()), $2, now()) returning id)
    update notifications n set mail_id = m.id, mail_due_at = null from m where n.team_id = $1 and n.record_id = $3`,
    [team.id, ana.userId, logo],
  );
  await service.sql(mention, [team.id, ana.userId, film]);
  const env = environment(service.connection);
  const file = join(newDirectory(), 'pauta.backup');
  json(await pauta(['backup', file, '--json'], env));

  const original = await serve(env);
  await eventually(() => expect(smtp.received.length).toBeGreaterThan(0));
  await original.stop();
  const text = smtp.received.map((mail) => mail.text).join('\n');
  expect(text).toContain('Logo');
  smtp.received.length = 0;

  const connection = await newDatabase('empty');
  const restored = environment(connection);
  json(await pauta(['restore', file, '--json'], restored));
  const client = await connectTo(connection);
  await client.query(mention, [team.id, ana.userId, page]);
  const copy = await serve(restored);
  await eventually(() => expect(smtp.received.length).toBeGreaterThan(0));
  await eventually(async () => {
    const { rows } = await client.query(
      `select from notifications where mail_due_at <= now() and read_at is null
       union all select from notification_mails where state = 'pending'`,
    );
    expect(rows).toEqual([]);
  });
  await copy.stop();
  expect(smtp.received.map(({ subject }) => subject)).toEqual(['[Aurora] Loja']);
  const { rows } = await client.query(
    'select count(*)::int as unread from notifications where user_id = $1 and read_at is null',
    [ana.userId],
  );
  expect(rows).toEqual([{ unread: 3 }]);
});
