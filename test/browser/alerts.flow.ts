import type { Page } from '@playwright/test';
import { makeInbox, post } from './panel-api.ts';
import { expect, test } from './team.ts';

/*
 * Desktop alerts of new messages: chosen by a click, one for all tabs, none for the conversation in front. The browser's notifications are
 * another program's, so the test records them instead.
 */

const recorder = `
  window.alerts = [];
  window.asked = 0;
  window.Notification = class {
    static permission = localStorage.getItem('test.permission') ?? 'default';
    static async requestPermission() {
      window.asked += 1;
      localStorage.setItem('test.permission', 'granted');
      return (window.Notification.permission = 'granted');
    }
    constructor(title, { body, tag, renotify }) {
      if (localStorage.getItem('test.is_phone')) throw new TypeError('Illegal constructor');
      if (!tag || !renotify) throw new Error('A second alert of a conversation would be silent.');
      window.alerts.push(title + ': ' + body);
    }
    close() {}
  };
  window.sounds = 0;
  window.AudioContext = class extends AudioContext {
    constructor() { super(); window.sounds += 1; }
  };`;
const alertsOf = (page: Page) => page.evaluate<readonly string[]>('window.alerts');

test('a message is announced once in all tabs, and not where its conversation is in front', async ({
  page,
  team,
}) => {
  const context = page.context();
  await context.addInitScript(recorder);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await post(page, team, '/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  const writes = (number: number, text: string) =>
    post(page, team, `/inboxes/${inbox.id}/sandbox-messages`, {
      from: `551198765000${number}`,
      name: `Pessoa ${number}`,
      text,
    });
  await writes(1, 'Oi');
  await page.goto('/account/preferences');
  const scope = page.getByRole('combobox', { name: 'Avisar sobre' });
  await expect(scope).toBeVisible();
  expect(await page.evaluate('window.asked')).toBe(0);
  await scope.click();
  await page.getByRole('option', { name: 'As minhas e as sem dono' }).click();
  expect(await page.evaluate('window.asked')).toBe(1);

  const second = await context.newPage();
  await second.goto(`/t/${team.slug}/tasks`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  await page.getByRole('link', { name: /Pessoa 1/ }).click();
  await expect(page.getByRole('log')).toContainText('Oi');
  await page.bringToFront();
  const all = async () => [...(await alertsOf(page)), ...(await alertsOf(second))];
  // The first is in front; the second is announced by one of the tabs.
  await writes(1, 'Alguém aí?');
  await expect(page.getByRole('log')).toContainText('Alguém aí?');
  await writes(2, 'Tem horário hoje?');
  await expect.poll(all).toEqual(['Pessoa 2: Tem horário hoje?']);

  // A colleague's conversation is not announced.
  const search = `/api/panel/teams/${team.slug}/msgapp/conversation-rows?search=Pessoa%202`;
  let conversation: string | undefined;
  // A search on a busy machine may be refused.
  await expect
    .poll(async () => {
      const answer = await (await page.request.get(search)).json();
      conversation = (answer as { data?: { rows: readonly { id: string }[] } }).data?.rows[0]?.id;
      return conversation;
    })
    .toBeDefined();
  const colleague = await team.add('Caio Nunes', 'member');
  await post(page, team, `/msgapp/conversations/${conversation}/assign`, {
    assignee_id: colleague.userId,
  });
  await writes(2, 'E amanhã?');
  await writes(3, 'Bom dia');
  await expect.poll(all).toEqual(expect.arrayContaining(['Pessoa 3: Bom dia']));
  expect((await all()).sort()).toEqual(['Pessoa 2: Tem horário hoje?', 'Pessoa 3: Bom dia']);
});

test('on a phone a service worker shows the alert; without one there is only the sound', async ({
  page,
  team,
}) => {
  await page.addInitScript(recorder);
  await page.addInitScript(`
    localStorage.setItem('test.is_phone', 'true');
    navigator.serviceWorker.getRegistration = async () =>
      window.worker && {
        showNotification: async (title, { body }) => void window.alerts.push(title + ': ' + body),
      };`);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team);
  await page.goto('/account/preferences');
  await page.getByRole('combobox', { name: 'Avisar sobre' }).click();
  await page.getByRole('option', { name: 'Todas as conversas' }).click();
  await page.goto(`/t/${team.slug}/tasks`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const write = (text: string) =>
    post(page, team, `/inboxes/${inbox}/sandbox-messages`, { from: '5511987650009', text });
  await write('Oi');
  await expect.poll(() => page.evaluate('window.sounds')).toBe(1);
  expect(await alertsOf(page)).toEqual([]);
  await page.evaluate('window.worker = true');
  await write('Tem alguém?');
  await expect.poll(() => alertsOf(page)).toEqual(['+55 11 98765-0009: Tem alguém?']);
});

test('the settings say that the browser no longer allows alerts', async ({ page, team }) => {
  await page.addInitScript(recorder);
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/account/preferences');
  const scope = page.getByRole('combobox', { name: 'Avisar sobre' });
  await scope.click();
  await page.getByRole('option', { name: 'Todas as conversas' }).click();
  const blocked = page.getByText('O navegador está bloqueando os avisos deste site.');
  await expect(blocked).toHaveCount(0);
  await page.evaluate(`localStorage.setItem('test.permission', 'denied')`);
  await page.reload();
  await expect(blocked).toBeVisible();
  await page.evaluate(`localStorage.setItem('test.permission', 'default')`);
  await page.reload();
  await page.getByRole('button', { name: 'Permitir avisos' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
