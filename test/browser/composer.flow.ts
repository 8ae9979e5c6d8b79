import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { openTarget } from '#server/db/database-target.ts';
import { platformStatement } from '#server/db/statement.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { secretKeysIn } from '#server/platform/secrets.ts';
import { startEvolution } from '#test/gateways/evolution.ts';
import { freePort } from '#test/support/http.ts';
import { cleanUp, newDirectory, serve } from '#test/support/processes.ts';
import { beginConversation, makeInbox } from './panel-api.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/*
 * Writing to a contact: nothing is sent twice or shown as sent too early, whatever happens to the service, the network, the tab or the
 * person; and all kinds of content.
 */

test.afterAll(cleanUp);

const field = (page: Page) => page.getByRole('textbox', { name: 'Resposta para o contato' });
const composer = (page: Page) => page.getByRole('region', { name: 'Escrever' });
const row = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).locator('xpath=ancestor::*[@data-message][1]');

async function attachPdf(page: Page): Promise<void> {
  const file = {
    name: 'proposta.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 proposta'),
  };
  await composer(page).getByLabel('Anexar arquivo').last().setInputFiles(file);
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await expect(composer(page).getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled();
  await field(page).press('Enter');
}

/** Messages of this page in a conversation, in order. */
async function written(page: Page, { slug }: BrowserTeam, id: string): Promise<readonly string[]> {
  const path = `/api/panel/teams/${slug}/msgapp/conversations/${id}/messages?sort=sent_at&limit=100`;
  const answer = await page.request.get(started().origin + path);
  const { data } = (await answer.json()) as { data: { content: string; direction: string }[] };
  return data.filter(({ direction }) => direction === 'outgoing').map(({ content }) => content);
}

/** Another process of the service on the same database, which may be killed. */
async function another() {
  const { env } = started();
  const target = await openTarget(readConfig(env), false, makeLog('silent'));
  const { host, port, user, database } = target.connection;
  const keys = secretKeysIn(env.DATA_DIR ?? '');
  const directory = newDirectory();
  const builds = fileURLToPath(new URL('../../node_modules/.cache/pauta-panel', import.meta.url));
  mkdirSync(builds, { recursive: true });
  symlinkSync(builds, join(directory, 'panel'));
  const settings = {
    DATA_DIR: directory,
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    SECRET_KEY: keys.map((key) => key.toString('base64')).join(','),
    RATE_LIMIT_PER_MINUTE: '0',
    PANEL: 'on',
    ROLE: 'web',
    PORT: String(await freePort()),
  };
  await target.stop();
  return { origin: `http://localhost:${settings.PORT}`, serve: () => serve(settings) };
}

test('the service is killed between the gateway and the answer: the message is sent once, and not shown as sent', async ({
  page,
  team,
  database: { database },
}) => {
  const gateway = await startEvolution();
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const [node, inbox] = await Promise.all([
    another(),
    makeInbox(page, team, {
      gateway: 'evolution',
      config: {
        url: gateway.url,
        instance: gateway.instance,
        api_key: gateway.apiKey,
        webhook_secret: gateway.webhookSecret,
      },
    }),
  ]);
  const [service, id] = await Promise.all([
    node.serve(),
    beginConversation(team, inbox, '5511987654321'),
  ]);
  await page.goto(`${node.origin}/t/${team.slug}/conversations/${id}`);
  gateway.mode = 'hang';
  await write(page, 'Só uma vez');
  await expect.poll(() => gateway.sends.length).toBe(2);
  await service.stop('SIGKILL');
  await expect(row(page, 'Só uma vez')).not.toContainText(/enviada|entregue|lida/);
  gateway.mode = 'ok';
  // The service treats its own processes as dead after twenty seconds of silence.
  const lose = platformStatement(
    `update messages set created_at = now() - interval '1 minute' where status = 'pending' and content = 'Só uma vez'`,
  );
  await database.platform.run(lose);
  await node.serve();
  await expect(row(page, 'Só uma vez')).toContainText('não se sabe se saiu');
  await write(page, 'E a seguinte');
  await expect(row(page, 'E a seguinte')).toContainText(/enviada|entregue|lida/);
  expect(gateway.sends.map(({ text }) => text)).toEqual(['Bom dia!', 'Só uma vez', 'E a seguinte']);
  expect(
    await page.evaluate('Object.keys(localStorage).filter((key) => /outgoing/.test(key))'),
  ).toEqual([]);
  await gateway.close();
});

