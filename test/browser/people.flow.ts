import { chooseOption } from './select.ts';
import { expect, signIn, test } from './team.ts';

test('an invitation is created, copied, accepted in another browser, and cannot be used twice', async ({
  page,
  team,
  browser,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings/people`);
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  await page.getByLabel('E-mail da pessoa').fill(`rafa@${team.slug}.example`);
  await chooseOption(page.getByLabel('Papel'), 'Administrador(a)');
  await page.getByRole('button', { name: 'Criar convite' }).click();
  const link = await page.getByRole('textbox', { name: 'Link do convite' }).inputValue();
  expect(link).toContain('/invite#');
  await page.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByRole('row', { name: /rafa@.*Administrador/ })).toBeVisible();

  const otherPage = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const requests: string[] = [];
  otherPage.on('request', (request) => requests.push(request.url()));
  const { hash } = new URL(link);
  await otherPage.goto(`${new URL(page.url()).origin}/invite${hash}`);
  await expect(
    otherPage.getByRole('heading', { name: `Invitation to ${team.name}` }),
  ).toBeVisible();
  await otherPage.getByLabel('Your name').fill('Rafael Lima');
  await otherPage.getByLabel('Create a password').fill('uma frase que só eu diria');
  await otherPage.getByRole('button', { name: 'Create account and sign in' }).click();
  await expect(otherPage.getByRole('heading', { name: 'Hello, Rafael' })).toBeVisible();
  // The secret of the link is sent to the service in a body, never in an address.
  expect(requests.filter((url) => new URL(url).pathname.includes(hash.slice(1)))).toEqual([]);

  await page.reload();
  await expect(page.getByRole('row', { name: /Rafael Lima.*Administrador.*Ativa/ })).toBeVisible();
  const third = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await third.goto(`${new URL(page.url()).origin}/invite${hash}`);
  await expect(third.getByRole('alert')).toContainText('já foi usado ou perdeu a validade');
  await otherPage.context().close();
  await third.context().close();
});

test('a member is suspended, readmitted and removed', async ({ page, team }) => {
  const caio = await team.add('Caio Nunes', 'member');
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings/people`);
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Ações para ${caio.name}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const row = (state: string) =>
    expect(page.getByRole('row', { name: new RegExp(`Caio Nunes.*${state}`) })).toBeVisible();
  await row('Ativa');
  await act('Suspender');
  await row('Suspensa');
  await act('Reativar');
  await row('Ativa');
  await act('Tornar administrador(a)');
  await row('Administrador');
  await act('Remover da equipe');
  await page.getByRole('dialog').getByRole('button', { name: 'Remover da equipe' }).click();
  await row('Sem acesso');
});

test('a member gets a link for a new password, and their permissions are set', async ({
  page,
  team,
  browser,
}) => {
  const caio = await team.add('Caio Nunes', 'member');
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings/people`);
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Ações para ${caio.name}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const row = page.getByRole('row', { name: /Caio Nunes/ });
  await expect(row).toContainText('Pode exportar dados');
  await act('Permissões');
  await page.getByLabel('Vê valores dos negócios').uncheck();
  await page.getByLabel('Pode exportar dados').uncheck();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(row).toContainText('Não vê valores');
  await expect(row).not.toContainText('Pode exportar dados');

  await act('Criar link de nova senha');
  const link = await page.getByRole('textbox', { name: 'Link de nova senha' }).inputValue();
  await page.getByRole('button', { name: 'Pronto' }).click();
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const { origin } = new URL(page.url());
  await otherPage.goto(`${origin}/reset${new URL(link).hash}`);
  const password = 'sete capivaras no lago azul';
  await otherPage.getByLabel('Nova senha').fill(password);
  await otherPage.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(otherPage.getByText('Senha salva.')).toBeVisible();
  await otherPage.goto(`${origin}/`);
  await signIn(otherPage, { ...caio, password });
  await expect(otherPage.getByRole('heading', { name: 'Olá, Caio' })).toBeVisible();
  await otherPage.context().close();
});

test('a person suspended while a page is open no longer sees anything of the team', async ({
  page,
  team,
  browser,
}) => {
  const [marina, caio] = [
    await team.add('Marina Lopes', 'owner'),
    await team.add('Caio Nunes', 'admin'),
  ];
  const path = `/t/${team.slug}/settings/people`;
  await team.enter(page, marina);
  await page.goto(path);
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(otherPage, caio);
  await otherPage.goto(new URL(path, page.url()).href);
  await expect(otherPage.getByRole('row', { name: /Marina Lopes/ })).toBeVisible();
  await page.getByRole('button', { name: `Ações para ${caio.name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  await expect(otherPage.getByText('Você não faz parte desta equipe')).toBeVisible();
  await expect(otherPage.getByRole('row', { name: /Marina Lopes/ })).toHaveCount(0);
  await otherPage.context().close();
});
