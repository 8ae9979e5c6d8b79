import type { Page } from '@playwright/test';
import { post } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/*
 * Conversations: a contact writes to an inbox of the sandbox, whose callback is the same as any gateway's; actions of one person appear on
 * the other's screen; everything works by keyboard.
 */

const makeInbox = (page: Page, team: BrowserTeam, name: string) =>
  post(page, team, '/inboxes', { name, type: 'session', gateway: 'sandbox' });
const writes = (page: Page, team: BrowserTeam, inbox: string, phone: string, text: string) =>
  post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
    from: phone,
    name: `Pessoa ${phone.slice(-2)}`,
    text,
  });

const list = (page: Page) => page.getByRole('region', { name: 'Lista de conversas' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(name) });

test('an incoming message is on both screens; the conversation is answered, assigned and resolved by keyboard only', async ({
  page,
  team,
  browser,
}) => {
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.enter(otherPage, await team.add('Caio Nunes', 'member'));
  await page.goto(`/t/${team.slug}/conversations`);
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Conectar uma caixa' }),
  ).toBeVisible();
  const inbox = await makeInbox(page, team, 'Atendimento');
  await Promise.all([
    page.goto(`/t/${team.slug}`),
    otherPage.goto(`/t/${team.slug}/conversations?view=all`),
  ]);
  await expect(list(otherPage)).toContainText('Nenhuma conversa aberta');
  // One person navigates by keyboard; the callback arrives while both look.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(list(page)).toContainText('Nenhuma conversa está com você');
  await page.getByRole('button', { name: /^Sem dono/ }).press('Enter');
  await writes(page, team, inbox.id, '5511987650001', 'Oi, tem horário hoje?');
  for (const each of [page, otherPage]) {
    await expect(row(each, 'Pessoa 01')).toContainText('Oi, tem horário hoje?');
    await expect(row(each, 'Pessoa 01')).toContainText('1 nova');
    await expect(row(each, 'Pessoa 01')).toContainText(/Espera há/);
  }
  await writes(page, team, inbox.id, '5511987650002', 'Bom dia!');
  await expect(row(page, 'Pessoa 02')).toBeVisible();
  await expect(page).toHaveTitle('(2) Conversas — Pauta');
  // Down to the first one, open, answer.
  await page.locator('body').press('j');
  await expect(row(page, 'Pessoa 01')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Pessoa 01' })).toBeVisible();
  await expect(page).toHaveTitle('(1) Pessoa 01 — Pauta');
  await page.keyboard.press('i');
  await expect(row(otherPage, 'Pessoa 01')).toContainText('Marina Lopes');
  await page.keyboard.press('r');
  const field = page.getByRole('textbox', { name: /Resposta|resposta/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('Tem sim, às 15h.');
  // Shown for six seconds after the last key.
  await expect(async () => {
    await page.keyboard.type(' ');
    const firstRow = row(otherPage, 'Pessoa 01');
    await expect(firstRow).toContainText('Marina está respondendo', { timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(row(otherPage, 'Pessoa 01')).toContainText('Marina: Tem sim, às 15h.');
  await expect(row(otherPage, 'Pessoa 01')).not.toContainText(/Espera há/);
  // Resolved: the next one is open.
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.locator('main').focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { level: 2, name: 'Pessoa 02' })).toBeVisible();
  await expect(row(otherPage, 'Pessoa 01')).toHaveCount(0);
  // After undo, both screens show the former state.
  await page.keyboard.press('Control+z');
  await expect(row(otherPage, 'Pessoa 01')).toContainText('Marina Lopes');
  await otherPage.context().close();
});
