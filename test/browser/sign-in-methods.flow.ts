import type { Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import { addAuthenticator } from './authenticator.ts';
import { expect, type Member, test } from './team.ts';

/* Sign-in methods other than the password: passkeys with the browser's virtual authenticator, and a real OpenID provider. */

const grow = platformStatement(
  `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $person`,
);

const signOut = async (page: Page) => {
  await page.context().clearCookies();
  await page.goto('/account/security');
  await expect(page.getByRole('heading', { name: 'Entrar no Pauta' })).toBeVisible();
};

test('a passkey is added, signs in, proves the identity, and is removed', async ({
  page,
  team,
  database: { database },
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await addAuthenticator(page);
  await team.enter(page, marina);
  await page.goto('/account/security');
  const section = page.locator('section', { hasText: 'Chaves de acesso' });
  await section.getByRole('button', { name: 'Adicionar chave' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Nome da chave')).toHaveValue('Chrome no Linux');
  await dialog.getByLabel('Nome da chave').fill('Notebook');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Chave adicionada.')).toBeVisible();
  // The same device has it already.
  await section.getByRole('button', { name: 'Adicionar chave' }).click();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('já tem uma chave sua');
  await page.keyboard.press('Escape');
  await section.getByRole('button', { name: 'Ações para Notebook' }).click();
  await page.getByRole('menuitem', { name: 'Renomear' }).click();
  await dialog.getByLabel('Nome da chave').fill('Meu notebook');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(section.getByRole('cell', { name: 'Meu notebook', exact: true })).toBeVisible();

  // By the button, in a browser that suggests nothing at the address field.
  await page.addInitScript(
    "if (name === 'no suggestions') PublicKeyCredential.isConditionalMediationAvailable = async () => false",
  );
  await page.evaluate("name = 'no suggestions'");
  await signOut(page);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible();
  await page.evaluate("name = ''");
  // By the suggestion at the address field.
  await page.context().clearCookies();
  await page.goto('/account/security');
  await expect(page.getByRole('heading', { name: 'Minha conta' })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('pauta_session');

  await database.platform.run(grow, { person: marina.personId });
  const provenAt = async () => {
    const answer = await page.request.get('/api/panel/session');
    const { data } = (await answer.json()) as { data: { authenticated_at: string } };
    return Date.now() - Date.parse(data.authenticated_at);
  };
  await expect.poll(provenAt).toBeGreaterThan(10 * 60_000);
  await section.getByRole('button', { name: 'Ações para Meu notebook' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect(page.getByText('Chave removida.')).toBeVisible();
  await expect(section.getByText('Você ainda não tem nenhuma.')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page.getByRole('alert')).toContainText('não entra aqui');
});

/** Signs in at the provider's own pages. */
async function visitProvider(page: Page, address: string): Promise<void> {
  await page.locator('input[name=login]').fill(address);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an account at the provider is linked, signs in, and is unlinked', async ({ page, team }) => {
  const marina: Member = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Conectar' }).click();
  await visitProvider(page, `another-${marina.email}`);
  await expect(page.getByRole('heading', { name: 'Entrada por Crachá' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Desconectar' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/account/devices');
  await page.getByRole('button', { name: 'Entrar com Crachá' }).click();
  await visitProvider(page, `another-${marina.email}`);
  await expect(page.getByRole('heading', { name: 'Dispositivos' })).toBeVisible();
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Desconectar' }).click();
  await expect(page.getByText('Conta desconectada.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Entrar com Crachá' }).click();
  await visitProvider(page, `another-${marina.email}`);
  await expect(page.getByRole('alert')).toContainText('A entrada não deu certo');
});
