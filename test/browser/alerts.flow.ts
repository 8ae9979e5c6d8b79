import type { Page } from '@playwright/test';
import { post } from './panel-api.ts';
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
    constructor(title, { body }) { window.alerts.push(title + ': ' + body); }
    close() {}
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
  const rows = await page.request.get(
    `/api/panel/teams/${team.slug}/msgapp/conversation-rows?search=Pessoa%202`,
  );
  const { data } = (await rows.json()) as { data: { rows: readonly { id: string }[] } };
  const colleague = await team.add('Caio Nunes', 'member');
  await post(page, team, `/msgapp/conversations/${data.rows[0]?.id}/assign`, {
    assignee_id: colleague.userId,
  });
  await writes(2, 'E amanhã?');
  await writes(3, 'Bom dia');
  await expect.poll(all).toEqual(expect.arrayContaining(['Pessoa 3: Bom dia']));
  expect((await all()).sort()).toEqual(['Pessoa 2: Tem horário hoje?', 'Pessoa 3: Bom dia']);
});
