import { readFile } from 'node:fs/promises';
import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* A filtered list is exported from its display menu, and downloaded from the settings; an owner exports the whole team. */

const folder = process.env.PICTURES;

test('a filtered list is exported, downloaded and deleted', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  for (const [n, name] of ['Ana Souza', 'Bia Lima', 'Caio Reis'].entries())
    await team.api('POST', '/msgapp/contacts', {
      phone: `551198765432${n}`,
      custom_name: name,
      tags: n < 2 ? ['vip'] : [],
    });
  await page.goto(`${started().origin}/t/${team.slug}/contacts?tag=vip`);
  await expect(page.getByRole('row', { name: /Bia Lima/ })).toBeVisible();
  await page.getByRole('button', { name: 'Exibição', exact: true }).click();
  const open = page.getByRole('button', { name: 'Exportar…' });
  await expect(open).toBeVisible();
  if (folder) await page.screenshot({ path: `${folder}/menu.png` });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Exportar contatos' });
  await expect(dialog.getByText('2 contatos, com os filtros e a ordem da lista.')).toBeVisible();
  await chooseOption(dialog.getByLabel('Formato'), 'CSV para planilhas (.csv)');
  if (folder) await page.screenshot({ path: `${folder}/dialog.png` });
  await dialog.getByRole('button', { name: 'Exportar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Exportações', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Pronto, até/)).toBeVisible();
  if (folder)
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 360]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: `${folder}/page-${scheme}-${width}.png` });
      }
  await page.setViewportSize({ width: 1280, height: 800 });
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar Contatos (.csv)' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^Contatos \d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Telefone;Nome;');
  expect(text).toContain('Ana Souza');
  expect(text).not.toContain('Caio Reis');
  await page.getByRole('button', { name: 'Excluir Contatos (.csv)' }).click();
  await expect(page.getByText('Nenhuma exportação nas últimas 24 horas.')).toBeVisible();
});

test('boards are exported with their filters', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  for (const title of ['Site novo', 'Campanha']) await team.api('POST', '/deals', { title });
  for (const [path, name] of [
    ['deals', 'Exportar negócios'],
    ['tasks', 'Exportar tarefas'],
  ] as const) {
    if (path === 'tasks') {
      const project = await team.api('POST', '/projects', { name: 'Site' });
      await team.api('POST', '/tasks', { title: 'Arte', project_id: project.id });
    }
    await page.goto(`${started().origin}/t/${team.slug}/${path}`);
    await page.getByRole('button', { name: 'Exibição', exact: true }).click();
    await page.getByRole('button', { name: 'Exportar…' }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByText('Tudo o que o quadro mostra')).toBeVisible();
    await expect(dialog.getByLabel('Colunas')).toHaveCount(0);
    if (folder) await page.screenshot({ path: `${folder}/board-${path}.png` });
    await dialog.getByRole('button', { name: 'Exportar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Exportações', level: 1 })).toBeVisible();
  }
});

test('an owner exports the whole team', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner', 'en'));
  await page.goto(`${started().origin}/t/${team.slug}/settings/exports`);
  await page.getByRole('button', { name: 'Export team' }).click();
  await expect(page.getByText(/^Ready, until/)).toBeVisible();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Whole team (.zip)' }).click();
  expect((await waiting).suggestedFilename()).toContain(team.slug);
  if (folder) await page.screenshot({ path: `${folder}/team-en.png` });
});
