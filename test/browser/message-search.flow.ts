import { v7 as uuidv7 } from 'uuid';
import { platformStatement } from '#server/db/statement.ts';
import { post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Search in messages: in the palette, in the list of conversations, and within one. */

const addInbox = platformStatement(`
  insert into inboxes (team_id, id, name, type, gateway)
  select id, $inbox::uuid, 'Atendimento', 'session', 'sandbox' from teams where slug = $slug`);

/** Messages of the past, one a day; every hundredth speaks of the budget. */
const fill = platformStatement(`
  insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status, created_at)
  select c.team_id, uuid7(), c.id, c.inbox_id, 'x', 'n' || i, 'incoming', 'text',
    case when i % 100 = 0 then 'Orçamento número ' || i else 'Mensagem ' || i end, 'received', now() - (1001 - i) * interval '1 day'
  from conversations c, generate_series(1, 1000) i where c.id = $conversation::uuid`);

test('a message is found in the palette, in the list and in its conversation, and a day is reached', async ({
  page,
  team,
  database: {
    database: { platform },
  },
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = uuidv7();
  await platform.run(addInbox, { inbox, slug: team.slug });
  const receive = async (from: string, name: string, text: string) => {
    const path = `/inboxes/${inbox}/sandbox-messages`;
    const data = { from, name, text };
    return (await post<{ conversation_id: string }>(page, team, path, data)).conversation_id;
  };
  const conversation = await receive('5511987654321', 'Ana Ribeiro', 'Bom dia');
  await platform.run(fill, { conversation });
  await receive('5511987654322', 'Orçamento Bruno', 'A arte do cardápio ficou pronta');
  const thread = page.getByRole('log', { name: 'Mensagens' });
  const message = (text: string) => thread.getByRole('article').filter({ hasText: text });

  // The palette: words in any case and without accents, with the day, leading to the message.
  await page.goto(`/t/${team.slug}`);
  await page.getByRole('button', { name: 'Buscar' }).first().click();
  const palette = page.getByRole('dialog', { name: 'Buscar e executar' });
  await palette.getByRole('combobox').fill('CARDAPIO');
  const hit = palette.getByRole('group', { name: 'Mensagens' }).getByRole('option');
  await expect(hit).toHaveText(/Orçamento Bruno\s*hoje · A arte do cardápio ficou pronta/);
  await hit.click();
  await expect(message('A arte do cardápio')).toBeVisible();

  // The list: conversations by name, and below them messages with the words marked.
  await page.goto(`/t/${team.slug}/conversations?view=all`);
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('orcamento num');
  const hits = page.getByRole('region', { name: 'Mensagens' });
  await expect(hits.getByRole('link')).toHaveCount(10);
  await expect(hits.getByRole('link').first()).toContainText('Orçamento número 1000');
  await expect(hits.locator('mark').first()).toHaveText('Orçamento');
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('orcamento');
  await expect(
    page.getByRole('list', { name: 'Lista de conversas' }).getByRole('listitem'),
  ).toHaveCount(1);
  await expect(hits.getByRole('link')).toHaveCount(10);
  await hits.getByRole('link', { name: /número 300/ }).click();
  await expect(message('Orçamento número 300')).toBeVisible();

  // Within the conversation: Ctrl F, the older and the newer ones, and back.
  const answer = page.getByRole('textbox', { name: /Resposta|Responder|Mensagem/ }).first();
  await answer.focus();
  await page.keyboard.press('Control+f');
  const search = page.getByRole('search', { name: 'Buscar na conversa' });
  const field = search.getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('orçamento');
  await expect(search.getByRole('status')).toHaveText('1 de 10');
  await expect(field).toBeFocused();
  await expect(message('Orçamento número 1000')).toBeVisible();
  await field.press('Enter');
  await field.press('Enter');
  await expect(search.getByRole('status')).toHaveText('3 de 10');
  await expect(message('Orçamento número 800')).toBeVisible();
  await field.press('Shift+Enter');
  await expect(message('Orçamento número 900')).toBeVisible();
  // Fast steps end at the last one, however slow the responses to the first are.
  await field.fill('');
  await field.fill('orçamento');
  await expect(message('Orçamento número 1000')).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  let isFirst = true;
  await page.route('**/thread?*around=*', async (route) => {
    const isHeld = isFirst;
    isFirst = false;
    if (isHeld) await released;
    await route.continue().catch(() => {});
  });
  for (let n = 0; n < 6; n += 1) await field.press('Enter');
  await expect(search.getByRole('status')).toHaveText('7 de 10');
  await expect(message('Orçamento número 400')).toBeVisible();
  release();
  await expect(message('Orçamento número 400')).toBeVisible();
  await expect(page.getByText('Essa mensagem não está nesta conversa.')).toHaveCount(0);
  await page.unroute('**/thread?*around=*');
  const older = search.getByRole('button', { name: 'Resultado mais antigo' });
  await older.focus();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('Enter');
  await expect(search.getByRole('status')).toHaveText('10 de 10');
  await expect(older).toBeFocused();

  // A failed search says so, and is repeated.
  await page.route('**/message-hits?*', (route) => route.abort());
  await field.fill('cardapio');
  await expect(search.getByRole('alert')).toBeVisible();
  await expect(search.getByRole('status')).toHaveText('');
  await page.unroute('**/message-hits?*');
  await field.fill('mensagem 999');
  await expect(search.getByRole('status')).toHaveText('1 de 1');
  await answer.focus();
  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
  await field.fill('inexistente');
  await expect(search.getByRole('status')).toHaveText('Nada encontrado');

  // A day of the past, and one before the first message.
  const [day, month, year] = new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
  })
    .format(Date.now() - 600 * 86_400_000)
    .split('/');
  const to = search.getByLabel('Ir para o dia');
  await to.fill(`${day}/${month}/${year}`);
  await to.press('Tab');
  await expect(message('Mensagem 40')).not.toHaveCount(0);
  await older.focus();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(answer).toBeFocused();
});
