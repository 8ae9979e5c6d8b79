import { makeInbox, post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Automatic distribution of an inbox, and the availability of a member. */

test('a conversation goes to who is in, who is notified; who is away receives none', async ({
  page,
  team,
  browser,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const inbox = await makeInbox(page, team, { name: 'Atendimento' });
  const ana = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await team.enter(ana, await team.add('Ana Reis', 'member'));
  await ana.goto(`/t/${team.slug}/conversations?view=mine`);

  await page.goto(`/t/${team.slug}/settings/inboxes/${inbox}/settings`);
  await page.getByRole('combobox', { name: 'Distribuir conversas' }).click();
  await page.getByRole('option', { name: 'Em rodízio' }).click();
  await post(page, team, '/squads', { name: 'Plantão' });
  const squad = page.getByRole('combobox', { name: 'Só para o squad' });
  await squad.fill('plan');
  await page.getByRole('option', { name: 'Plantão' }).click();
  await page.getByLabel('Máximo de conversas abertas por pessoa').fill('5');
  await page.getByRole('button', { name: 'Salvar distribuição' }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();

  await expect(page.getByText('Ninguém recebe agora.')).toBeVisible();
  await squad.fill('');
  await squad.blur();
  await page.getByRole('button', { name: 'Salvar distribuição' }).click();

  const account = page.getByRole('button', { name: 'Minha conta' });
  await account.click();
  await page.getByRole('menuitem', { name: 'Ficar ausente' }).click();
  await expect(account).toContainText('Ausente');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Recebem agora: Ana Reis.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel('Máximo de conversas abertas por pessoa')).toHaveValue('5');

  await post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
    from: '5511987650001',
    name: 'Padaria Sol',
    text: 'Oi, tem horário hoje?',
  });
  await ana.getByRole('link', { name: /Padaria Sol/ }).click();
  await expect(ana.getByText('O Pauta atribuiu a conversa a você')).toBeVisible();
  await ana.getByRole('button', { name: /Notificações/ }).click();
  await expect(ana.getByText('Agora é com você: Padaria Sol')).toBeVisible();

  // The change can be undone.
  await account.click();
  await page.getByRole('menuitem', { name: 'Ficar disponível' }).click();
  await expect(account).not.toContainText('Ausente');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(account).toContainText('Ausente');
  await ana.context().close();
});
