import { readFileSync } from 'node:fs';
import { expect, test } from './team.ts';

/* Billing lines: marked as billed with a reference, waived, taken back, filtered and downloaded. */

test('a line is marked as billed, found by its status, and taken back', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.fill(page);
  await page.goto(`/t/${team.slug}/settings/billing`);
  const table = page.getByRole('table', { name: 'Faturamento' });
  const lines = table.getByRole('row').filter({ has: page.getByRole('textbox') });
  const line = lines.filter({ hasText: 'A faturar' }).first();
  await line.getByRole('button', { name: /^Ações/ }).click();
  await page.getByRole('menuitem', { name: 'Marcar como faturada' }).click();
  const billed = lines.filter({ hasText: 'Faturada' });
  await billed.getByRole('textbox').fill('NFS-e 1042');
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(billed.getByRole('textbox')).toHaveValue('NFS-e 1042');

  await page.getByRole('combobox', { name: 'Mostrar' }).click();
  await page.getByRole('option', { name: 'Faturada' }).click();
  await expect(billed).toBeVisible();
  await expect(lines).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  const file = readFileSync(await download.path(), 'utf8');
  expect(file).toContain('Início;Fim;Cliente;Contrato');
  expect(file).toContain('NFS-e 1042');

  await billed.getByRole('button', { name: /^Ações/ }).click();
  await page.getByRole('menuitem', { name: 'Voltar para a faturar' }).click();
  await expect(page.getByText('Nenhuma linha com essa situação.')).toBeVisible();
});

test('a member does not see the billing of the team in the settings', async ({ page, team }) => {
  await team.enter(page, await team.add('Caio Nunes', 'member'));
  await page.goto(`/t/${team.slug}/settings`);
  await expect(page.getByRole('link', { name: 'Squads' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Faturamento' })).toHaveCount(0);
});
