import { readFile } from 'node:fs/promises';
import { expect, test } from './team.ts';

/* An owner reads a report: numbers open the records they count, the file is the table, and the chart is read by keyboard. */

test('numbers open their lists, the file equals the table, and arrow keys move through the chart', async ({
  page,
  team,
}) => {
  const ana = await team.add('Ana Prado', 'owner');
  const bia = await team.add('Bia Lima', 'member');
  const project = await team.api('POST', '/projects', { name: 'Site novo' });
  for (const [title, user] of [
    ['Página inicial', ana],
    ['Rodapé', ana],
    ['Contato', bia],
  ] as const) {
    const task = await team.api('POST', '/tasks', {
      ...{ title, project_id: project.id, assignee_ids: [user.userId] },
    });
    await team.api('PUT', `/tasks/${task.id}`, { completed_at: new Date().toISOString() });
  }
  await team.enter(page, ana);
  await page.goto(`/t/${team.slug}`);
  await page.getByRole('link', { name: 'Relatórios' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Tarefas/ })
    .click();
  await page.getByRole('combobox', { name: 'Mostrar por' }).click();
  await page.getByRole('option', { name: 'Pessoa' }).click();
  await expect(page).toHaveURL(/\/reports\/tasks\?by=person$/);

  const table = page.getByRole('table', { name: 'Tarefas' });
  const row = table.getByRole('row', { name: /^Ana Prado/ });
  await expect(row.getByRole('cell').first()).toHaveText('2');
  await expect(page.getByText('Tarefas concluídas no período.', { exact: true })).toBeVisible();

  const chart = page.getByRole('figure', { name: 'Tarefas: Concluídas, Atrasadas' });
  const ofAna = chart.getByRole('link', { name: /^Ana Prado: Concluídas 2, Atrasadas 0/ });
  await ofAna.focus();
  await page.keyboard.press('ArrowDown');
  await expect(chart.getByRole('link', { name: /^Bia Lima: Concluídas 1/ })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(ofAna).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Concluídas: Ana Prado');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('2 registros');
  const records = page.getByRole('main').getByRole('table');
  await expect(records.getByRole('link')).toHaveText(['Rodapé', 'Página inicial']);
  // The list has an address: it works cold.
  await page.reload();
  await records.getByRole('link', { name: 'Rodapé' }).click();
  await expect(page).toHaveURL(/peek=tasks/);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Voltar ao relatório' }).click();

  // Every number of the table opens as many records as it says.
  await table
    .getByRole('row', { name: /^Total/ })
    .getByRole('link', { name: '3' })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('3 registros');
  await page.goBack();

  const cells = await Promise.all(
    (await table.getByRole('row').all()).map((each) => each.locator('th, td').allTextContents()),
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';').map((each) => each.replaceAll('"', '')));
  expect(lines).toHaveLength(cells.length);
  const [names, ...numbers] = lines;
  // Each number is followed by that of the previous period.
  expect(names).toHaveLength(2 * (cells[0]?.length ?? 0) - 1);
  for (const [at, line] of numbers.entries()) {
    const [name, done] = cells[at + 1] ?? [];
    expect(line.slice(0, 2)).toEqual([name, done]);
  }
});
