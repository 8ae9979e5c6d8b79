import { startCloud } from '#test/gateways/cloud.ts';
import { startEvolution } from '#test/gateways/evolution.ts';
import { expect, test } from './team.ts';

/* Inboxes, connected in the browser: by keyboard only, through a gateway with Evolution's protocol, and each field of the official API. */

test('by keyboard only, a sandbox inbox is connected and tested', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings/inboxes`);
  const connect = page.getByRole('main').getByRole('link', { name: 'Conectar caixa' });
  // The menu's state of inboxes loads last; an earlier key may meet a page that is still rendering.
  await expect(page.getByRole('link', { name: 'Conectar uma caixa' })).toBeVisible();
  await connect.press('Enter');
  await page.getByRole('link', { name: 'Criar caixa simulada' }).press('Enter');
  await expect(page.getByLabel('Nome da caixa')).toBeFocused();
  await page.keyboard.type('Treino');
  await page.keyboard.press('Enter');

  const code = page.getByRole('img', { name: 'Código QR para ler com o celular' });
  await expect(code).toBeVisible();
  await expect(page.getByText(/^Novo código em \d+ segundos?$/)).toBeVisible();
  await expect(code).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // After the scan the QR code disappears, and the first message is next.
  await expect(page.getByLabel('Para que número, com DDD')).toBeFocused();
  await expect(code).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lida.')).toBeVisible();
  await expect(page.getByText('Comprovado: o gateway avisa.')).toBeVisible();
  // Nothing has arrived yet: it sends, and may be deaf.
  await expect(
    page.getByRole('link', { name: 'Treino: nada chegou desde a conexão' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Simular uma resposta' }).press('Enter');
  await expect(page.getByText('Chegou uma resposta:')).toBeVisible();
  await page.getByRole('link', { name: 'Concluir' }).press('Enter');

  const log = page.getByRole('list', { name: 'Histórico' }).getByRole('listitem');
  await expect(log).toContainText([
    /^Conectou \(\+55 11 90000-0000\)/,
    /^Mostrou o código QR/,
    /^Marina Lopes preparou a conexão/,
    /^Marina Lopes criou a caixa/,
  ]);
  await expect(page.getByRole('link', { name: 'Caixas conectadas' })).toBeVisible();
});

test('through Evolution, mistakes are reported while typing, the state is pushed, and a lost phone raises an alarm', async ({
  page,
  team,
}) => {
  const gateway = await startEvolution();
  gateway.exists = false;
  gateway.state = 'close';
  const tell = (data: object) =>
    gateway.event(
      gateway.webhook?.url ?? '',
      'connection.update',
      { instance: gateway.instance, ...data },
      gateway.webhook?.headers as Record<string, string>,
    );
  try {
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    await page.goto(`/t/${team.slug}/settings/inboxes/new?gateway=evolution`);
    const submit = page.getByRole('button', { name: 'Conectar', exact: true });
    const url = page.getByLabel('Endereço da Evolution');
    await page.getByLabel('Nome da caixa').fill('Atendimento');
    await url.fill('http://127.0.0.1:9');
    await expect(page.getByText(/^O gateway não responde\. /)).toBeVisible();
    await url.fill(gateway.url);
    await page.getByLabel('Nome da instância').fill(gateway.instance);
    await page.getByLabel('Chave global').fill('errada');
    await expect(page.getByText('A Evolution recusou a chave global.')).toBeVisible();
    await submit.click();
    await expect(page.getByRole('alert')).toContainText('A Evolution recusou a chave global.');
    await page.getByLabel('Chave global').fill(gateway.globalKey);
    await expect(page.getByText('O nome está livre.')).toBeVisible();
    await submit.click();

    const code = page.getByRole('img', { name: /^Código QR/ });
    await expect(code).toBeVisible();
    // From here on the page's own requests get no answer: only the stream can report the connection.
    const questions = '**/inboxes/*/login';
    await page.route(questions, () => {});
    gateway.state = 'open';
    const me = '5511912345678@s.whatsapp.net';
    expect((await tell({ state: 'open', statusReason: 200, wuid: me })).status).toBe(200);
    await expect(code).toHaveCount(0);
    await expect(page.getByText('Conectada como +55 11 91234-5678.')).toBeVisible();
    await page.unroute(questions);

    await page.getByRole('link', { name: 'Concluir' }).click();
    gateway.state = 'close';
    await tell({ state: 'close', statusReason: 401 });
    await expect(page.getByText(/^O celular encerrou a sessão\. /).first()).toBeVisible();
    const loud = page.getByRole('link', { name: 'Atendimento: desconectada' });
    await expect(loud).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Reconectar' }).click();
    await expect(code).toBeVisible();
    // The code expired unscanned: login does not restart without a request. A code being requested at that time restarts it; it is given up
    // a moment later.
    await expect(async () => {
      await tell({ state: 'refused', statusReason: 408 });
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('Ninguém leu o código a tempo.', { timeout: 5_000 });
      await expect(code).toHaveCount(0, { timeout: 5_000 });
      const restart = page.getByRole('button', { name: 'Começar de novo' });
      await restart.press('Enter', { timeout: 5_000 });
    }).toPass();
    await expect(code).toBeVisible();
    // One inbox, as before; both keys are stored, and shown nowhere.
    await loud.or(page.getByRole('link', { name: /^Atendimento: / })).click();
    await expect(page.getByText('guardada', { exact: true })).toHaveCount(2);
    expect(await page.content()).not.toContain(gateway.globalKey);

    const colleague = await team.add('Caio Nunes', 'member');
    // A person on another page sends no requests in the meantime, and is not redirected to the sign-in.
    const address = page.url();
    await page.goto('about:blank');
    await page.context().clearCookies();
    await team.enter(page, colleague);
    await page.goto(address);
    await expect(page.getByText(/Fale com Marina Lopes\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /Reconectar|Ações/ })).toHaveCount(0);
  } finally {
    await gateway.close();
  }
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('each field of the official API is checked live', async ({ page, team }) => {
    const network = await startCloud();
    try {
      await team.enter(page, await team.add('Emma Stone', 'admin', 'en'));
      await page.goto(`/t/${team.slug}/settings/inboxes/new?gateway=cloud`);
      await page.getByText('More options').click();
      await page.getByLabel('Address of the API').fill(network.url);
      await page.getByLabel('Phone number ID').fill('1');
      await page.getByLabel('Access token').fill('x');
      await expect(page.getByText(/^Meta refused the token\. /)).toBeVisible();
      await page.getByLabel('Access token').fill(network.accessToken);
      await expect(page.getByText(/^Meta does not know this number/)).toBeVisible();
      await page.getByLabel('Phone number ID').fill(network.phoneNumberId);
      await page.getByLabel('Business account ID').fill(network.businessAccountId);
      await page.getByLabel('App secret').fill('x'.repeat(32));
      await expect(page.getByText('The number belongs to this account.')).toBeVisible();
      await expect(page.getByText(/^This is not the secret of the token’s app\. /)).toBeVisible();
      await page.getByLabel('App secret').fill(network.appSecret);
      await expect(page.getByText('It is the secret of the token’s app.')).toBeVisible();
      await page.getByLabel('Name of the inbox').fill('Front desk');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Send test' })).toBeVisible();
      expect(network.account.callbacks.phone_number).toContain(`/api/gateways/${team.slug}/`);
    } finally {
      await network.close();
    }
  });
});
