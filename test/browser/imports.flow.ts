import { zipOf } from '#test/unit/imports/reading-files.ts';
import { makeInbox, post } from './panel-api.ts';
import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* An exported chat is brought in from the settings: what the file contains, where it goes, what will happen, the result, and undoing it. */

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const chat = `[05/10/2026, 14:30:00] Maria Souza: \u200eAs mensagens e ligações são protegidas com a criptografia de ponta a ponta.
[05/10/2026, 14:33:10] Maria Souza: Bom dia! Vocês fazem o cardápio?
[05/10/2026, 14:34:02] Agência Norte: Fazemos, sim
[05/10/2026, 14:35:40] Maria Souza: \u200e<anexado: 00000004-PHOTO-2026-10-05-14-35-40.png>
[05/10/2026, 14:36:00] Maria Souza: \u200eimagem ocultada
[25/10/2026, 09:00:12] Agência Norte: Segue a proposta
`;

test('an exported chat with its picture is checked, imported, read and undone', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await makeInbox(page, team, { name: 'Atendimento' });
  await page.goto(`${started().origin}/t/${team.slug}/settings/imports`);
  await expect(page.getByText('Nada importado ainda.')).toBeVisible();
  await page.getByLabel('Arquivo para importar').setInputFiles({
    name: 'Conversa do WhatsApp com Maria Souza.zip',
    mimeType: 'application/zip',
    buffer: await zipOf({
      '_chat.txt': chat,
      '00000004-PHOTO-2026-10-05-14-35-40.png': pixel,
    }),
  });
  await expect(page.getByRole('status').first()).toHaveText('Falta escolher o destino');
  await expect(
    page.getByText('5 de out. de 2026, 14:30 a 25 de out. de 2026, 09:00'),
  ).toBeVisible();
  // Until one is of the team, both authors would be the contact.
  await page.getByLabel('Telefone do contato').fill('11 98765-4321');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Agência Norte (2 mensagens)').check();
  await page.getByLabel('Telefone do contato').fill('11 98765-4321');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByRole('heading', { name: 'O que vai acontecer' })).toBeVisible();
  await expect(page.getByText('Mensagens novas')).toBeVisible();
  await page.getByRole('button', { name: /^Importar \d mensagens$/ }).click();
  const link = page.getByRole('link', { name: 'Abrir a conversa' });
  await expect(link).toBeVisible();
  await link.click();
  const log = page.getByRole('log');
  await expect(log.getByText('Bom dia! Vocês fazem o cardápio?')).toBeVisible();
  await expect(log.getByText('Segue a proposta')).toBeVisible();
  await expect(log.getByText('Não veio na exportação da conversa.')).toBeVisible();
  await expect(log.getByRole('img', { name: /Imagem de Maria Souza/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('status').first()).toHaveText('Desfeito');
  await page.getByRole('link', { name: 'Importações' }).first().click();
  await expect(page.getByRole('row', { name: /Maria Souza\.zip Desfeito/ })).toBeVisible();
});

test('the chat of a group goes into its conversation, on a phone', async ({ page, team }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team, { name: 'Atendimento' });
  const at = `/api/panel/teams/${team.slug}/inboxes/${inbox}/groups`;
  const set = await page.request.put(started().origin + at, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { groups: 'show' },
  });
  expect(set.ok(), await set.text()).toBe(true);
  for (const group_name of ['Obra da loja', 'Site novo'])
    await post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
      ...{ from: '5511987654321', name: 'Rui', text: 'Oi', group_name },
    });
  await page.goto(`${started().origin}/t/${team.slug}/settings/imports`);
  await page.getByLabel('Arquivo para importar').setInputFiles({
    name: 'Grupo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`05/10/2026 14:33 - Rui: Bom dia
05/10/2026 14:34 - Ana: Bom dia
25/10/2026 14:35 - Agência Norte: Bom dia
`),
  });
  await page.getByLabel('Agência Norte (1 mensagem)').check();
  await chooseOption(page.getByLabel('Grupo'), 'Obra da loja');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Importar 3 mensagens' }).click();
  await page.getByRole('link', { name: 'Abrir a conversa' }).click();
  const log = page.getByRole('log');
  await expect(log.getByText('Ana', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Obra da loja' })).toBeVisible();
});
