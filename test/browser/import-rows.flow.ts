import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  googleContacts,
  type ImportFile,
  picture,
  pipedrive,
  spreadsheet,
  trello,
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

const status = (page: Page) => page.getByRole('status').first();

/** Checks the mapping as it is, and applies it. */
async function checkAndApply(page: Page, rows: string) {
  await page.getByRole('button', { name: 'Conferir tudo' }).click();
  await page.getByRole('button', { name: `Importar ${rows}`, exact: true }).click();
  await expect(status(page)).toHaveText('Importado');
}

async function undo(page: Page) {
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click();
  await expect(status(page)).toHaveText('Desfeito');
}

/** The number of an outcome. */
const outcome = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=../dd');

test('deals of Pipedrive are imported without a change of the mapping, while another tab follows', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const phases = await page.request.put(
    `${started().origin}/api/panel/teams/${team.slug}/settings`,
    {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: {
        ...{ deal_phases: ['Lead', 'Proposta', 'Ganho', 'Perdido'] },
        ...{ won_phases: ['Ganho'], lost_phases: ['Perdido'] },
      },
    },
  );
  expect(phases.ok(), await phases.text()).toBe(true);
  await openImports(page, team);
  await upload(page, pipedrive);
  await expect(page.getByText('Negócios do Pipedrive')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(status(second)).toHaveText('Falta relacionar as colunas');
  await page.getByRole('button', { name: 'Conferir tudo' }).click();
  await expect(page.getByRole('heading', { name: 'O que vai acontecer' })).toBeVisible();
  await expect(outcome(page, 'Novas')).toHaveText('3');
  await expect(outcome(page, 'Recusadas')).toHaveText('1');
  await expect(page.getByRole('row', { name: /Não é um número/ })).toContainText('oito mil');
  await page.reload();
  // Back to the columns, and again forward.
  await page.getByRole('button', { name: 'Mudar as colunas' }).click();
  await page.getByRole('button', { name: 'Conferir de novo' }).click();
  await expect(second.getByRole('button', { name: 'Importar 3 linhas' })).toBeVisible();
  await page.getByRole('button', { name: 'Importar 3 linhas' }).click();
  await expect(status(second)).toHaveText('Importado');
  await expect(second.getByText('criou 3')).toBeVisible();
  await page.getByRole('link', { name: 'Ver Negócios' }).click();
  await expect(page.getByText('Site da Padaria Aurora')).toBeVisible();
  await second.getByRole('link', { name: 'Ver Clientes' }).click();
  const client = await second.getByRole('link', { name: 'Mercado Sol' }).getAttribute('href');
  const noted = await page.request.put(
    `${started().origin}/api/panel/teams/${team.slug}/clients/${client?.split('/').at(-1)}`,
    { headers: { 'sec-fetch-site': 'same-origin' }, data: { notes: 'Pede nota fiscal' } },
  );
  expect(noted.ok(), await noted.text()).toBe(true);
  await second.close();
  await page.goBack();
  await undo(page);
  const left = page.getByRole('row', { name: /Mercado Sol/ });
  await expect(left).toContainText('Alguém mudou depois.');
});

test('a board of Trello becomes a project on a phone', async ({ page, team }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await openImports(page, team);
  await upload(page, trello);
  await expect(page.getByText('falta 1 comentário neste arquivo')).toBeVisible();
  await expect(page.getByLabel('Destino da coluna pos')).toHaveText('Não importar');
  const first = page.getByRole('listitem').filter({ hasText: 'Linha 1' });
  await expect(first).not.toContainText('pos: 1');
  await expect(first).toContainText('15/12/2026');
  await checkAndApply(page, '3 linhas');
  await page.getByRole('link', { name: 'Ver Tarefas' }).click();
  await expect(page.getByText('Fotografar a vitrine')).toBeVisible();
  await page.goBack();
  await undo(page);
  await page.goto(`${started().origin}/t/${team.slug}/tasks?view=list`);
  await expect(page.getByText('Nenhuma tarefa a fazer')).toBeVisible();
});

test('contacts of Google are imported, and the same file again changes nothing', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await openImports(page, team);
  await upload(page, googleContacts);
  await checkAndApply(page, '2 linhas');
  await expect(page.getByRole('row', { name: /Falta um valor obrigatório/ })).toContainText(
    'Telefone',
  );
  await page.getByRole('link', { name: 'Ver Contatos' }).click();
  await expect(page.getByText('Joana Prado')).toBeVisible();
  await page.goto(`${started().origin}/t/${team.slug}/settings/imports`);
  await upload(page, googleContacts);
  await page.getByRole('button', { name: 'Conferir tudo' }).click();
  await expect(page.getByText('Não há nada a importar')).toBeVisible();
  await expect(outcome(page, 'Sem mudança')).toHaveText('2');
});

test('refused rows are downloaded, mended and imported', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await openImports(page, team);
  await upload(page, spreadsheet);
  await checkAndApply(page, '1 linha');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar linhas recusadas' }).click(),
  ]);
  const refused = readFileSync(await download.path(), 'utf8');
  expect(refused).toContain('9876-5432');
  await page.goto(`${started().origin}/t/${team.slug}/settings/imports`);
  await upload(page, {
    ...{ name: 'recusadas.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(
      refused.replace('9876-5432', '(21) 99876-5432').replace('5,51E+12', '31998761234'),
    ),
  });
  await page.getByRole('button', { name: 'Conferir tudo' }).click();
  await expect(page.getByRole('alert')).toHaveText('Responda antes às perguntas sobre o arquivo.');
  await page.getByRole('radio', { name: 'Contato' }).check();
  await checkAndApply(page, '2 linhas');
});

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
