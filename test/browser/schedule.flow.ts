import { beginConversation, makeInbox, post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Messages that are sent later. */

test('a message is scheduled, changed, sent now, and canceled, and colleagues see it', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox);
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  const field = page.getByRole('textbox', { name: 'Resposta para o contato' });
  const list = page.getByRole('list', { name: 'Mensagens agendadas' });
  const dialog = page.getByRole('dialog');

  await field.fill('A arte ficou pronta!');
  await page.getByRole('button', { name: 'Enviar depois' }).click();
  await expect(dialog).toContainText(/No fuso horário da equipe: \w+/);
  await dialog.getByRole('button', { name: /^Em uma hora/ }).click();
  await dialog.getByRole('checkbox', { name: 'Cancelar se o contato escrever antes' }).check();
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await expect(list.getByText('A arte ficou pronta!')).toBeVisible();
  await expect(list).toContainText('por você · cancela se o contato escrever');
  await expect(field).toHaveValue('');

  const menu = list.getByRole('button', { name: /^Ações da mensagem agendada/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Editar agendamento' }).click();
  await dialog.getByLabel('Texto da mensagem').fill('A arte ficou linda!');
  await dialog.getByRole('button', { name: 'Salvar agendamento' }).click();
  await expect(list.getByText('A arte ficou linda!')).toBeVisible();

  await post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
    from: '5511987654321',
    text: 'Conseguiu?',
  });
  await page.reload();
  await expect(list).toContainText('O contato escreveu: esta mensagem não será enviada.');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Enviar agora' }).click();
  await expect(list).toBeHidden();
  await expect(page.getByText('A arte ficou linda!')).toBeVisible();

  await field.fill('Até segunda!');
  await page.getByRole('button', { name: 'Enviar depois' }).click();
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await expect(list.getByText('Até segunda!')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Cancelar envio' }).click();
  await expect(list).toBeHidden();
});
