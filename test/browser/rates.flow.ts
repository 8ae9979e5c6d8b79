import { expect, test } from './team.ts';

test('the rate and cost of a person are set, that of a client is added and removed, and members do not see the page', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const caio = await team.add('Caio Nunes', 'member');
  await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Doce Lar' });
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/settings/rates`);
  const rows = page.getByRole('table').getByRole('row');
  const dialog = page.getByRole('dialog');
  const rate = dialog.getByRole('textbox', { name: 'Valor da hora (R$)' });

  await page.getByRole('button', { name: 'Ações para Marina Lopes' }).click();
  await page.getByRole('menuitem', { name: 'Alterar valor' }).click();
  await rate.fill('180,50');
  await dialog.getByRole('textbox', { name: 'Custo por hora (R$)' }).fill('90');
  await page.keyboard.press('Enter');
  await expect(rows.filter({ hasText: 'Marina Lopes' })).toContainText(/R\$\s180,50.*R\$\s90/);

  await page.getByRole('button', { name: 'Valor de cliente ou projeto' }).click();
  await dialog.getByRole('combobox', { name: 'Nome' }).fill('padaria');
  await page.getByRole('option', { name: 'Padaria Doce Lar' }).click();
  await rate.fill('250');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const client = rows.filter({ hasText: 'Padaria Doce Lar' });
  await expect(client).toContainText(/Cliente.*R\$\s250/);
  await page.reload();
  await expect(client).toBeVisible();

  await page.getByRole('button', { name: 'Ações para Padaria Doce Lar' }).click();
  await page.getByRole('menuitem', { name: 'Remover valor' }).click();
  await dialog.getByRole('button', { name: 'Remover valor' }).click();
  await expect(client).toHaveCount(0);

  await team.enter(page, caio);
  await page.goto(`/t/${team.slug}/settings`);
  await expect(page.getByRole('link', { name: 'Valores da hora' })).toHaveCount(0);
});
