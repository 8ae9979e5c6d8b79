import type { Page } from '@playwright/test';
import { makeInboxOfThree } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Order in the list of conversations: filters in the address, saved views, unread. */

const list = (page: Page) => page.getByRole('region', { name: 'Lista de conversas' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(name) });

/** A team whose inbox has messages of three contacts. */
async function fill(page: Page, team: BrowserTeam): Promise<void> {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await makeInboxOfThree(page, team);
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  await expect(list(page).getByRole('link', { name: /Pessoa/ })).toHaveCount(3);
}

test('unread conversations are filtered, saved as a view and marked as unread again', async ({
  page,
  team,
}) => {
  await fill(page, team);
  await row(page, 'Pessoa 2').click();
  await expect(row(page, 'Pessoa 2')).not.toContainText('nova');
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByRole('checkbox', { name: 'Só não lidas' }).check();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Pessoa 2')).toHaveCount(0);
  await expect(row(page, 'Pessoa')).toHaveCount(2);
  await expect(list(page).getByRole('button', { name: /^Todas/ })).toHaveText(/2$/);
  expect(new URL(page.url()).searchParams.get('unread')).toBe('true');

  await list(page).getByRole('button', { name: 'Salvar visão…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Para ler');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(list(page).getByRole('link', { name: 'Para ler' })).toBeVisible();
  await list(page).getByRole('link', { name: 'Tudo' }).click();
  await list(page)
    .getByRole('button', { name: /^Todas/ })
    .click();
  await expect(row(page, 'Pessoa')).toHaveCount(3);

  await row(page, 'Pessoa 2').click();
  await page.getByRole('button', { name: 'Mais ações da conversa' }).click();
  await page.getByRole('menuitem', { name: 'Marcar como não lida' }).click();
  await expect(row(page, 'Pessoa 2')).toContainText('1 nova');
  await list(page).getByRole('link', { name: 'Para ler' }).press('Enter');
  // The order is frozen while the mouse is over the list.
  await page.mouse.move(1_000, 400);
  await expect(row(page, 'Pessoa')).toHaveCount(3);
  // The view is in the address alone, also after a reload.
  await page.reload();
  await expect(row(page, 'Pessoa')).toHaveCount(3);
  await list(page)
    .getByRole('button', { name: /Tirar o filtro: Só não lidas/ })
    .click();
  await expect(page).toHaveURL(/unread=(&|$)/);
});
