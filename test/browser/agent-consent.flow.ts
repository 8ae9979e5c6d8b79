import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { APIRequestContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { platformStatement } from '#server/db/statement.ts';
import { addAuthenticator } from './authenticator.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, type Member, test } from './team.ts';

/*
 * The page on which a user allows an assistant: after each way to sign in, for each role, and for impatient users.
 */

const age = platformStatement(
  `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $person`,
);
const callback = 'https://agent.example/callback';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Registers an assistant. @returns the address to which it sends its user */
async function request(api: APIRequestContext, name = 'Claude', state = 's'): Promise<string> {
  const { origin } = started();
  const answer = await api.post(`${origin}/oauth/register`, {
    data: { client_name: name, redirect_uris: [callback] },
  });
  const { client_id } = (await answer.json()) as { client_id: string };
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: callback, state },
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${origin}/mcp`,
  });
  return `/oauth/authorize?${query}`;
}

/** Answers for the assistant. @returns the addresses at which its user arrived */
async function arrivals(page: Page): Promise<URL[]> {
  const urls: URL[] = [];
  await page.context().route(`${callback}**`, (route) => {
    urls.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/html', body: 'back' });
  });
  return urls;
}

const signIn = async (page: Page, { email, password }: Member) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};

test('a user with a second factor returns to the request after both steps', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await page.goto('/account/security');
  await signIn(page, marina);
  await page.getByRole('button', { name: 'Ativar' }).click();
  const secret = await page.getByRole('dialog').locator('code').innerText();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeIn = (seconds: number) => app.generate({ timestamp: Date.now() + seconds * 1_000 });
  await page.getByLabel('Código que o aplicativo mostra').fill(codeIn(0));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await page.context().clearCookies();
  const back = await arrivals(page);
  await page.goto(await request(page.request));
  await signIn(page, marina);
  await page.getByRole('textbox', { name: 'Código', exact: true }).fill(codeIn(30));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back[0]?.searchParams.get('code')).toMatch(/^code_/);
});

/** Signs in at the provider's own pages. */
async function signInAtProvider(page: Page, member: Member): Promise<void> {
  await proveAtProvider(page, member);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The same for a user who is signed in there, and only has to enter the password again. */
async function proveAtProvider(page: Page, { email }: Member): Promise<void> {
  await page.locator('input[name=login]').fill(`agents-${email}`);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** A member with an account at the provider. */
async function linked(page: Page, team: BrowserTeam): Promise<Member> {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Conectar' }).click();
  await signInAtProvider(page, marina);
  await expect(page.getByRole('button', { name: 'Desconectar' })).toBeVisible();
  return marina;
}

for (const [length, state] of [
  ['a', 's'],
  ['the longest', 'Ação'.repeat(512)],
] as const)
  test(`a user returns to ${length} request after signing in at the provider of the installation`, async ({
    page,
    team,
  }) => {
    const marina = await linked(page, team);
    await page.context().clearCookies();
    const back = await arrivals(page);
    await page.goto(await request(page.request, 'Claude', state));
    await page.getByRole('button', { name: 'Entrar com Crachá' }).click();
    await signInAtProvider(page, marina);
    await page.getByRole('button', { name: 'Permitir' }).click();
    await expect.poll(() => back[0]?.searchParams.get('code')).toMatch(/^code_/);
    expect(back[0]?.searchParams.get('state')).toBe(state);
  });

test('a sign-in that the provider refuses leaves the request to the next sign-in method', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const back = await arrivals(page);
  await page.goto(await request(page.request, 'Claude', 'x'.repeat(2_048)));
  await page.getByRole('button', { name: 'Entrar com Crachá' }).click();
  await signInAtProvider(page, { ...marina, email: `unknown-${marina.email}` });
  await expect(page.getByRole('alert')).toContainText('A entrada não deu certo');
  await signIn(page, marina);
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back[0]?.searchParams.get('code')).toMatch(/^code_/);
});

test('a user who has to authenticate again at the provider returns to the request', async ({
  page,
  team,
  database: { database },
}) => {
  const marina = await linked(page, team);
  await database.platform.run(age, { person: marina.personId });
  const back = await arrivals(page);
  await page.goto(await request(page.request, 'Claude', 'x'.repeat(2_048)));
  await page.getByRole('button', { name: 'Permitir' }).click();
  await page.getByRole('button', { name: 'Confirmar com Crachá' }).click();
  await proveAtProvider(page, marina);
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back[0]?.searchParams.get('code')).toMatch(/^code_/);
});

test('a user with a passkey returns to the request, and confirms their identity with it', async ({
  page,
  team,
  database: { database },
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await addAuthenticator(page);
  await team.enter(page, marina);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Adicionar chave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Chave adicionada.')).toBeVisible();
  await page.addInitScript(
    'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  );
  await page.context().clearCookies();
  const back = await arrivals(page);
  const address = await request(page.request, 'Claude', 'x'.repeat(2_048));
  await page.goto(address);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back[0]?.searchParams.get('code')).toMatch(/^code_/);
  // Consent requires a recent authentication.
  await database.platform.run(age, { person: marina.personId });
  await page.goto(address);
  await page.getByRole('button', { name: 'Permitir' }).click();
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
  await expect.poll(() => back[1]?.searchParams.get('code')).toMatch(/^code_/);
});

test('members allow assistants as admins and owners do', async ({ page, team }) => {
  const back = await arrivals(page);
  for (const role of ['owner', 'admin', 'member'] as const) {
    await team.enter(page, await team.add(`${role} Lopes`, role));
    await page.goto(await request(page.request));
    await page.getByRole('button', { name: 'Permitir' }).click();
    await expect(page.getByText('back')).toBeVisible();
  }
  expect(new Set(back.map((url) => url.searchParams.get('code'))).size).toBe(3);
});

test('an admin forbids assistants: the page says so, and offers only to refuse', async ({
  page,
  team,
}) => {
  const admin = await team.add('Marina Lopes', 'admin');
  await team.enter(page, admin);
  const back = await arrivals(page);
  await page.goto(await request(page.request));
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back.length).toBe(1);
  await page.goto(`/t/${team.slug}/settings`);
  await page.getByLabel('Permitir assistentes').uncheck();
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  await page.goto(await request(page.request));
  await expect(page.getByText('Esta equipe não permite assistentes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Permitir' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect.poll(() => back.at(-1)?.searchParams.get('error')).toBe('access_denied');
});

test('a double click connects once, and the button Back returns to the request', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const back = await arrivals(page);
  await page.goto(await request(page.request));
  await page.getByRole('button', { name: 'Permitir' }).dblclick();
  await expect(page.getByText('back')).toBeVisible();
  expect(back).toHaveLength(1);
  await page.goBack();
  await page.reload();
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect.poll(() => back.at(-1)?.searchParams.get('error')).toBe('access_denied');
});

test('two tabs decide separately', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const back = await arrivals(page);
  const second = await page.context().newPage();
  await page.goto(await request(page.request, 'Claude'));
  await second.goto(await request(page.request, 'ChatGPT'));
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back.length).toBe(1);
  await expect(second.getByText('ChatGPT quer acessar')).toBeVisible();
  await second.getByRole('button', { name: 'Recusar' }).click();
  await expect.poll(() => back.at(-1)?.searchParams.get('error')).toBe('access_denied');
});

for (const locale of ['pt-BR', 'en'] as const)
  test(`is readable on a phone and in the dark, in ${locale}`, async ({ page, team }) => {
    const person = await team.add('Marina Lopes', 'owner', locale);
    await team.enter(page, person);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(await request(page.request, `Assistente ${'muito'.repeat(12)} longo`));
    const allow = page.getByRole('button', { name: locale === 'en' ? 'Allow' : 'Permitir' });
    await expect(allow).toBeVisible();
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - innerWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate<string[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`,
      );
      expect(violations).toEqual([]);
    }
  });
