import type { Page } from '@playwright/test';
import { type BrowserTeam, expect, test } from './team.ts';

/* Subtasks on the page of a task, on boards and in lists. */

const subtasks = (page: Page) => page.getByRole('region', { name: 'Subtarefas' });
const checklist = (page: Page) => page.getByRole('region', { name: 'Checklist' });

async function open(page: Page, team: BrowserTeam, fields: object = {}) {
  const project = await team.api('POST', '/projects', { name: 'Site da Padaria' });
  const task = await team.api('POST', '/tasks', {
    title: 'Lançar o site',
    project_id: project.id,
    ...fields,
  });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/tasks/${task.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { project, task };
}

test('subtasks are added one after another, finished, and lead back to their task; boards and lists count them', async ({
  page,
  team,
}) => {
  const { project, task } = await open(page, team);
  const field = page.getByRole('textbox', { name: 'Nova subtarefa' });
  await field.focus();
  for (const title of ['Fotos', 'Textos', 'Domínio']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
  }
  const rows = subtasks(page).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(field).toBeFocused();
  await rows.filter({ hasText: 'Textos' }).getByRole('checkbox').click();
  await expect(subtasks(page)).toContainText('1 de 3 concluídas');

  // Another member adds one meanwhile.
  await team.api('POST', '/tasks', {
    title: 'Publicar',
    project_id: project.id,
    parent_id: task.id,
  });
  await expect(subtasks(page)).toContainText('1 de 4 concluídas');

  await subtasks(page).getByRole('link', { name: 'Fotos' }).click();
  await page.getByRole('link', { name: 'Subtarefa de Lançar o site' }).click();
  await expect(subtasks(page)).toContainText('1 de 4 concluídas');

  await page.goto(`/t/${team.slug}/tasks`);
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(card('1/4')).toContainText('Lançar o site');
  await expect(card('Fotos')).toContainText('Lançar o site');
  await page.goto(`/t/${team.slug}/tasks?view=list`);
  await expect(page.getByText('· Lançar o site').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '1/4' })).toBeVisible();
});

test('a checklist item becomes a subtask and back; undo returns it', async ({ page, team }) => {
  await open(page, team, { checklist_markdown: '- [ ] Fotos\n- [x] Textos' });
  const convert = async (name: string) => {
    await checklist(page)
      .getByRole('button', { name: `Ações para ${name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Transformar em subtarefa' }).click();
  };
  const row = (name: string) => subtasks(page).getByRole('listitem').filter({ hasText: name });
  await convert('Textos');
  await expect(row('Textos').getByRole('checkbox')).toBeChecked();
  await expect(checklist(page).getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(checklist(page).getByRole('checkbox')).toHaveCount(2);
  await expect(row('Textos')).toHaveCount(0);

  await convert('Fotos');
  await expect(row('Fotos').getByRole('checkbox')).not.toBeChecked();
  await row('Fotos').getByRole('button', { name: 'Ações para Fotos' }).click();
  await page.getByRole('menuitem', { name: 'Transformar em item do checklist' }).click();
  await expect(row('Fotos')).toHaveCount(0);
  await expect(checklist(page).getByRole('checkbox')).toHaveCount(2);
});

test('a subtask with more than a title stays one, and the panel says why', async ({
  page,
  team,
}) => {
  const { project, task } = await open(page, team);
  await team.api('POST', '/tasks', {
    title: 'Fotos',
    description: 'Do balcão',
    project_id: project.id,
    parent_id: task.id,
  });
  await subtasks(page).getByRole('button', { name: 'Ações para Fotos' }).click();
  await page.getByRole('menuitem', { name: 'Transformar em item do checklist' }).click();
  await expect(page.getByText('Esta subtarefa tem mais do que um título')).toBeVisible();
  await expect(subtasks(page).getByRole('listitem')).toHaveCount(1);
});
