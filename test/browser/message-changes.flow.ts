import type { Page } from '@playwright/test';
import { beginConversation, makeInbox } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Edits of sent messages, and messages taken back for everyone. */

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const messageIn = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text });

async function open(page: Page, team: BrowserTeam, phone?: string): Promise<void> {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const admin = await page.context().browser()?.newPage();
  if (!admin) throw new Error('no browser');
  await team.enter(admin, await team.add('Rui Prado', 'owner'));
  const inbox = await makeInbox(admin, team);
  await admin.close();
  const id = await beginConversation(team, inbox, phone);
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  await page.getByRole('textbox', { name: 'Resposta para o contato' }).fill('Custa R$ 100');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(messageIn(page, 'Custa R$ 100')).toContainText(/enviada|entregue|lida/);
}

const act = async (page: Page, text: string, action: string) => {
  const message = messageIn(page, text);
  await message.hover();
  await message.getByRole('button', { name: /^Ações da mensagem/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a message is edited and taken back; earlier texts stay within reach', async ({
  page,
  team,
}) => {
  await open(page, team);
  // The message of the API is by another author.
  await messageIn(page, 'Bom dia!').hover();
  await messageIn(page, 'Bom dia!')
    .getByRole('button', { name: /^Ações da mensagem/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Detalhes' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Editar mensagem' })).toBeHidden();
  await expect(page.getByRole('menuitem', { name: 'Apagar para todos' })).toBeHidden();
  await page.keyboard.press('Escape');

  await act(page, 'Custa R$ 100', 'Editar mensagem');
  const field = page.getByRole('textbox', { name: 'Novo texto da mensagem' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await act(page, 'Custa R$ 100', 'Editar mensagem');
  await field.fill('Custa R$ 90');
  await field.press('Enter');
  await expect(field).toBeHidden();
  const edited = messageIn(page, 'Custa R$ 90');
  await expect(edited).toContainText('editada');
  await expect(edited).toContainText('Original: Custa R$ 100');

  await act(page, 'Custa R$ 90', 'Apagar para todos');
  const dialog = page.getByRole('dialog', { name: 'Apagar para todos' });
  await dialog.getByRole('button', { name: 'Apagar para todos' }).click();
  await expect(dialog).toBeHidden();
  const gone = 'Mensagem apagada por você.';
  await expect(messageIn(page, gone)).toBeVisible();
  await expect(log(page)).not.toContainText('Custa R$ 90');
  await page.reload();
  await act(page, gone, 'Detalhes');
  await expect(page.getByRole('dialog')).toContainText('Custa R$ 90');
});

test('a change that the gateway refuses says so, until it is dismissed', async ({ page, team }) => {
  await open(page, team, '5511987650005');
  await act(page, 'Custa R$ 100', 'Editar mensagem');
  await page.getByRole('textbox', { name: 'Novo texto da mensagem' }).fill('Custa R$ 90');
  await page.getByRole('button', { name: 'Salvar edição' }).click();
  const message = messageIn(page, 'Custa R$ 100');
  await expect(message).toContainText('Não foi editada. O gateway recusou o pedido.');
  await expect(message).toContainText('Novo texto: Custa R$ 90');
  await page.reload();
  await message.getByRole('button', { name: 'Dispensar aviso' }).click();
  await expect(message).not.toContainText('Não foi editada.');
});
