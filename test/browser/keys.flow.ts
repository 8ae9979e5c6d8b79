import type { Locator, Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import { expect, test } from './team.ts';

const age = platformStatement(
  `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $person`,
);

test('by keyboard only, a key is created after a proof of identity, used, shown as used, rotated, revoked and refused', async ({
  page,
  team,
  database,
  baseURL,
}) => {
  const marina = await team.add('Marina Lopes', 'admin');
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/settings/keys`);
  await expect(page.getByText('Nenhuma chave ainda.')).toBeVisible();
  await database.database.platform.run(age, { person: marina.personId });
  const provenAt = async () => {
    const answer = await page.request.get('/api/panel/session');
    return Date.parse((await answer.json()).data.authenticated_at);
  };
  await expect.poll(provenAt).toBeLessThan(Date.now() - 600_000);

  const works = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(new URL('/api/v1/clients', baseURL), { headers })).status;
  };
  const press = (role: 'button' | 'menuitem', name: string, within: Page | Locator = page) =>
    within.getByRole(role, { name }).press('Enter');
  const copied = async () => {
    const key = await page.getByRole('textbox', { name: 'A chave' }).inputValue();
    await press('button', 'Pronto');
    return key;
  };
  await press('button', 'Criar chave');
  const dialog = page.getByRole('dialog', { name: 'Criar chave' });
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await page.keyboard.type('Site');
  await page.keyboard.press('Tab');
  // Opens the list, and moves in it.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Ler e alterar' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listbox')).toHaveCount(0);
  await expect(dialog.getByLabel('Permissão')).toHaveText('Só ler');
  await expect(dialog.getByLabel('Permissão')).toBeFocused();
  await press('button', 'Criar chave', dialog);
  await expect(page.getByLabel('Sua senha')).toBeFocused();
  await page.keyboard.type(marina.password);
  await page.keyboard.press('Enter');
  const first = await copied();
  expect(await works(first)).toBe(200);
  const row = page.getByRole('row', { name: /Site/ });
  await expect(row).toContainText('Da equipe · Só ler');

  const act = async (name: string) => {
    await press('button', 'Ações para Site', row.last());
    await press('menuitem', name);
  };
  await act('Trocar');
  const oldEnds = page.getByRole('combobox', { name: 'A antiga vale por mais' });
  await oldEnds.press('Enter');
  await page.getByRole('listbox', { name: 'A antiga vale por mais' }).press('Home');
  await page.keyboard.press('Enter');
  await expect(oldEnds).toHaveText('1 hora');
  await press('button', 'Criar a segunda chave');
  const second = await copied();
  await expect(row).toHaveCount(2);
  await expect(row.last()).toContainText(/Ativa\s*até/);
  expect(await works(second)).toBe(200);
  // Uses are recorded every five seconds.
  const keys = async () => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}/keys`);
    return ((await answer.json()) as { data: { last_used_at: string | null }[] }).data;
  };
  await expect.poll(async () => (await keys()).every((key) => key.last_used_at)).toBe(true);
  await page.reload();
  await expect(row.last().getByRole('time').first()).toHaveText(/agora|min/);

  await act('Revogar');
  await press('button', 'Revogar', page.getByRole('dialog'));
  await expect(page.getByText('Chave revogada.')).toBeVisible();
  await expect(row).toHaveCount(1);
  await expect.poll(() => works(first)).toBe(401);
  expect(await works(second)).toBe(200);
  await page.getByLabel('Mostrar também as revogadas e vencidas').press('Space');
  await expect(row.last()).toContainText('Revogada');
  expect(await page.content()).not.toContain(second);
});
