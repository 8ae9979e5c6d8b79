import { beginConversation, makeInbox, post } from './panel-api.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Blocking a contact: from the menu of the conversation, with undo; its messages alert no one, and it is found by a filter. */

test('a contact is blocked, writes without being noticed, is found by the filter and unblocked', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Souza', 'owner'));
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox);
  const writes = (text: string) =>
    post(page, team, `/inboxes/${inbox}/sandbox-messages`, { from: '5511987654321', text });
  await writes('Compre já');
  const address = `${started().origin}/t/${team.slug}/conversations`;
  await page.goto(`${address}/${id}?view=all`);
  const log = page.getByRole('log');
  await expect(log.getByText('Compre já')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Mais ações da conversa' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Bloquear contato' }).click();
  await expect(log.getByText('Você bloqueou a conversa')).toBeVisible();
  const composer = page.getByRole('region', { name: 'Escrever' });
  await expect(composer).toContainText('Este contato está bloqueado nesta caixa');
  await expect(page.getByRole('textbox', { name: 'Resposta para o contato' })).toBeHidden();
  // Notes still work.
  await composer.getByRole('button', { name: 'Nota', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Nota para a equipe' })).toBeVisible();
  await composer.getByRole('button', { name: 'Resposta', exact: true }).click();
  // Undo opens it again, as it was.
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('textbox', { name: 'Resposta para o contato' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Bloquear contato' }).click();
  await expect(composer).toContainText('Este contato está bloqueado');
  // Elsewhere, its next message shows nowhere.
  await page.goto(address);
  await writes('Última chance');
  const list = page.getByRole('region', { name: 'Lista de conversas' });
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByRole('checkbox', { name: 'Bloqueadas ou silenciadas' }).check();
  await page.keyboard.press('Escape');
  const row = list.getByRole('link').filter({ hasText: 'Última chance' });
  await expect(row).toContainText('Bloqueado');
  await expect(page).toHaveTitle(/^(?!\(1\))/);
  await row.click();
  await expect(log.getByText('Última chance')).toBeVisible();
  await composer.getByRole('button', { name: 'Desbloquear' }).click();
  // The first one was the undo.
  await expect(log.getByText('Você desbloqueou a conversa')).toHaveCount(2);
  await writes('Desculpe');
  await expect(page.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible();
});
