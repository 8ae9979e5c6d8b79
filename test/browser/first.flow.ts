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
  await page.getByLabel('Nome da agência').fill('Agência Sítio');
  await page.getByRole('button', { name: 'Explorar com dados de exemplo' }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Dona' })).toBeVisible();
  await expect(page.getByText('Agência Sítio').first()).toBeVisible();
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
  await page.getByLabel('Nome da agência').fill('');
  await page.getByRole('button', { name: 'Começar com a equipe vazia' }).click();
  await expect(page.getByLabel('Nome da agência')).toBeFocused();
  await page.getByLabel('Nome da agência').fill('Agência Sítio');
  await page.getByRole('button', { name: 'Começar com a equipe vazia' }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Dona' })).toBeVisible();
  await expect(page.getByText('Agência Sítio').first()).toBeVisible();
  // An empty team is offered the usual pipeline, and its owner the example data, at any time.
  await page.goto(`/t/${team.slug}/deals`);
  await page.getByRole('button', { name: 'Usar o funil usual' }).click();
  await expect(page.getByRole('region', { name: 'Negociação', exact: true })).toBeVisible();
  await page.goto(`/t/${team.slug}`);
  await page.getByRole('button', { name: 'Incluir dados de exemplo' }).click();
  await expect(page.getByRole('button', { name: /^Concluir / }).first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/teams');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('já foi usado ou perdeu a validade');
});

test('an owner’s first steps are checked as they are done, remain after a reload, and can be hidden', async ({
  page,
  team,
}) => {
  await begin(page, team);
  await page.getByRole('button', { name: 'Começar com a equipe vazia' }).click();
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByText('0 de 5')).toBeVisible();
  // Each step is a click away, and three clicks make an invitation.
  await steps.getByRole('link', { name: 'Convidar' }).click();
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  const invitation = page.getByRole('dialog');
  await invitation.getByLabel('E-mail').fill('emilia@sitio.example');
  await invitation.getByRole('button', { name: 'Criar convite' }).click();
  await expect(page.getByRole('textbox', { name: /Link/ })).toBeVisible();
  await page.goto(`/t/${team.slug}`);
  await steps.getByRole('link', { name: 'Novo projeto' }).click();
  await page.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('Reinações');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Reinações' })).toBeVisible();
  await page.goto(`/t/${team.slug}`);
  await expect(steps.getByText('1 de 5')).toBeVisible();
  await expect(steps.getByText('Crie um projeto (feito)')).toBeVisible();
  await steps.getByRole('button', { name: 'Ocultar' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Olá, Dona' })).toBeVisible();
  await expect(steps).toBeHidden();
});

test('an invited member starts with the steps of members', async ({ page, team, browser }) => {
  const owner = await team.add('Marina Lopes', 'owner');
  await team.enter(page, owner);
  await team.api('POST', '/projects', { name: 'Verão' });
  const answer = await page.request.post(`/api/panel/teams/${team.slug}/invitations`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { email: `emilia@${team.slug}.example`, role: 'member' },
  });
  const { data } = (await answer.json()) as { data: { link: string } };
  const context = await browser.newContext({ locale: 'pt-BR' });
  const member = await context.newPage();
  await member.goto(new URL(data.link).pathname + new URL(data.link).hash);
  await member.getByLabel('Seu nome').fill('Emília');
  await member.getByLabel('Crie uma senha').fill('pirlimpimpim na varanda');
  await member.getByRole('button', { name: 'Criar conta e entrar' }).click();
  const steps = member.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /Crie um projeto \(feito\)/,
    /Ponha sua foto/,
    /Proteja sua conta/,
  ]);
  await expect(member.getByText('Incluir dados de exemplo')).toBeHidden();
  await context.close();
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
