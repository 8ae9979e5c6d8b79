import { beginConversation, makeInbox } from './panel-api.ts';
import { expect, test } from './team.ts';

/* An inbox that only chosen people see. */

test('an admin chooses who sees an inbox; for the others it is gone, with its conversations', async ({
  page,
  team,
  browser,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const inbox = await makeInbox(page, team, { name: 'Diretoria' });
  await beginConversation(team, inbox);
  const [bia, caio] = [
    await team.add('Bia Reis', 'member'),
    await team.add('Caio Nunes', 'member'),
  ];
  const list = `/t/${team.slug}/conversations?view=all`;
  const readers = await Promise.all(
    [bia, caio].map(async (person) => {
      const reader = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
      await team.enter(reader, person);
      await reader.goto(list);
      await expect(reader.getByText('Bom dia!').first()).toBeVisible();
      return reader;
    }),
  );
  const [ofBia, ofCaio] = readers;
  if (!ofBia || !ofCaio) throw new Error('two people read');

  await page.goto(`/t/${team.slug}/settings/inboxes/${inbox}/settings`);
  const save = page.getByRole('button', { name: 'Salvar acesso' });
  await expect(save).toBeDisabled();
  await page.getByRole('combobox', { name: 'Acesso' }).click();
  await page.getByRole('option', { name: 'Só pessoas e squads escolhidos' }).click();
  await expect(page.getByText('Ninguém escolhido')).toBeVisible();
  await page.getByRole('combobox', { name: 'Adicionar pessoa' }).fill('bia');
  await page.getByRole('option', { name: 'Bia Reis' }).click();
  await expect(page.getByRole('list', { name: 'Pessoas' })).toContainText('Bia Reis');
  await save.click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();

  // Open screens follow.
  await expect(ofCaio.getByText('Bom dia!')).toHaveCount(0);
  await expect(ofBia.getByText('Bom dia!').first()).toBeVisible();
  await ofCaio.goto(`/t/${team.slug}/settings/inboxes`);
  await expect(ofCaio.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ofCaio.getByText('Diretoria')).toHaveCount(0);
  for (const reader of readers) await reader.context().close();
});
