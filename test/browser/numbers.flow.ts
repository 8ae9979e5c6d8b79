import { expect, test } from './team.ts';

/* Numbers and amounts in the notation of the panel's language: typed, pasted, refused with a reason. */

for (const [locale, title, value, written, stored, wrong, reason] of [
  [
    'pt-BR',
    'Título',
    'Valor',
    ['1234,5', '1.234,50'],
    /^R\$\s1\.234,50$/,
    '12,345',
    'Use um valor de 0 a 999.999.999.999,99, com até duas casas decimais.',
  ],
  [
    'en',
    'Title',
    'Value',
    ['1234.5', '1,234.50'],
    /^R\$\s?1,234\.50$/,
    '12.345',
    'Use an amount from 0 to 999,999,999,999.99 with up to two decimals.',
  ],
] as const)
  test(`an amount is typed and pasted, in ${locale}`, async ({ page, team }) => {
    await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
    await page.goto(`/t/${team.slug}/deals`);
    // In a team without phases, their setup takes the place of the button; the key creates a deal all the same.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(title).fill('Loja nova');
    const amount = dialog.getByLabel(value);

    await amount.fill(wrong);
    await amount.blur();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByRole('alert')).toHaveText(reason);
    await amount.press('Enter');
    await expect(dialog).toBeVisible();
    await amount.fill('R$ 1.234,56');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await amount.fill('R$ 1,234.50');
    await amount.blur();
    await expect(amount).toHaveValue(written[1]);
    await amount.fill(written[0]);
    await amount.press('Enter');
    await expect(dialog).toHaveCount(0);

    await page.getByRole('link', { name: 'Loja nova' }).first().click();
    const field = page.getByRole('textbox', { name: value, exact: true }).last();
    await expect(field).toHaveValue(stored);

    // Text that is refused remains, with the reason, until it is corrected or discarded.
    await field.focus();
    await expect(field).toHaveValue(written[0]);
    await field.fill('-5');
    await field.press('Enter');
    await expect(field).toHaveValue('-5');
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await field.focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert').filter({ hasText: reason })).toHaveCount(0);
    // By key: a focus that is merely lost returns to the field.
    await field.press('Tab');
    await expect(field).toHaveValue(stored);
    await field.focus();
    await expect(field).toHaveValue(written[0]);
    await field.fill('2.500,75');
    await field.press('Enter');
    await page.reload();
    await expect(field).toHaveValue(locale === 'en' ? /^R\$\s?2,500\.75$/ : /^R\$\s2\.500,75$/);
  });

test('a whole number has a range', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings`);
  const days = page.getByLabel('Guardar a auditoria');
  await expect(days).toHaveValue('365');
  for (const wrong of ['3000', '90,5', 'cem']) {
    await days.fill(wrong);
    await days.blur();
    await expect(page.getByRole('alert')).toHaveText('Use um número inteiro de 90 a 2.192.');
  }
  await days.fill('1.095');
  await days.press('Enter');
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue('1.095');
});

test('deals are filtered by an amount', async ({ page, team }) => {
  for (const [title, value] of [
    ['Loja nova', 1500],
    ['Logotipo', 1200],
  ] as const)
    await team.api('POST', '/deals', { title, value });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/deals?view=list`);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByRole('menuitem', { name: 'Valor' }).click();
  const amount = page.getByRole('textbox', { name: 'Valor a partir de' });
  await amount.fill('R$ 1.234,56');
  await amount.press('Enter');
  await expect(page).toHaveURL(/min_value=1234\.56/);
  await expect(page.getByRole('link', { name: 'Logotipo' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Loja nova' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Valor.*R\$\s1\.234,56/ }).first()).toBeVisible();
});
