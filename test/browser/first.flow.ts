import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, signIn, test } from './team.ts';

/* The first minute of an installation, and a new password. */

/** Opens the link printed by the first start, and creates the account. @returns the link */
async function begin(page: Page, team: BrowserTeam): Promise<string> {
  const link = await team.firstLink();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Bem-vindo ao Pauta' })).toBeVisible();
  await page.getByLabel('Seu nome').fill('Dona Benta');
  await page.getByLabel('E-mail').fill(`benta@${team.slug}.example`);
  await page.getByLabel('Crie uma senha').fill('pirlimpimpim na varanda');
  await page.getByRole('button', { name: 'Criar conta e entrar' }).click();
  await expect(page.getByText('Como você quer começar?')).toBeVisible();
  return link;
}

test('the first owner starts with example data, and only once', async ({ page, team }) => {
  await begin(page, team);
  // The choice survives a reload.
  await page.reload();
  await expect(page.getByText('Como você quer começar?')).toBeVisible();
  await page.getByRole('button', { name: 'Explorar com dados de exemplo' }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Dona' })).toBeVisible();
  // Some of the example's work is theirs.
  await expect(page.getByRole('button', { name: /^Concluir / }).first()).toBeVisible();
  const clients = await page.request.get(`/api/panel/teams/${team.slug}/clients`);
  expect(await clients.json()).toMatchObject({ pagination: { total: 12 } });
  const again = await page.request.post(`/api/panel/teams/${team.slug}/demo`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {},
  });
  expect(again.status()).toBe(409);
});

test('the first owner starts with an empty team; the link is then used up', async ({
  page,
  team,
}) => {
  const link = await begin(page, team);
  await page.getByRole('button', { name: 'Começar com a equipe vazia' }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Dona' })).toBeVisible();
  // An empty team is offered the usual pipeline, and its owner the example data, at any time.
  await page.goto(`/t/${team.slug}/deals`);
  await page.getByRole('button', { name: 'Usar o funil usual' }).click();
  await expect(page.getByRole('region', { name: 'negociação', exact: true })).toBeVisible();
  await page.goto(`/t/${team.slug}`);
  await page.getByRole('button', { name: 'Incluir dados de exemplo' }).click();
  await expect(page.getByRole('button', { name: /^Concluir / }).first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/teams');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('já foi usado ou perdeu a validade');
});

test('a password is replaced through a link, and changed; other sessions end', async ({
  page,
  team,
  browser,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await page.goto(await team.resetLink(marina));
  await expect(page.getByText(`Para a conta ${marina.email}.`)).toBeVisible();
  const changed = { ...marina, password: 'sete girafas na chuva fina' };
  await page.getByLabel('Nova senha').fill(changed.password);
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByRole('status')).toContainText('Senha salva');
  for (const each of [page, otherPage]) {
    await each.goto(new URL('/account/security', page.url()).href);
    await signIn(each, changed);
    await expect(each.getByRole('heading', { name: 'Minha conta' })).toBeVisible();
  }
  await page.getByLabel('Nova senha').fill('oito girafas na chuva fina');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(page.getByText('Uma outra sessão foi encerrada')).toBeVisible();
  const session = new URL('/api/panel/session', page.url()).href;
  const caller = async () => (await (await otherPage.request.get(session)).json()).data;
  await expect.poll(caller).toBeNull();
  await otherPage.reload();
  await signIn(otherPage, changed);
  await expect(otherPage.getByRole('alert')).toContainText('não conferem');
  await otherPage.context().close();
});
