import { beginConversation, makeInbox, post } from './panel-api.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Labels of conversations: created and set in the sidebar, seen in the rows and the thread, filtered by, and managed in the settings. */

test('a conversation is labelled from the keyboard, found by its label, and seen by a colleague, in both languages', async ({
  page,
  team,
  browser,
}) => {
  const [ana, bia] = [
    await team.add('Ana Souza', 'owner'),
    await team.add('Bia Reis', 'member', 'en'),
  ];
  await team.enter(page, ana);
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox);
  await post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
    from: '5511987650099',
    name: 'Carla Dias',
    text: 'Oi',
  });
  const address = `${started().origin}/t/${team.slug}/conversations`;
  const context = await browser.newContext({ locale: 'en' });
  const second = await context.newPage();
  await team.enter(second, bia);
  await second.goto(`${address}/${id}?view=all`);
  await expect(second.getByRole('log').getByText('Bom dia!', { exact: true })).toBeVisible();

  await page.goto(`${address}/${id}?view=all`);
  await expect(page.getByRole('log').getByText('Bom dia!', { exact: true })).toBeVisible();
  await page.keyboard.press('l');
  const field = page.getByRole('combobox', { name: 'Pôr etiqueta' });
  await field.fill('Orçamento');
  await page.getByRole('option', { name: 'Criar a etiqueta “Orçamento”' }).click();
  const log = page.getByRole('log');
  await expect(log.getByText('Você pôs Orçamento nas etiquetas')).toBeVisible();
  await field.fill('Urgente');
  await field.press('Enter');
  await expect(log.getByText('Você pôs Urgente nas etiquetas')).toBeVisible();
  // The same name in other letters is the same label.
  await field.fill('orcamento');
  await expect(page.getByRole('option')).toHaveText(['Orçamento']);
  await field.press('Escape');

  const list = (of: typeof page) =>
    of.getByRole('region', { name: /Lista de conversas|List of conversations/ });
  await expect(second.getByText('Ana Souza added Urgente to the labels')).toBeVisible();
  await expect(
    list(second)
      .getByRole('link')
      .filter({ hasText: /Orçamento/ }),
  ).toHaveCount(1);

  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByRole('button', { name: 'Urgente', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(list(page).getByRole('link', { name: /Carla Dias/ })).toHaveCount(0);
  await expect(list(page).getByRole('button', { name: /^Todas/ })).toHaveText(/1$/);
  await expect(list(page).getByRole('button', { name: 'Tirar o filtro: Urgente' })).toBeVisible();

  await page.getByRole('button', { name: 'Remover Urgente' }).click();
  await expect(log.getByText('Você tirou Urgente das etiquetas')).toBeVisible();
  await expect(list(page).getByRole('button', { name: /^Todas/ })).toHaveText(/0$/);
  await page.keyboard.press('Control+z');
  await expect(list(page).getByRole('button', { name: /^Todas/ })).toHaveText(/1$/);

  await page.goto(`/t/${team.slug}/settings/labels`);
  await page.getByRole('button', { name: 'Nova etiqueta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Etiqueta' }).fill('URGENTE');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('A equipe já tem uma etiqueta com este nome.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ações para Urgente' }).click();
  await page.getByRole('menuitem', { name: 'Editar etiqueta' }).click();
  await dialog.getByRole('textbox', { name: 'Etiqueta' }).fill('Para hoje');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(list(second).getByText('Para hoje')).toBeVisible();
  await page.getByRole('button', { name: 'Ações para Para hoje' }).click();
  await page.getByRole('menuitem', { name: 'Excluir etiqueta' }).click();
  await dialog.getByRole('button', { name: 'Excluir etiqueta' }).click();
  await expect(list(second).getByText('Para hoje')).toHaveCount(0);
  await context.close();
});
