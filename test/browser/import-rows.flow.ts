import type { Page } from '@playwright/test';
import {
  googleContacts,
  type ImportFile,
  picture,
  pipedrive,
  spreadsheet,
} from './import-files.ts';
import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Tables of other products are brought in from the settings: how the file was read, the fields of its columns, a check, the report, and undoing it. */

const openImports = async (page: Page, team: BrowserTeam) => {
  await page.goto(`${started().origin}/t/${team.slug}/settings/imports`);
  await expect(page.getByText('Nada importado ainda.')).toBeVisible();
};

const upload = (page: Page, file: ImportFile) =>
  page.getByLabel('Arquivo para importar').setInputFiles(file);

const samples = (page: Page) =>
  page.getByRole('region', { name: 'Como as primeiras linhas ficam' });

test('a changed mapping shows its samples, survives a reload, and another file is read in another way', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await openImports(page, team);
  await upload(page, spreadsheet);
  await expect(
    page.getByText('1 linha que não é registro ficou de fora: linha 7 (total).'),
  ).toBeVisible();
  await expect(samples(page).getByRole('row', { name: /Rui Barros/ })).toContainText(
    'Falta o DDD.',
  );
  await page.getByLabel('DDD dos telefones que vêm sem DDD').fill('21');
  await expect(samples(page).getByRole('row', { name: /Rui Barros/ })).not.toContainText(
    'Falta o DDD.',
  );
  await chooseOption(page.getByLabel('Criar também…'), 'Cliente');
  await chooseOption(page.getByLabel('Destino da coluna Nascimento'), 'Cliente: Nascimento');
  await chooseOption(page.getByLabel('Destino da coluna Nome'), 'Cliente: Nome');
  await expect(samples(page).getByRole('columnheader', { name: 'Cliente' })).toBeVisible();
  await expect(samples(page).getByRole('cell', { name: '03/04/1990' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Destino da coluna Nascimento')).toHaveText('Cliente: Nascimento');
  await expect(samples(page).getByRole('cell', { name: '03/04/1990' })).toBeVisible();
  await page.getByRole('button', { name: 'Corrigir a leitura' }).click();
  await page.getByLabel('Linha com os nomes das colunas').fill('4');
  await page.getByRole('button', { name: 'Ler de novo' }).click();
  await expect(page.getByText('Na linha 4')).toBeVisible();
  await expect(page.getByLabel('Destino da coluna Joana Prado')).toBeVisible();
});

test('a file that is a picture says so, and another one can be chosen', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await openImports(page, team);
  await upload(page, picture);
  await expect(page.getByRole('alert')).toHaveText('O arquivo é uma imagem (PNG), não uma tabela.');
  await upload(page, googleContacts);
  await expect(page.getByText('Google Contatos', { exact: true })).toBeVisible();
});

test('members do not see imports, and empty lists offer them to admins', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  for (const list of ['clients', 'contacts', 'deals', 'tasks']) {
    await page.goto(`${started().origin}/t/${team.slug}/${list}`);
    await page.getByRole('main').getByRole('link', { name: 'Importar' }).click();
    await expect(page.getByRole('heading', { name: 'Importações', exact: true })).toBeVisible();
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('importar');
  await page.getByRole('option', { name: 'Importar de outro sistema ou de uma planilha' }).click();
  await expect(page.getByRole('heading', { name: 'Importações', exact: true })).toBeVisible();
  await team.enter(page, await team.add('Caio Nunes', 'member'));
  await page.goto(`${started().origin}/t/${team.slug}/clients`);
  await expect(page.getByText('Nenhum cliente ainda')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Importar' })).toHaveCount(0);
});

test('a file is dropped', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await openImports(page, team);
  const text = pipedrive.buffer.toString();
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], 'deals.csv', { type: 'text/csv' }));
      return data;
    })()`,
  );
  const area = page.getByRole('region', { name: 'Enviar um arquivo' });
  await area.dispatchEvent('dragover', { dataTransfer: data });
  await expect(area).toContainText('Solte para enviar');
  await area.dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('Negócios do Pipedrive')).toBeVisible();
});
