import { expect, test } from './team.ts';

/* An admin sees that a member has too much work, passes a task on, and enters an absence. */

test('a task is passed from a member with too much work to another, and an absence reduces the capacity', async ({
  page,
  team,
}) => {
  const ana = await team.add('Ana Prado', 'admin');
  const bia = await team.add('Bia Lima', 'member');
  const project = await team.api('POST', '/projects', { name: 'Site novo', status: 'active' });
  for (const [title, estimated_hours] of [
    ['Fotos', 30],
    ['Textos', 18],
  ] as const)
    await team.api('POST', '/tasks', {
      ...{ title, estimated_hours, project_id: project.id },
      ...{ assignee_ids: [bia.userId], due_date: '2026-01-05' },
    });
  await team.enter(page, ana);
  await page.goto(`/t/${team.slug}/workload`);
  const grid = page.getByRole('table', { name: 'Capacidade' });
  const cell = (name: string) =>
    grid.getByRole('row', { name }).getByRole('cell').getByRole('button').first();
  await expect(cell('Bia Lima')).toContainText('48 h de 40 h');
  await expect(cell('Bia Lima')).toContainText('8 h a mais');
  await expect(cell('Ana Prado')).toContainText('0 h de 40 h');
  // The number of weeks; a column has the names, another one the tasks without a date.
  const weeks = page.getByRole('combobox', { name: 'Semanas mostradas' });
  for (const count of [12, 8, 4]) {
    await weeks.click();
    await page.getByRole('option', { name: `${count} semanas` }).click();
    await expect(grid.getByRole('columnheader')).toHaveCount(count + 2);
  }

  await cell('Bia Lima').focus();
  await page.keyboard.press('Enter');
  const tasks = page.getByRole('region', { name: /^Tarefas de Bia Lima/ });
  await expect(tasks.getByRole('listitem')).toHaveCount(2);
  await expect(tasks.getByRole('listitem').filter({ hasText: 'Textos' })).toContainText(
    /Site novo.*18 h/,
  );
  await tasks.getByRole('button', { name: 'Passar “Textos” para…' }).click();
  await page.getByRole('menuitem', { name: 'Ana Prado' }).click();
  await expect(cell('Bia Lima')).toContainText('30 h de 40 h');
  await expect(cell('Ana Prado')).toContainText('18 h de 40 h');
  await tasks
    .getByRole('listitem')
    .filter({ hasText: 'Fotos' })
    .dragTo(grid.getByRole('row', { name: 'Ana Prado' }));
  await expect(cell('Ana Prado')).toContainText('48 h de 40 h');

  await page.getByRole('button', { name: 'Alterar as horas por semana de Ana Prado' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Horas por semana' }).fill('50');
  await page.keyboard.press('Enter');
  await expect(cell('Ana Prado')).toContainText('48 h de 50 h');

  await page.getByRole('button', { name: 'Próxima semana' }).click();
  await page.getByRole('button', { name: 'Nova ausência' }).click();
  await dialog.getByRole('combobox', { name: 'Pessoa' }).click();
  await page.getByRole('option', { name: 'Bia Lima' }).click();
  await dialog.getByRole('textbox', { name: 'Fim' }).fill('31/12/2099');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(cell('Bia Lima')).toContainText(/0 h de 0 h.*Férias/);
  const absences = page.getByRole('table', { name: 'Ausências' });
  await expect(absences).toContainText('Bia Lima');

  await team.enter(page, bia);
  await page.goto(`/t/${team.slug}/workload`);
  await page.getByRole('button', { name: 'Ações para Bia Lima' }).click();
  await page.getByRole('menuitem', { name: 'Excluir ausência' }).click();
  await dialog.getByRole('button', { name: 'Excluir ausência' }).click();
  await expect(absences).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Alterar as horas/ })).toHaveCount(0);
});
