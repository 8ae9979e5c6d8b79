import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Assistants that connect by signing in: the consent page, and the lists in which they are disconnected. */

const callback = 'https://agent.example/callback';
const verifier = randomBytes(32).toString('base64url');

/** Registers an assistant. @returns its client id */
async function register(request: APIRequestContext, name: string): Promise<string> {
  const { origin } = started();
  const answer = await request.post(`${origin}/oauth/register`, {
    data: { client_name: name, redirect_uris: [callback] },
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** The address to which an assistant sends its user. */
async function addressFor(client: string, further: Record<string, string> = {}): Promise<string> {
  const { origin } = started();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'x & y',
    resource: `${origin}/mcp`,
    ...further,
  });
  return `/oauth/authorize?${query}`;
}

/** Answers for the assistant. @returns the addresses at which its user arrived */
async function arrivals(page: Page): Promise<URL[]> {
  const urls: URL[] = [];
  await page.route(`${callback}**`, (route) => {
    urls.push(new URL(route.request().url()));
    return route.fulfill({ contentType: 'text/plain', body: 'back' });
  });
  return urls;
}

/** Exchanges a code, as the assistant does. @returns its access token */
async function redeem(request: APIRequestContext, client_id: string, code: string) {
  const { origin } = started();
  const answer = await request.post(`${origin}/oauth/token`, {
    form: {
      ...{ grant_type: 'authorization_code', client_id, code },
      ...{ code_verifier: verifier, redirect_uri: callback },
    },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test('an assistant is connected after signing in, listed, and disconnected', async ({
  page,
  team,
  request,
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  const client = await register(request, 'Claude <b>x</b>');
  const back = await arrivals(page);
  await page.goto(await addressFor(client));
  await page.getByLabel('E-mail').fill(marina.email);
  await page.getByLabel('Senha').fill(marina.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Claude <b>x</b> quer acessar o Pauta em seu nome.')).toBeVisible();
  await expect(page.getByText('agent.example')).toBeVisible();
  await expect(page.getByText(marina.email)).toBeVisible();
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back.length).toBe(1);
  const { origin } = started();
  const code = back[0]?.searchParams.get('code') ?? '';
  expect(back[0]?.searchParams.get('state')).toBe('x & y');
  expect(back[0]?.searchParams.get('iss')).toBe(origin);
  const token = await redeem(request, client, code);
  const list = () =>
    request.post(`${origin}/mcp`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
      },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
  expect((await list()).status()).toBe(200);
  await page.goto(`/t/${team.slug}/settings/keys`);
  await expect(page.getByRole('heading', { name: 'Assistentes conectados' })).toBeVisible();
  await expect(page.getByText('Marina Lopes').last()).toBeVisible();
  await page.goto('/account/devices');
  await page.getByRole('button', { name: 'Desconectar: Claude <b>x</b>' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click();
  await expect(page.getByText('Nenhum assistente conectado.')).toBeVisible();
  await expect.poll(async () => (await list()).status()).toBe(401);
});

test('an assistant is refused, and an invalid request returns nothing on its own', async ({
  page,
  team,
  request,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const client = await register(request, 'Claude');
  const back = await arrivals(page);
  await page.goto(await addressFor(client, { scope: 'read' }));
  await expect(page.getByLabel('Somente leitura')).toHaveCount(0);
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect.poll(() => back[0]?.searchParams.get('error')).toBe('access_denied');
  await page.goto(await addressFor(client, { response_type: 'token' }));
  await expect(page.getByText('de uma forma que o Pauta não aceita')).toBeVisible();
  expect(back).toHaveLength(1);
  await page.goto(await addressFor(client, { redirect_uri: 'https://evil.example/' }));
  await expect(page.getByText('Este pedido de conexão não é válido')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Permitir' })).toHaveCount(0);
});

test('one of several teams is chosen, with read access only', async ({ page, team, request }) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  const client = await register(request, 'ChatGPT');
  const back = await arrivals(page);
  await page.goto(await addressFor(client));
  await chooseOption(page.getByLabel('Acesso à equipe'), team.name);
  await page.getByLabel('Somente leitura').check();
  await expect(page.getByText('Ele vê o que você pode ver nesta equipe')).toBeVisible();
  await page.getByRole('button', { name: 'Permitir' }).click();
  await expect.poll(() => back.length).toBe(1);
  const { origin } = started();
  const token = await redeem(request, client, back[0]?.searchParams.get('code') ?? '');
  const answer = await request.post(`${origin}/mcp`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  });
  const text = await answer.text();
  expect(text).toContain('"search"');
  expect(text).not.toContain('"create_deal"');
});
