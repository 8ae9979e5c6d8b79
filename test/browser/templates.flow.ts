import { beginConversation, makeInbox } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Templates of official numbers, with a file in the header and a value in the URL of a button. */

const pdf = {
  name: 'orcamento.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 orcamento'),
};

test('a template gets its file and the end of a URL, shows how it will look, and is sent or scheduled', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const id = await beginConversation(team, await makeInbox(page, team, { type: 'cloud' }));
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  const dialog = page.getByRole('dialog');
  const composer = page.getByRole('region', { name: 'Escrever' });
  const log = page.getByRole('log', { name: 'Mensagens' });
  const fill = async (name: string) => {
    await composer.getByRole('button', { name: 'Enviar um modelo aprovado' }).click();
    await dialog.getByRole('button', { name: /orcamento/ }).click();
    await dialog.getByLabel('Valor de {{1}}').fill(name);
    await dialog.getByLabel('Final do endereço do botão “Aprovar”').fill('42');
    await dialog.getByLabel('Documento do cabeçalho').setInputFiles(pdf);
  };

  await fill('Ana');
  const preview = dialog.getByRole('figure');
  await expect(preview).toContainText('orcamento.pdf');
  await expect(preview).toContainText('Oi, Ana! Segue o orçamento.');
  await expect(preview).toContainText('https://agencia.example/orcamentos/42');
  await expect(dialog.getByRole('button', { name: 'Enviar modelo depois' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Enviar modelo', exact: true }).click();
  await expect(dialog).toBeHidden();
  const sent = log.getByRole('article').filter({ hasText: 'Oi, Ana!' });
  await expect(sent).toContainText('orcamento.pdf');
  await expect(sent).toContainText(/enviada|entregue|lida/);

  await fill('Bia');
  await dialog.getByRole('button', { name: 'Enviar modelo depois' }).click();
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  const list = page.getByRole('list', { name: 'Mensagens agendadas' });
  await expect(list).toContainText('Oi, Bia! Segue o orçamento.');
  await list.getByRole('button', { name: /^Ações da mensagem agendada/ }).click();
  await page.getByRole('menuitem', { name: 'Enviar agora' }).click();
  await expect(log.getByRole('article').filter({ hasText: 'Oi, Bia!' })).toContainText(
    'orcamento.pdf',
  );
});

test('a file that the network does not take is refused before it is uploaded', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const id = await beginConversation(team, await makeInbox(page, team, { type: 'cloud' }));
  await page.goto(`/t/${team.slug}/conversations/${id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Enviar um modelo aprovado' }).click();
  await dialog.getByRole('button', { name: /novidade/ }).click();
  await dialog.getByLabel('Imagem do cabeçalho').setInputFiles(pdf);
  await expect(dialog.getByRole('alert')).toHaveText(
    'A rede aceita imagens JPEG ou PNG de até 5 MB.',
  );
  await expect(dialog.getByRole('button', { name: 'Enviar modelo depois' })).toBeDisabled();
});
