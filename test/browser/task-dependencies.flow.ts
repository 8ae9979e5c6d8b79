import { expect, keepToasts, test } from './team.ts';

test('a task gets a blocker, which is marked on the board until it is done, and the circle is refused', async ({
  page,
  team,
}) => {
  await keepToasts(page);
  const project = await team.api('POST', '/projects', { name: 'Site' });
  const make = (title: string) => team.api('POST', '/tasks', { title, project_id: project.id });
  const [texts, layout] = [await make('Escrever os textos'), await make('Desenhar o layout')];
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  await page.goto(`/t/${team.slug}/tasks/${layout.id}`);
  const section = page.getByRole('region', { name: 'Dependências' });
  await section.getByRole('button', { name: 'Adicionar tarefa que bloqueia' }).click();
  await page.getByRole('combobox', { name: 'Adicionar tarefa que bloqueia' }).fill('textos');
  await page.getByRole('option', { name: /Escrever os textos/ }).click();
  const blockers = section.getByRole('list', { name: 'Bloqueada por' });
  await expect(blockers.getByRole('link', { name: /Escrever os textos/ })).toBeVisible();
  await expect(blockers.getByText('A fazer')).toBeAttached();

  // Its other side, and the way back, which would be a circle.
  await blockers.getByRole('link', { name: /Escrever os textos/ }).click();
  const blocked = section.getByRole('list', { name: 'Bloqueia' });
  await expect(blocked.getByRole('link', { name: /Desenhar o layout/ })).toBeVisible();
  const circle = { blocked_by_ids: [layout.id] };
  await expect(team.api('PUT', `/tasks/${texts.id}`, circle)).rejects.toThrow();

  await page.goto(`/t/${team.slug}/projects/${project.id}/board`);
  const card = page.getByRole('listitem').filter({ hasText: 'Desenhar o layout' });
  await expect(card.getByText('Bloqueada')).toBeAttached();
  // The mark goes away when another person completes the blocker.
  await team.api('PUT', `/tasks/${texts.id}`, { column: 'done' });
  await expect(card.getByText('Bloqueada')).toHaveCount(0);

  await page.goto(`/t/${team.slug}/tasks/${layout.id}`);
  await expect(blockers.getByText('Concluída')).toBeAttached();
  await blockers.getByRole('button', { name: /Remover/ }).click();
  await expect(blockers).toHaveCount(0);
});