test('fifty messages at once, a reload in between and two tabs: each is sent once, in the order they were written', async ({
  page,
  context,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox, '5511987654322');
  const otherPage = await context.newPage();
  const address = `/t/${team.slug}/conversations/${id}`;
  await Promise.all([page.goto(address), otherPage.goto(address)]);
  await expect(row(otherPage, 'Bom dia!')).toBeVisible();
  const names = Array.from({ length: 50 }, (_, at) => `n${at}`);
  const type = async (tab: Page, name: string) => {
    await tab.keyboard.insertText(name);
    await tab.keyboard.press('Enter');
  };
  await field(page).click();
  for (const name of names.slice(0, 25)) await type(page, name);
  await page.reload();
  await field(page).click();
  await field(otherPage).click();
  for (const name of names.slice(25, 40)) await type(page, name);
  for (const name of names.slice(40)) await type(otherPage, name);
  await page.close();
  await expect(row(otherPage, 'n49')).toContainText(/enviada|entregue|lida/);
  expect(await written(otherPage, team, id)).toEqual(['Bom dia!', ...names]);
});

test('an offline message waits and can be discarded, a refused one returns to the composer, and none is sent under another user’s name', async ({
  page,
  context,
  team,
}) => {
  const [marina, caio] = [
    await team.add('Marina Lopes', 'owner'),
    await team.add('Caio Nunes', 'member'),
  ];
  await team.enter(page, marina);
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox, '5511987654323');
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  await expect(row(page, 'Bom dia!')).toBeVisible();
  await context.setOffline(true);
  for (const text of ['Primeira', 'Segunda']) await write(page, text);
  for (const text of ['Primeira', 'Segunda'])
    await expect(row(page, text)).toContainText('aguardando conexão');
  await row(page, 'Segunda').getByRole('button', { name: 'Descartar' }).click();
  await expect(row(page, 'Segunda')).toHaveCount(0);
  await context.setOffline(false);
  await expect(row(page, 'Primeira')).toContainText(/enviada|entregue|lida/);
  // The inbox is switched off: the message is offered for another try, with the reason.
  const put = (active: boolean) =>
    page.request.put(`/api/panel/teams/${team.slug}/inboxes/${inbox}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { active },
    });
  await put(false);
  await write(page, 'Terceira');
  await expect(composer(page).getByRole('status').filter({ hasText: 'voltou' })).toContainText(
    'desativada',
  );
  await expect(field(page)).toHaveValue('Terceira');
  await put(true);
  await expect(composer(page).getByText('Esta caixa está desativada')).toHaveCount(1);
  await field(page).fill('');
  // Another person signs in, in another tab, while this one waits.
  await context.setOffline(true);
  await write(page, 'Da Marina');
  await team.enter(page, caio);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /Caio Nunes/ })).toBeVisible();
  await page.reload();
  await expect(row(page, 'Primeira')).toBeVisible();
  await expect(row(page, 'Da Marina')).toHaveCount(0);
  expect(await written(page, team, id)).toEqual(['Bom dia!', 'Primeira']);
  await team.enter(page, marina);
  await page.reload();
  await expect(row(page, 'Da Marina')).toContainText(/enviada|entregue|lida/);
});

/** A microphone that hears a tone. */
const microphone = (page: Page) =>
  page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const to = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.connect(to);
    tone.start();
    return to.stream;
  }`);

test('replies, notes, drafts on two devices, files, and a template after the window closed', async ({
  page,
  team,
  browser,
  database: { database },
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  const inbox = await makeInbox(page, team, { type: 'cloud' });
  const id = await beginConversation(team, inbox, '5511987654324');
  await microphone(page);
  // A canned response is created in the settings, and found by its shortcut.
  await page.goto(`/t/${team.slug}/settings/ready-answers`);
  await page.getByRole('button', { name: 'Nova resposta pronta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Título').fill('Prazo');
  await dialog.getByLabel('Atalho').fill('prazo');
  await dialog.getByLabel('Texto', { exact: true }).fill('Cinco dias. ');
  await dialog.getByRole('button', { name: 'Colocar meu nome no texto' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('/prazo')).toBeVisible();
  const address = `/t/${team.slug}/conversations/${id}`;
  await page.goto(address);
  await field(page).pressSequentially('/pra');
  await expect(composer(page).getByRole('option', { name: /Prazo/ })).toBeVisible();
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('Cinco dias. Marina Lopes');
  // It is available on another device; Shift+Enter inserts a line; a note is for the team.
  const phone = await browser.newContext({ locale: 'pt-BR' });
  const otherPage = await phone.newPage();
  await team.enter(otherPage, marina);
  await expect(async () => {
    await otherPage.goto(started().origin + address);
    await expect(field(otherPage)).toHaveValue('Cinco dias. Marina Lopes', { timeout: 15_000 });
  }).toPass();
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('Até');
  await composer(page).getByRole('button', { name: 'Nota', exact: true }).click();
  await page.getByRole('textbox', { name: 'Nota para a equipe' }).fill('Pediu desconto');
  await page.keyboard.press('Enter');
  await expect(otherPage.getByText('Pediu desconto')).toBeVisible();
  await composer(page).getByRole('button', { name: 'Resposta', exact: true }).click();
  await expect(field(page)).toHaveValue('Cinco dias. Marina Lopes\nAté');
  // A picture includes the text; a recording is a separate message.
  await page.setInputFiles('input[type=file]:not([capture])', {
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await composer(page).getByRole('button', { name: 'Gravar mensagem de voz' }).click();
  await expect(composer(page).getByText('0:01')).toBeVisible();
  await composer(page).getByRole('button', { name: 'Parar gravação' }).click();
  await expect(composer(page).getByText('pronto')).toHaveCount(2);
  await composer(page).getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(field(page)).toHaveValue('');
  await expect.poll(() => written(page, team, id)).toHaveLength(3);
  // The contact wrote a day ago: only a template can be sent.
  const close = platformStatement(
    `update conversations set last_incoming_at = now() - interval '25 hours' where id = '${id}'`,
  );
  await database.platform.run(close);
  await page.reload();
  await composer(page).getByRole('button', { name: 'Escolher um modelo' }).click();
  await dialog.getByLabel('Buscar modelo').fill('reuniao');
  await dialog.getByRole('button', { name: /lembrete/ }).click();
  await dialog.getByLabel('Valor de {{1}}').fill('Ana');
  await dialog.getByLabel('Valor de {{2}}').fill('amanhã');
  await expect(dialog.getByText('Oi, Ana! Sua reunião é amanhã.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar modelo', exact: true }).click();
  await expect.poll(async () => (await written(page, team, id)).at(-1)).toContain('Oi, Ana!');
  await phone.close();
});

test('an emoji is found in Portuguese and English, and goes to the caret', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox, '5511987654351');
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  await field(page).fill('Bom dia!');
  await field(page).press('Home');
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  const search = picker.getByRole('searchbox', { name: 'Buscar emoji' });
  await composer(page).getByRole('button', { name: 'Emoji' }).click();
  await search.fill('coracao vermelho');
  await picker.getByRole('button', { name: 'coração vermelho', exact: true }).click();
  await expect(picker).toBeHidden();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('❤️Bom dia!');
  await field(page).press('End');
  await composer(page).getByRole('button', { name: 'Emoji' }).click();
  await search.fill('party popper');
  await search.press('Enter');
  await expect(field(page)).toHaveValue('❤️Bom dia!🎉');
  await composer(page).getByRole('button', { name: 'Emoji' }).click();
  await search.fill('xyzzy');
  await expect(picker.getByText('Nenhum emoji com este nome.')).toBeVisible();
  await search.fill('');
  await picker.getByRole('tab', { name: 'Bandeiras' }).click();
  await picker.getByRole('button', { name: 'bandeira quadriculada' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(picker.getByRole('button', { name: 'bandeira triangular' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
});

test('an answer is sent and its conversation resolved, by button and by key; a refused one resolves nothing', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox, '5511987654352');
  const statusOf = async (of: string) => {
    const path = `/api/panel/teams/${team.slug}/msgapp/conversations/${of}`;
    const answer = await page.request.get(started().origin + path);
    return ((await answer.json()) as { data: { status: string } }).data.status;
  };
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  await field(page).fill('Era só isso, obrigada!');
  await composer(page).getByRole('button', { name: 'Enviar e resolver' }).click();
  await expect(row(page, 'Era só isso, obrigada!')).toContainText(/enviada|entregue|lida/);
  await expect.poll(() => statusOf(id)).toBe('resolved');
  await field(page).fill('Mais uma coisa');
  await expect(
    composer(page).getByRole('button', { name: 'Enviar e resolver' }),
    'a resolved conversation has nothing to resolve',
  ).toBeHidden();

  const next = await beginConversation(team, inbox, '5511987654353');
  await page.goto(`/t/${team.slug}/conversations/${next}`);
  await field(page).fill('Pronto!');
  await field(page).press('ControlOrMeta+Shift+Enter');
  await expect.poll(() => statusOf(next)).toBe('resolved');
  expect(await written(page, team, next)).toEqual(['Bom dia!', 'Pronto!']);

  const third = await beginConversation(team, inbox, '5511987654354');
  const refuse = (route: Route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: { code: 'VALIDATION_ERROR', message: 'No.' } },
    });
  await page.route('**/msgapp/messages/write', refuse);
  await page.goto(`/t/${team.slug}/conversations/${third}`);
  await field(page).fill('Recusada');
  await composer(page).getByRole('button', { name: 'Enviar e resolver' }).click();
  await expect(field(page)).toHaveValue('Recusada');
  expect(await statusOf(third)).toBe('open');
  await page.unroute('**/msgapp/messages/write');

  // A long text and a file are two messages: if one is refused, the other one resolves nothing, nor does a second try.
  const long = 'Segue a proposta. '.repeat(80).trim();
  await field(page).fill(long);
  await attachPdf(page);
  await page.route('**/msgapp/messages/write', refuse, { times: 1 });
  await composer(page).getByRole('button', { name: 'Enviar e resolver' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'proposta.pdf' })).toContainText(
    /enviada|entregue|lida/,
  );
  await expect(field(page)).toHaveValue(long);
  await field(page).press('Enter');
  await expect(page.getByRole('article').filter({ hasText: 'Segue a proposta.' })).toContainText(
    /enviada|entregue|lida/,
  );
  expect(await statusOf(third)).toBe('open');
});

test('a message is forwarded to another conversation with its file, once', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team);
  const [from, to] = [
    await beginConversation(team, inbox, '5511987654361'),
    await beginConversation(team, inbox, '5511987654362'),
  ];
  await page.goto(`/t/${team.slug}/conversations/${from}`);
  await attachPdf(page);
  await write(page, 'A proposta');
  await expect(row(page, 'A proposta')).toContainText(/enviada|entregue|lida/);
  await row(page, 'A proposta').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Encaminhar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  const submit = dialog.getByRole('button', { name: 'Encaminhar mensagem' });
  await expect(submit).toBeDisabled();
  await expect(dialog.getByText('O arquivo vai junto.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Para qual conversa' }).fill('87654362');
  await dialog.getByRole('option', { name: /98765-4362/ }).click();
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Encaminhando para')).toBeVisible();
  await page.getByRole('button', { name: 'Abrir a conversa' }).click();
  await expect(page).toHaveURL(new RegExp(to));
  await expect(row(page, 'A proposta')).toContainText('proposta.pdf');
  await expect(row(page, 'A proposta')).toContainText(/enviada|entregue|lida/);
  expect(await written(page, team, to)).toEqual(['Bom dia!', 'A proposta']);
  expect(await written(page, team, from)).toEqual(['Bom dia!', 'A proposta']);

  await row(page, 'Bom dia!').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Encaminhar', exact: true }).click();
  await expect(dialog.getByText('Nome do contato ou do grupo')).toBeVisible();
  await expect(dialog.getByText('O arquivo vai junto.')).toHaveCount(0);
});

test('an unfinished note survives a reload, and its author’s sign-out deletes it', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const id = await beginConversation(team, await makeInbox(page, team));
  const address = `/t/${team.slug}/conversations/${id}`;
  const note = page.getByRole('textbox', { name: 'Nota para a equipe' });
  const toNote = async () => {
    await page.goto(address);
    await composer(page).getByRole('button', { name: 'Nota', exact: true }).click();
  };
  await toNote();
  await note.fill('Cliente pediu desconto');
  await toNote();
  await expect(note).toHaveValue('Cliente pediu desconto');
  const stored = () =>
    page.evaluate(
      `Object.keys(localStorage).filter((key) => key.startsWith('pauta.note.')).length`,
    );
  expect(await stored()).toBe(1);
  await page.getByRole('button', { name: /Minha conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  expect(await stored()).toBe(0);
  const bia = await team.add('Bia Reis', 'member');
  await team.enter(page, bia);
  await toNote();
  await expect(note).toHaveValue('');
});

test('attachments survive a reload and another conversation, in every tab until they are sent', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const id = await beginConversation(team, await makeInbox(page, team), '5511987654371');
  const at = `/t/${team.slug}/conversations/${id}`;
  await page.goto(at);
  await attachPdf(page);
  const list = composer(page).getByRole('list', { name: 'Anexos' });
  await expect(list).toContainText('pronto');
  await page.reload();
  await expect(list).toContainText('proposta.pdf');
  await expect(list).toContainText('pronto');
  const second = await page.context().newPage();
  await second.goto(at);
  const there = composer(second).getByRole('list', { name: 'Anexos' });
  await expect(there).toContainText('proposta.pdf');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByRole('log').getByRole('article').last()).toContainText('proposta.pdf');
  await expect(there).toBeHidden();
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(list).toBeHidden();

  // The service has removed the file since.
  await attachPdf(page);
  await expect(list).toContainText('pronto');
  await page.route(/\/files\/[^/]+\/content/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(
    'proposta.pdf não está mais guardado. Anexe de novo.',
  );
  await expect(list).toBeHidden();
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});
