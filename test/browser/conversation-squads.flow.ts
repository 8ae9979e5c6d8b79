import type { Page } from '@playwright/test';
import { makeInboxOfThree, post } from './panel-api.ts';
import { chooseOption } from './select.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Conversations of squads: assigned in the thread, by keys and in bulk, shown in the list, and filtered. */

const texts = {
  'pt-BR': {
    list: 'Lista de conversas',
    assignee: /Responsável/,
    find: 'Responsável',
    none: 'Sem squad',
    assigned: 'Você passou a conversa para o squad Mídia',
    removed: 'Você tirou a conversa do squad Mídia',
    filters: 'Filtros',
    mySquads: 'Meus squads',
    selected: 'Selecionados',
    bell: /Notificações/,
    notice: /Marina Lopes passou para o seu squad: Pessoa 1/,
  },
  en: {
    list: 'List of conversations',
    assignee: /Assignee/,
    find: 'Assignee',
    none: 'No squad',
    assigned: 'You assigned the conversation to the squad Mídia',
    removed: 'You removed the conversation from the squad Mídia',
    filters: 'Filters',
    mySquads: 'My squads',
    selected: 'Selected',
    bell: /Notifications/,
    notice: /Marina Lopes assigned to your squad: Pessoa 1/,
  },
} as const;

async function makeSquad(page: Page, team: BrowserTeam, name: string, ...members: string[]) {
  const { id } = await post(page, team, '/squads', { name });
  for (const member of members) {
    const answer = await page.request.put(
      `/api/panel/teams/${team.slug}/squads/${id}/members/${member}`,
      { headers: { 'sec-fetch-site': 'same-origin' } },
    );
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

const rowsOf = (page: Page, list: string) =>
  page.getByRole('region', { name: list }).getByRole('link', { name: /Pessoa/ });

for (const locale of ['pt-BR', 'en'] as const)
  test(`a conversation is handed to a squad and found under it, in ${locale}`, async ({
    page,
    team,
    browser,
  }) => {
    const words = texts[locale];
    const ana = await team.add('Ana Reis', 'member', locale);
    await team.enter(page, await team.add('Marina Lopes', 'admin', locale));
    await makeInboxOfThree(page, team);
    await makeSquad(page, team, 'Mídia', ana.userId);
    await makeSquad(page, team, 'Criação');
    await page.goto(`/t/${team.slug}/conversations?view=all`);
    const rows = rowsOf(page, words.list);
    await expect(rows).toHaveCount(3);

    // In the thread, by keys.
    await rows.filter({ hasText: 'Pessoa 1' }).click();
    await expect(page.locator('[data-field="conversation-assignee"]')).toBeVisible();
    await page.keyboard.press('a');
    await page.getByRole('combobox', { name: words.find }).fill('mid');
    await page.keyboard.press('Enter');
    await expect(page.getByText(words.assigned)).toBeVisible();
    await expect(rows.filter({ hasText: 'Pessoa 1' })).toContainText('Mídia');

    // A member of the squad is notified, and sees the squad's conversations.
    const memberPage = await (await browser.newContext({ locale })).newPage();
    await team.enter(memberPage, ana);
    await memberPage.goto(`/t/${team.slug}/conversations?view=all`);
    await memberPage.getByRole('button', { name: words.bell }).click();
    await expect(memberPage.getByText(words.notice)).toBeVisible();
    await memberPage.keyboard.press('Escape');
    await expect(rowsOf(memberPage, words.list)).toHaveCount(3);
    await memberPage.getByRole('button', { name: words.filters }).click();
    await chooseOption(memberPage.getByRole('combobox', { name: 'Squad' }), words.mySquads);
    await expect(rowsOf(memberPage, words.list)).toHaveCount(1);

    // In bulk; the other member's list follows.
    const bar = page.getByRole('region', { name: words.selected });
    for (const name of ['Pessoa 2', 'Pessoa 3']) {
      await rows.filter({ hasText: name }).focus();
      await page.keyboard.press('x');
    }
    await bar.getByRole('button', { name: words.find }).click();
    await page.getByRole('menuitem', { name: 'Mídia' }).click();
    await expect(rows.filter({ hasText: 'Mídia' })).toHaveCount(3);
    await expect(rowsOf(memberPage, words.list)).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await expect(rows.filter({ hasText: 'Mídia' })).toHaveCount(1);
    await expect(rowsOf(memberPage, words.list)).toHaveCount(1);
    await memberPage.context().close();

    await page.locator('[data-field="conversation-assignee"]').click();
    await page.getByRole('option', { name: words.none }).click();
    await expect(page.getByText(words.removed)).toBeVisible();
    await expect(rows.filter({ hasText: 'Mídia' })).toHaveCount(0);
  });

test('on a phone, a conversation is handed to a squad, which its row names', async ({
  page,
  team,
}) => {
  const words = texts['pt-BR'];
  await page.setViewportSize({ width: 360, height: 720 });
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await makeInboxOfThree(page, team);
  const name = 'Mídia e performance de campanhas';
  await makeSquad(page, team, name);
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  const rows = rowsOf(page, words.list);
  await rows.filter({ hasText: 'Pessoa 1' }).click();
  await page.locator('[data-field="conversation-assignee"]').click();
  await expect(page.getByRole('option', { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole('option', { name }).click();
  await expect(page.getByText(`Você passou a conversa para o squad ${name}`)).toBeVisible();
  const fits = () =>
    page.evaluate<boolean>(
      'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
    );
  expect(await fits()).toBe(true);
  await page.getByRole('link', { name: 'Voltar para a lista' }).click();
  await expect(rows.filter({ hasText: name })).toHaveCount(1);
  expect(await fits()).toBe(true);
});
