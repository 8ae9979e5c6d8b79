import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Recurring tasks on the page of a project. */

test('a recurring task is created, one occurrence is changed, and all that follow are deleted', async ({
  page,
  team,
}) => {
  const marina = await team.add('Marina Lopes', 'member');
  await team.enter(page, marina);
  const project = await team.api('POST', '/projects', { name: 'Redes', status: 'active' });
  await page.goto(`${started().origin}/t/${team.slug}/projects/${project.id}`);
  const list = page.getByRole('region', { name: 'Tarefas recorrentes' });
  await expect(list.getByText('Nenhuma tarefa recorrente')).toBeVisible();
  await list.getByRole('button', { name: 'Nova recorrência' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Título').fill('Relatório mensal');
  await dialog.getByRole('button', { name: 'Criar tarefa recorrente' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByText('Todo mês, no último dia útil')).toBeVisible();

  await list.getByRole('button', { name: 'Editar Relatório mensal' }).click();
  await chooseOption(dialog.getByLabel('Repetir'), 'Todo mês, num dia');
  await chooseOption(dialog.getByLabel('Dia do mês'), '31');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByText('Todo mês, no dia 31')).toBeVisible();

  const next = await list.getByText(/^Próxima: /).textContent();
  await list.getByRole('button', { name: 'Editar Relatório mensal' }).click();
  await dialog.getByRole('combobox', { name: 'Alterar' }).click();
  await page.getByRole('option', { name: /^Só a tarefa de / }).click();
  await dialog.getByLabel('Título').fill('Relatório especial');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByText(next ?? '')).toBeHidden();

  await list.getByRole('button', { name: 'Excluir Relatório mensal' }).click();
  await dialog.getByRole('button', { name: 'Excluir todas as seguintes' }).click();
  await expect(list.getByText('Nenhuma tarefa recorrente')).toBeVisible();
});
