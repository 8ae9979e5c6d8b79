import { chooseOption } from './select.ts';
import { expect, test } from './team.ts';

test('an owner renames the team, and the whole panel shows it; a member can only read it', async ({
  page,
  team,
  browser,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}`);
  await page.getByRole('button', { name: 'Minha conta' }).click();
  await page.getByRole('menuitem', { name: 'Ajustes' }).click();
  await page.getByLabel('Nome da equipe').fill('Agência Jatobá');
  await chooseOption(page.getByLabel('Fuso horário'), 'America/Manaus');
  await page.getByLabel('Recusar CPF e CNPJ inválidos').check();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Agência Jatobá')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Fuso horário')).toHaveText('America/Manaus');
  await expect(page.getByLabel('Recusar CPF e CNPJ inválidos')).toBeChecked();

  const context = await browser.newContext({ locale: 'pt-BR' });
  const otherPage = await context.newPage();
  await team.enter(otherPage, await team.add('Caio Nunes', 'member'));
  await otherPage.goto(new URL(`/t/${team.slug}/settings`, page.url()).href);
  await expect(otherPage.getByText('Só administradores mudam o que está aqui.')).toBeVisible();
  await expect(otherPage.getByRole('definition').getByText('Agência Jatobá')).toBeVisible();
  await expect(otherPage.getByRole('button', { name: 'Salvar' })).toHaveCount(0);
  await expect(otherPage.getByRole('link', { name: 'Pessoas' })).toHaveCount(0);
  await otherPage.goto(new URL(`/t/${team.slug}/settings/people`, page.url()).href);
  await expect(otherPage.getByText('Só administradores veem esta página.')).toBeVisible();
  await context.close();
});

test('an owner requires a second factor from a given day: members are listed, see the day, and are locked out after it', async ({
  page,
  team,
  browser,
}) => {
  const caio = await team.add('Caio Nunes', 'member');
  await team.enter(page, await team.add('Marina Lopes', 'owner'), ['pwd', 'otp']);
  await page.goto(`/t/${team.slug}/settings`);
  await expect(page.getByText('Falta a 2 pessoas: Caio Nunes, Marina Lopes.')).toBeVisible();
  const day = new Date(Date.now() + 7 * 86_400_000);
  const typed = day.toLocaleDateString('pt-BR');
  await page.getByLabel('Pedir verificação em duas etapas').check();
  await page.getByLabel('A partir de').fill(typed);
  await page.getByLabel('A partir de').press('Tab');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();

  const context = await browser.newContext({ locale: 'pt-BR' });
  const otherPage = await context.newPage();
  await team.enter(otherPage, caio);
  await otherPage.goto(new URL(`/t/${team.slug}`, page.url()).href);
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  await expect(
    otherPage.getByText(
      `A partir de ${day.toLocaleDateString('pt-BR', long)}, esta equipe só aceita`,
    ),
  ).toBeVisible();
  await expect(otherPage.getByRole('heading', { name: 'Olá, Caio' })).toBeVisible();

  await page.getByLabel('A partir de').fill('');
  await page.getByLabel('A partir de').press('Tab');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const clients = new URL(`/api/panel/teams/${team.slug}/clients`, page.url()).href;
  await expect.poll(async () => (await otherPage.request.get(clients)).status()).toBe(403);
  await otherPage.reload();
  await expect(otherPage.getByRole('heading', { name: 'Falta um passo' })).toBeVisible();
  await context.close();
});
