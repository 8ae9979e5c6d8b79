import type { Page } from '@playwright/test';
import { type PushedMessage, startPushService } from '#test/support/people/push-service.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/*
 * Web push from the mention to the screen. Chromium of the tests has no push service: a push service of the test takes its place, and what it
 * decrypts is delivered to the real service worker through the browser's debugging protocol.
 */

/** Delivers a message to the page's service worker. */
async function deliver(page: Page, message: PushedMessage): Promise<void> {
  const { origin } = started();
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const data = JSON.stringify(message);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

test('a member turns pushes on, receives a mention, and turns them off', async ({ page, team }) => {
  const pushes = await startPushService();
  await page.context().grantPermissions(['notifications'], { origin: started().origin });
  const bia = await team.add('Bia Reis', 'admin');
  const ana = await team.add('Ana Prado', 'member');
  await team.enter(page, ana);
  let browser: ReturnType<typeof pushes.subscribe> | undefined;
  await page.exposeFunction('subscribeInTest', (key: string) => {
    browser = pushes.subscribe(key);
    return browser.subscription;
  });
  await page.addInitScript(`
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly) throw new TypeError('Browsers require that every push displays something.');
      const { endpoint, p256dh, auth } = await window.subscribeInTest(applicationServerKey);
      return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    };`);
  await page.goto('/account/preferences');
  expect(await page.evaluate('navigator.serviceWorker.getRegistration().then((r) => !r)')).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Ligar neste navegador' }).click();
  await expect(page.getByRole('button', { name: 'Desligar neste navegador' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Navegador: Alguém comenta' }).click();
  await expect(page.getByRole('checkbox', { name: 'Navegador: Alguém comenta' })).not.toBeChecked();

  const project = await team.api('POST', '/projects', { name: 'Site' });
  const task = await team.api('POST', '/tasks', {
    title: 'Logo',
    project_id: project.id,
    assignee_ids: [ana.userId],
  });
  expect(bia.userId).not.toBe(ana.userId);
  await expect.poll(() => browser?.messages).toHaveLength(1);
  expect(pushes.problems).toEqual([]);
  const [message] = browser?.messages ?? [];
  expect(message).toMatchObject({
    title: `Nova notificação em ${team.name}`,
    path: `/t/${team.slug}/tasks/${task.id}`,
  });
  const worker = () =>
    page
      .context()
      .serviceWorkers()
      .find((each) => each.url().endsWith('/push-worker.js'));
  await expect.poll(worker).toBeDefined();
  // The headless browser displays no notifications.
  await worker()?.evaluate(`
    self.displayed = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, { tag, data }) => {
      self.displayed.push([title, tag, data.path]);
    };`);
  if (message) await deliver(page, message);
  await expect
    .poll(() => worker()?.evaluate('self.displayed'))
    .toEqual([[message?.title, message?.tag, message?.path]]);

  // The browser replaces the subscription: the worker, with the browser's cookies and its policy, reports the new one.
  const key = await page.evaluate<string>(
    `fetch('/api/panel/account/push-subscription').then((r) => r.json()).then(({ data }) => data.public_key)`,
  );
  const renewed = pushes.subscribe(key);
  await worker()?.evaluate(`(async () => {
    const { endpoint, p256dh, auth } = ${JSON.stringify(renewed.subscription)};
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) });
    const event = new Event('pushsubscriptionchange');
    let work;
    event.waitUntil = (promise) => { work = promise; };
    self.dispatchEvent(event);
    await work;
  })()`);
  await team.api('PUT', `/tasks/${task.id}`, { assignee_ids: [bia.userId] });
  const second = await team.api('POST', '/tasks', {
    title: 'Filme',
    project_id: project.id,
    assignee_ids: [ana.userId],
  });
  await expect.poll(() => renewed.messages.length, { timeout: 90_000 }).toBeGreaterThan(0);
  expect(renewed.messages[0]?.path).toBe(`/t/${team.slug}/tasks/${second.id}`);
  expect(browser?.messages).toHaveLength(1);

  await page.getByRole('button', { name: 'Desligar neste navegador' }).click();
  await expect(page.getByRole('button', { name: 'Ligar neste navegador' })).toBeVisible();
  await pushes.stop();
});
