import { chooseOption } from './select.ts';
import { expect, test } from './team.ts';

test('the name and the language are changed, and the panel switches language at once', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/account');
  await page.getByLabel('Nome').fill('Marina Souza');
  await chooseOption(page.getByLabel('Idioma'), 'English');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Marina Souza');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('another device is signed out, and its panel shows it', async ({ page, team, browser }) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(page, marina);
  await page.goto('/account/devices');
  await team.enter(otherPage, marina);
  await otherPage.goto(new URL('/account', page.url()).href);
  await expect(otherPage.getByRole('heading', { name: 'Minha conta' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
  await expect(page.getByText('Sessão encerrada.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Encerrar sessão/ })).toHaveCount(0);
  const session = new URL('/api/panel/session', page.url()).href;
  await expect
    .poll(async () => (await (await otherPage.request.get(session)).json()).data)
    .toBeNull();
  await otherPage.reload();
  await expect(otherPage.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
  await otherPage.context().close();
});

test('the theme is stored, and applied before the first paint', async ({ page, team }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/account/preferences');
  const background = () =>
    page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  const light = await background();
  await chooseOption(page.getByLabel('Aparência'), 'Escura');
  await expect.poll(background).not.toBe(light);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('keys can be switched off', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/account/preferences');
  await page.getByLabel('Atalhos de uma tecla').uncheck();
  await page.getByRole('heading', { name: 'Minha conta' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('offline is shown after three seconds; changes are visible at once, and sent later', async ({
  page,
  team,
  context,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto('/account');
  await expect(page.getByLabel('Nome')).toHaveValue('Marina Lopes');
  await context.setOffline(true);
  await expect(page.getByText('Sem conexão.')).toBeVisible();
  await page.getByLabel('Nome').fill('Marina Souza');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('button', { name: 'Minha conta' })).toContainText('Marina Souza');
  await expect(page.getByText('Alterações salvas.')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Sem conexão.')).toHaveCount(0);
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  // In a field, the keys undo typing.
  await page.getByRole('heading', { name: 'Minha conta' }).click();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Desfeito.')).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Marina Lopes');
  await page.reload();
  await expect(page.getByLabel('Nome')).toHaveValue('Marina Lopes');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  test('the bar navigates, and nothing is wider than the screen', async ({ page, team }) => {
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Olá, Marina' })).toBeVisible();
    await page.getByRole('button', { name: 'Mais' }).tap();
    await page.getByRole('menuitem', { name: 'Minha conta' }).tap();
    for (const tab of ['Segurança', 'Dispositivos', 'Preferências', 'Perfil']) {
      await page.getByRole('link', { name: tab }).tap();
      await expect(page.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    await page.getByRole('button', { name: 'Mais' }).tap();
    await page.getByRole('menuitem', { name: 'Sair' }).tap();
    await expect(page.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
  });
});
