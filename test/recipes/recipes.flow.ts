import { expect, test } from '#test/browser/team.ts';
import { chooseOption } from '../browser/select.ts';

/* Screens of the recipes in test/recipes/*.md, on a desktop and on a phone. */

const sizes = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
];

for (const size of sizes) {
  const at = `at ${size.width} px`;

  test(`people see, edit, list, filter, and change the new field in bulk ${at}`, async ({
    page,
    team,
  }) => {
    await page.setViewportSize(size);
    const { id } = await team.api('POST', '/deals', { title: 'Loja nova' });
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    await page.goto(`/t/${team.slug}/deals/${id}`);
    // Closed on phones.
    if (size.width < 720)
      await page.getByRole('region', { name: 'Propriedades' }).getByText('Propriedades').click();
    const field = page.getByLabel('Perdido para');
    await field.fill('Concorrente');
    await field.press('Enter');
    await expect(page.getByText('Alterações salvas.')).toBeVisible();
    await page.goto(`/t/${team.slug}/deals/${id}?tab=history`);
    await expect(page.getByText('Perdido para').last()).toBeVisible();
    await page.goto(`/t/${team.slug}/deals?view=list&columns=lost_to&lost_to=Concorrente`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Loja nova' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Perdido para/ }).first()).toBeVisible();
    await page.goto(`/t/${team.slug}/deals?view=list&lost_to=Outra`);
    await expect(page.getByText('Nenhum negócio corresponde')).toBeVisible();
    // On a phone, rows are selected by a long press.
    if (size.width < 720) return;
    await page.goto(`/t/${team.slug}/deals?view=list`);
    await page.getByRole('checkbox', { name: 'Selecionar Loja nova' }).click();
    await expect(page.getByRole('button', { name: 'Perdido para' })).toBeVisible();
  });

  test(`an invoice is created in its dialog, listed and opened ${at}`, async ({ page, team }) => {
    await page.setViewportSize(size);
    await team.api('POST', '/clients', { type: 'PF', name: 'Padaria Aurora' });
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    await page.goto(`/t/${team.slug}/invoices`);
    await page.getByRole('button', { name: 'Nova fatura' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nova fatura' });
    await dialog.getByLabel('Título').fill('Site, primeira metade');
    await dialog.getByRole('combobox', { name: 'Cliente' }).fill('Padaria');
    await dialog.getByRole('option', { name: 'Padaria Aurora' }).click();
    await dialog.getByLabel('Valor').fill('1.500,50');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const peek = page.getByRole('complementary', { name: 'Fatura' });
    await expect(peek.getByRole('heading', { name: 'Site, primeira metade' })).toBeVisible();
    await page.goto(`/t/${team.slug}/invoices`);
    const list = page.getByRole('main');
    await list.getByRole('link', { name: 'Site, primeira metade' }).first().click();
    await expect(page.getByLabel('Valor')).toHaveValue(/1\.500,50/);
  });

  test(`a view is added on the settings page ${at}`, async ({ page, team }) => {
    await page.setViewportSize(size);
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    await page.goto(`/t/${team.slug}/settings/views`);
    await expect(page.getByText('Nenhuma visão da equipe ainda.')).toBeVisible();
    await page.getByRole('button', { name: 'Criar visão' }).click();
    const dialog = page.getByRole('dialog', { name: 'Criar visão' });
    await dialog.getByLabel('Nome').fill('Faturas pagas');
    await chooseOption(dialog.getByLabel('Lista'), 'Faturas');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('cell', { name: 'Faturas pagas' })).toBeVisible();
  });
}
