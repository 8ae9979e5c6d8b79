import { expect, signIn, test } from './office.ts';

test('an invitation is created, copied, accepted in another browser, and cannot be used twice', async ({
  page,
  office,
  browser,
}) => {
  await office.enter(page, await office.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${office.slug}/settings/people`);
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  await page.getByLabel('E-mail da pessoa').fill(`rafa@${office.slug}.example`);
  await page.getByLabel('Papel').selectOption('Administrador(a)');
  await page.getByRole('button', { name: 'Criar convite' }).click();
  const link = await page.getByRole('textbox', { name: 'Link do convite' }).inputValue();
  expect(link).toContain('/invite#');
  await page.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByRole('row', { name: /rafa@.*Administrador/ })).toBeVisible();

  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  const { hash } = new URL(link);
  await other.goto(`${new URL(page.url()).origin}/invite${hash}`);
  await expect(other.getByRole('heading', { name: `Invitation to ${office.name}` })).toBeVisible();
  await other.getByLabel('Your name').fill('Rafael Lima');
  await other.getByLabel('Create a password').fill('uma frase que só eu diria');
  await other.getByRole('button', { name: 'Create account and sign in' }).click();
  await expect(other.getByRole('heading', { name: 'Hello, Rafael' })).toBeVisible();
  // The secret of the link is sent to the service in a body, never in an address.
  expect(asked.filter((url) => new URL(url).pathname.includes(hash.slice(1)))).toEqual([]);

  await page.reload();
  await expect(page.getByRole('row', { name: /Rafael Lima.*Administrador.*Ativa/ })).toBeVisible();
  const third = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await third.goto(`${new URL(page.url()).origin}/invite${hash}`);
  await expect(third.getByRole('alert')).toContainText('já foi usado ou perdeu a validade');
  await other.context().close();
  await third.context().close();
});

test('a member is suspended, readmitted and removed', async ({ page, office }) => {
  const caio = await office.add('Caio Nunes', 'member');
  await office.enter(page, await office.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${office.slug}/settings/people`);
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
  office,
  browser,
}) => {
  const caio = await office.add('Caio Nunes', 'member');
  await office.enter(page, await office.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${office.slug}/settings/people`);
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
  const other = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const { origin } = new URL(page.url());
  await other.goto(`${origin}/reset${new URL(link).hash}`);
  const password = 'sete capivaras no lago azul';
  await other.getByLabel('Nova senha').fill(password);
  await other.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(other.getByText('Senha salva.')).toBeVisible();
  await other.goto(`${origin}/`);
  await signIn(other, { ...caio, password });
  await expect(other.getByRole('heading', { name: 'Olá, Caio' })).toBeVisible();
  await other.context().close();
});

test('a person suspended while a page is open no longer sees anything of the team', async ({
  page,
  office,
  browser,
}) => {
  const [marina, caio] = [
    await office.add('Marina Lopes', 'owner'),
    await office.add('Caio Nunes', 'admin'),
  ];
  const path = `/t/${office.slug}/settings/people`;
  await office.enter(page, marina);
  await page.goto(path);
  const other = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await office.enter(other, caio);
  await other.goto(new URL(path, page.url()).href);
  await expect(other.getByRole('row', { name: /Marina Lopes/ })).toBeVisible();
  await page.getByRole('button', { name: `Ações para ${caio.name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  await expect(other.getByText('Você não faz parte desta equipe')).toBeVisible();
  await expect(other.getByRole('row', { name: /Marina Lopes/ })).toHaveCount(0);
  await other.context().close();
});
