import { brokenRules, picture } from './open-control.ts';
import { chooseOption } from './select.ts';
import { expect, test } from './team.ts';

/* Selects by keyboard, pointer and touch: the list, its search, what forms receive, and where the focus is. */

test('a few choices are chosen by keyboard', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/account/preferences');
  const theme = page.getByRole('combobox', { name: 'Aparência' });
  const list = page.getByRole('listbox', { name: 'Aparência' });
  const current = list.locator('[data-current]');
  await expect(theme).toHaveText('Como no sistema');
  await theme.focus();

  await page.keyboard.press('ArrowDown');
  await expect(list).toBeFocused();
  await expect(page.getByRole('option', { selected: true })).toHaveText('Como no sistema');
  await page.keyboard.press('End');
  await expect(current).toHaveText('Escura');
  await page.keyboard.press('ArrowDown');
  await expect(current).toHaveText('Escura');
  await page.keyboard.press('Home');
  await expect(current).toHaveText('Como no sistema');
  await page.keyboard.press('c');
  await expect(current).toHaveText('Clara');
  expect(await brokenRules(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(theme).toBeFocused();
  await expect(theme).toHaveText('Como no sistema');

  // A letter opens the list at the choice that begins with it.
  await page.keyboard.press('e');
  await expect(current).toHaveText('Escura');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(theme).toHaveText('Escura');
  await expect(theme).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // Tab chooses as well, and goes to the next control.
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(theme).toHaveText('Como no sistema');
  await expect(theme).not.toBeFocused();
  await expect(page.locator(':focus')).not.toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();

  // A press outside closes the list.
  await theme.click();
  await page.mouse.click(5, 5);
  await expect(list).toHaveCount(0);
  await expect(theme).toHaveText('Como no sistema');
});

for (const [locale, label, find, nothing, save, saved] of [
  ['pt-BR', 'Fuso horário', 'Buscar…', 'Nada encontrado.', 'Salvar', 'Alterações salvas.'],
  ['en', 'Time zone', 'Search…', 'Nothing found.', 'Save', 'Changes saved.'],
] as const)
  test(`many choices are searched, in ${locale}`, async ({ page, team }) => {
    await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
    await page.goto(`/t/${team.slug}/settings`);
    const zone = page.getByRole('combobox', { name: label });
    await expect(zone).toHaveText('America/Sao Paulo');
    await zone.focus();
    await page.keyboard.type('man');
    const search = page.getByPlaceholder(find);
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('man');
    const options = page.getByRole('option');
    await expect(options.filter({ hasText: 'America/Manaus' })).toBeVisible();
    await expect(options.filter({ hasText: 'Sao Paulo' })).toHaveCount(0);
    await picture(page, `select-search-${locale}`);
    expect(await brokenRules(page)).toEqual([]);

    await search.fill('xyz');
    await expect(page.getByRole('status').filter({ hasText: nothing })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(search).toBeVisible();
    await search.fill('manaus');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(zone).toHaveText('America/Manaus');
    await expect(zone).toBeFocused();
    await page.getByRole('button', { name: save, exact: true }).first().click();
    await expect(page.getByText(saved)).toBeVisible();
    await page.reload();
    await expect(zone).toHaveText('America/Manaus');
    await zone.click();
    await expect(page.getByRole('option', { selected: true })).toHaveText('America/Manaus');
    await expect(page.getByRole('option', { selected: true })).toBeInViewport();
  });

test('a refused choice is marked until another is chosen', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings`);
  const zone = page.getByRole('combobox', { name: 'Fuso horário' });
  await page.route('**/settings', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          json: {
            success: false,
            error: {
              code: 'VALIDATION_ERROR',
              message: 'time_zone must be a time zone.',
              fields: [{ name: 'time_zone', code: 'INVALID' }],
            },
          },
        }),
  );
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await expect(zone).toHaveAttribute('aria-invalid', 'true');
  await expect(zone).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'Fuso horário' })).toBeVisible();
  await chooseOption(zone, 'America/Manaus');
  await expect(zone).not.toHaveAttribute('aria-invalid', /.*/);
});

test('a cell of a table is edited', async ({ page, team }) => {
  await team.api('POST', '/clients', { name: 'Padaria Sol', type: 'PJ' });
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/clients?columns=status,email`);
  const cell = page.getByRole('gridcell', { name: 'Ativo' });
  await cell.click();
  await page.keyboard.press('F2');
  const list = page.getByRole('listbox');
  await expect(list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(cell).toBeFocused();
  await page.keyboard.press('F2');
  await expect(list).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const changed = page.getByRole('gridcell', { name: 'Inativo' });
  await expect(changed).toBeFocused();
  await page.reload();
  await changed.click();

  // Tab chooses, and edits the next cell.
  await page.keyboard.press('F2');
  await expect(list).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: /E-mail/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: 'Ativo' })).toBeVisible();
});

test('a select in a popover leaves it open', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/tasks`);
  await page.getByRole('button', { name: 'Exibição' }).click();
  const group = page.getByRole('combobox', { name: 'Agrupar por' });
  await expect(group).toBeVisible();
  await group.click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(group).toBeFocused();
  await chooseOption(group, 'Pessoa');
  await expect(page).toHaveURL(/group=person/);
  await expect(group).toHaveText('Pessoa');
  await page.keyboard.press('Escape');
  await expect(group).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const scheme of ['light', 'dark'] as const)
    test(`a choice is made by touch, ${scheme}`, async ({ page, team }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await team.enter(page, await team.add('Marina Lopes', 'owner'));
      await page.goto(`/t/${team.slug}/settings`);
      const zone = page.getByRole('combobox', { name: 'Fuso horário' });
      await zone.tap();
      const option = page.getByRole('option', { name: 'America/Manaus' });
      // The keyboard would cover the list.
      await expect(page.getByRole('listbox')).toBeFocused();
      await option.scrollIntoViewIfNeeded();
      const box = await option.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      await picture(page, `select-phone-${scheme}`);
      expect(await brokenRules(page)).toEqual([]);
      await option.tap();
      await expect(zone).toHaveText('America/Manaus');
    });
});
