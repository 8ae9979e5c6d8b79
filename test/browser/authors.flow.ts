import type { Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import { post } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* The author of the team's messages: the user, a colleague, a program, a workflow, or a person on the phone. */

const phone = '5511987655555';
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const messageIn = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text });
const row = (page: Page) =>
  page.getByRole('region', { name: 'Lista de conversas' }).getByRole('link', { name: /Ana/ });

const connect = platformStatement(
  'update inboxes set is_connected = $is_connected where id = $inbox::uuid',
);

/** An inbox to which a contact has written. */
async function begin(page: Page, team: BrowserTeam) {
  const inbox = await post(page, team, '/inboxes', {
    name: 'Atendimento',
    type: 'session',
    gateway: 'sandbox',
  });
  const writes = (text: string, fromPhone = false) =>
    post<{ conversation_id: string }>(page, team, `/inboxes/${inbox.id}/sandbox-messages`, {
      from: phone,
      name: 'Ana Ribeiro',
      text,
      ...(fromPhone && { from_phone: true }),
    });
  const { conversation_id: conversation } = await writes('Bom dia');
  const at = `/t/${team.slug}/conversations/${conversation}?view=all`;
  return { inbox: inbox.id, writes, conversation, at };
}

test('two people, a program and the phone in one thread are distinguished, on both screens at once', async ({
  page,
  team,
  browser,
}) => {
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.enter(otherPage, await team.add('Caio Nunes', 'member'));
  const { conversation, writes, at } = await begin(page, team);
  await Promise.all([page.goto(at), otherPage.goto(at)]);
  await expect(messageIn(otherPage, 'Bom dia')).toBeVisible();
  const text = 'A arte ficou pronta.';
  await post(page, team, '/msgapp/messages/write', { conversation_id: conversation, text });
  await expect(messageIn(page, text)).toContainText('Você');
  await expect(messageIn(otherPage, text)).toContainText('Marina Lopes');
  await expect(messageIn(otherPage, text)).toHaveAccessibleName(/^Marina Lopes, /);
  await expect(row(page)).toContainText(`Você: ${text}`);
  await expect(row(otherPage)).toContainText(`Marina: ${text}`);
  await post(otherPage, team, `/msgapp/conversations/${conversation}/notes`, {
    content: 'Conferir o preço',
  });
  await expect(messageIn(otherPage, 'Conferir o preço')).toContainText('Você');
  await expect(messageIn(page, 'Conferir o preço')).toContainText('Caio Nunes');
  await team.api('POST', '/msgapp/messages', {
    conversation_id: conversation,
    content: 'Pedido 31 recebido',
  });
  for (const each of [page, otherPage]) {
    await expect(messageIn(each, 'Pedido 31')).toContainText('curl');
    await expect(messageIn(each, 'Pedido 31')).toContainText('Chave de API');
    await expect(row(each)).toContainText('curl: Pedido 31');
  }
  await writes('Já te ligo', true);
  for (const each of [page, otherPage]) {
    await expect(messageIn(each, 'Já te ligo')).toContainText('Pelo celular');
    await expect(row(each)).toContainText('Celular: Já te ligo');
  }
  await otherPage.context().close();
});

test('a message retried by a workflow is shown once, and people can resend it only once the run has ended', async ({
  page,
  team,
  browser,
  database: { database },
}) => {
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await team.enter(otherPage, await team.add('Caio Nunes', 'member'));
  const { inbox, at } = await begin(page, team);
  await post(page, team, '/workflows', {
    definition: {
      name: 'Boas-vindas',
      trigger: { type: 'deal_created' },
      steps: [
        {
          type: 'send_message',
          with: { inbox_id: inbox, phone, content: 'Olá, {{deal.title}}!' },
        },
      ],
    },
  });
  await Promise.all([page.goto(at), otherPage.goto(at)]);
  await expect(messageIn(page, 'Bom dia')).toBeVisible();
  await database.platform.run(connect, { inbox, is_connected: false });
  await post(page, team, '/deals', { title: 'Site' });
  const message = (on: Page) => messageIn(on, 'Olá, Site!');
  for (const each of [page, otherPage]) {
    await expect(message(each)).toContainText('vai tentar de novo');
    await expect(message(each)).toContainText('Boas-vindas');
    await expect(message(each)).toContainText('O fluxo de trabalho');
    await expect(message(each).getByRole('button', { name: 'Enviar de novo' })).toHaveCount(0);
  }
  // Only people who may read runs get the link.
  await expect(message(otherPage).getByRole('link')).toHaveCount(0);
  // The second try replaces the first.
  const first = await message(page).getAttribute('data-message');
  await expect
    .poll(() => message(page).getAttribute('data-message'), { timeout: 30_000 })
    .not.toBe(first);
  await expect(message(page)).toHaveCount(1);
  await expect(message(otherPage)).toHaveCount(1);
  await expect(message(page)).toContainText('vai tentar de novo');
  await message(page).getByRole('link', { name: 'Boas-vindas' }).click();
  await page.getByRole('button', { name: 'Parar execução' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Parar execução' }).click();
  await expect(message(otherPage)).toContainText('falhou');
  await database.platform.run(connect, { inbox, is_connected: true });
  await message(otherPage).getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(message(otherPage)).toHaveCount(2);
  await expect(message(otherPage).last()).toContainText('Você');
  await expect(message(otherPage).last()).toContainText(/enviada|entregue|lida/);
  await otherPage.context().close();
});
