import { post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* The phone on the page of a sandbox: an admin writes as a contact, and sees the team's answer. */

test('what is written on the phone of a contact arrives in the conversation, starts a workflow, and answers appear on it', async ({
  page,
  team,
}) => {
  const owner = await team.add('Marina Lopes', 'owner');
  await team.enter(page, owner);
  await page.goto(`/t/${team.slug}/settings/inboxes`);
  await page.getByRole('main').getByRole('link', { name: 'Conectar caixa' }).click();
  await page.getByRole('link', { name: 'Criar caixa simulada' }).click();
  await page.getByLabel('Nome da caixa').fill('Treino');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Concluir' }).click();

  const definition = {
    name: 'Responder na hora',
    trigger: { type: 'conversation_received' },
    steps: [
      {
        type: 'send_message',
        with: { conversation_id: '{{conversation.id}}', content: 'Já vamos atender você.' },
      },
    ],
  };
  await post(page, team, '/workflows', { definition });
  await expect(page.getByText('Escreva a primeira mensagem.')).toBeVisible();
  await page.getByLabel('Nome do contato').fill('Padaria da Esquina');
  await page.getByLabel('Mensagem do contato').fill('Oi! Vocês fazem *cardápio*?');
  await page.keyboard.press('Enter');
  const messages = page.getByRole('list', { name: 'Mensagens neste celular' });
  await expect(messages.getByRole('listitem')).toHaveText([
    'Equipe: Já vamos atender você.',
    'Contato: Oi! Vocês fazem cardápio?',
  ]);

  await page.getByRole('link', { name: 'Ver a conversa na equipe' }).click();
  await expect(page.getByRole('heading', { name: 'Padaria da Esquina' })).toBeVisible();
  await expect(page.getByText('Já vamos atender você.').first()).toBeVisible();
});
