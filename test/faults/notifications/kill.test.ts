import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { useService } from '#test/support/harness.ts';
import { mailEnvironment, notifiedTeam } from '#test/support/people/notified-team.ts';
import { startSmtp } from '#test/support/people/smtp.ts';
import { cleanUp, onDatabase, serve } from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';

/* A worker that mails notifications, killed while the SMTP server accepts the mail. */

const service = useService();
const smtp = await startSmtp();
afterAll(async () => {
  await cleanUp();
  await smtp.stop();
});

const secret = randomBytes(32);
const startWorker = () =>
  serve(mailEnvironment(onDatabase(service.connection, secret), smtp.url.port));

test('a mail whose worker is killed is sent once', async () => {
  const { team, ana, newTask, mention } = await notifiedTeam(service);
  await ana.put('/notifications/mail', { mentioned: 'immediate' });
  await mention(await newTask('Logo'));
  await service.sql(
    'update notifications set mail_due_at = now() where team_id = $1 and user_id = $2 and mail_due_at is not null',
    [team.id, ana.userId],
  );
  const state = async () =>
    (await service.sql('select state from notification_mails where team_id = $1', [team.id]))[0]
      ?.state;
  const expire = () =>
    service.sql(
      `update notification_mails set claimed_until = now() - interval '1 second' where team_id = $1`,
      [team.id],
    );

  // Its text has arrived, and is not accepted yet.
  const first = await startWorker();
  let isKilled = false;
  smtp.onMail = async () => {
    if (isKilled) return;
    isKilled = true;
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
  };
  await eventually(() => expect(isKilled).toBe(true));
  await first.ended;
  expect(await state()).toBe('pending');
  await expire();
  const second = await startWorker();
  await eventually(async () => expect(await state()).toBe('unknown'));
  expect(smtp.received).toHaveLength(1);
  await second.stop();
});
