import { afterAll, expect, test } from 'vitest';
import { useService, vapidSubject } from '#test/support/harness.ts';
import { notifiedTeam } from '#test/support/people/notified-team.ts';
import { startPushService } from '#test/support/people/push-service.ts';
import { cleanUp, onDatabase, serve } from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';

/* A worker that pushes notifications, killed while the push service has its request. */

const service = useService();
const pushService = await startPushService();
afterAll(async () => {
  await cleanUp();
  await pushService.stop();
});

const startWorker = (secret: Buffer) =>
  serve({
    ...onDatabase(service.connection, secret),
    PANEL: 'off',
    VAPID_SUBJECT: vapidSubject,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });

test('a push whose worker is killed is sent once', async () => {
  const { team, ana, newTask, mention } = await notifiedTeam(service);
  const settings = await ana.get('/notifications/push');
  const browser = pushService.subscribe(settings.data.public_key as string);
  const subscribed = await ana.post('/notifications/push/browsers', browser.subscription);
  expect(subscribed.status, subscribed.text).toBe(201);
  await mention(await newTask('Logo'));
  const state = async () =>
    (await service.sql('select state from notification_pushes where team_id = $1', [team.id]))[0]
      ?.state;

  const first = await startWorker(service.secret);
  let isKilled = false;
  pushService.onRequest = async () => {
    if (isKilled) return;
    isKilled = true;
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
  };
  await eventually(() => expect(isKilled).toBe(true), 30_000);
  await first.ended;
  expect(await state()).toBe('handed');
  await service.sql(
    `update push_subscriptions set claimed_until = now() - interval '1 second' where team_id = $1`,
    [team.id],
  );
  const second = await startWorker(service.secret);
  await eventually(async () => expect(await state()).toBe('unknown'), 30_000);
  expect(pushService.problems).toEqual([]);
  expect(pushService.requests).toBe(1);
  await second.stop();
});
