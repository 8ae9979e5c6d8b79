import { beginConversation, makeInbox } from './panel-api.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Mentions of colleagues in notes: offered while typing, shown in the note, and announced to the colleague. */

test('a colleague who is mentioned in a note is notified and finds it', async ({
  page,
  team,
  browser,
}) => {
  const [ana, bia] = [await team.add('Ana Souza', 'owner'), await team.add('Bia Reis', 'member')];
  await team.enter(page, ana);
  const id = await beginConversation(team, await makeInbox(page, team));
  const context = await browser.newContext({ locale: 'pt-BR' });
  const second = await context.newPage();
  await team.enter(second, bia);
  await second.goto(`${started().origin}/t/${team.slug}/tasks`);
  await page.goto(`${started().origin}/t/${team.slug}/conversations/${id}`);
  const composer = page.getByRole('region', { name: 'Escrever' });
  await composer.getByRole('button', { name: 'Nota', exact: true }).click();
  const note = page.getByRole('textbox', { name: 'Nota para a equipe' });
  await note.pressSequentially('@bi');
  await expect(composer.getByRole('option', { name: 'Bia Reis' })).toBeVisible();
  // Enter takes the name, and only then saves the note.
  await note.press('Enter');
  await expect(note).toHaveValue('@Bia Reis ');
  await note.pressSequentially('consegue ver?');
  await note.press('Enter');
  const log = page.getByRole('log');
  await expect(log.locator('strong', { hasText: '@Bia Reis' })).toBeVisible();
  await expect(note).toHaveValue('');
  // Editing offers names too, and keeps what was mentioned.
  await log.getByRole('article', { name: /Nota/ }).getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const edited = log.getByRole('textbox');
  await expect(edited).toBeFocused();
  await edited.press('End');
  await edited.pressSequentially(' Hoje.');
  await edited.press('Control+Enter');
  await expect(log.getByText('consegue ver? Hoje.')).toBeVisible();
  await expect(log.locator('strong', { hasText: '@Bia Reis' })).toBeVisible();
  // The colleague has one notification, which leads to the note.
  await second.getByRole('button', { name: /Notificações/ }).click();
  const list = second.getByRole('list', { name: 'Notificações' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('Ana Souza mencionou você em');
  await expect(list).toContainText('@Bia Reis consegue ver? Hoje.');
  await list.getByRole('link').click();
  await expect(second.getByRole('log').getByText('consegue ver? Hoje.')).toBeVisible();
  await context.close();
});

test('a note takes files, apart from those of the answer, and shows them to colleagues', async ({
  page,
  team,
  browser,
}) => {
  const [ana, bia] = [await team.add('Ana Souza', 'owner'), await team.add('Bia Reis', 'member')];
  await team.enter(page, ana);
  const id = await beginConversation(team, await makeInbox(page, team));
  const address = `${started().origin}/t/${team.slug}/conversations/${id}`;
  await page.goto(address);
  const composer = page.getByRole('region', { name: 'Escrever' });
  const files = composer.getByRole('list', { name: 'Anexos' });
  const attach = (name: string, mimeType: string, buffer: Buffer) =>
    composer.getByLabel('Anexar arquivo').last().setInputFiles({ name, mimeType, buffer });
  await attach('proposta.pdf', 'application/pdf', Buffer.from('%PDF-1.7 proposta'));
  await expect(files).toContainText('proposta.pdf');
  await composer.getByRole('button', { name: 'Nota', exact: true }).click();
  // The file of the answer is not one of the note.
  await expect(files).toBeHidden();
  await attach('contrato.pdf', 'application/pdf', Buffer.from('%PDF-1.7 contrato'));
  await attach('tela.png', 'image/png', Buffer.from(await page.screenshot()));
  await expect(files.getByText('pronto')).toHaveCount(2);
  // A note may have files only.
  await composer.getByRole('button', { name: 'Salvar nota' }).click();
  const log = page.getByRole('log');
  const note = log.getByRole('article', { name: /Nota/ });
  await expect(note.getByRole('link', { name: 'Baixar contrato.pdf' })).toBeVisible();
  await expect(files).toBeHidden();
  await composer.getByRole('button', { name: 'Resposta', exact: true }).click();
  await expect(files).toContainText('proposta.pdf');
  await expect(files).not.toContainText('contrato.pdf');
  const context = await browser.newContext({ locale: 'pt-BR' });
  const second = await context.newPage();
  await team.enter(second, bia);
  await second.goto(address);
  const seen = second.getByRole('log').getByRole('article', { name: /Nota/ });
  await expect(seen.getByRole('img', { name: 'tela.png' })).toBeVisible();
  const [saved] = await Promise.all([
    second.waitForEvent('download'),
    seen.getByRole('link', { name: 'Baixar contrato.pdf' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('contrato.pdf');
  await context.close();
});
