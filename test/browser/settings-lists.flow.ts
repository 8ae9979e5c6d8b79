import type { Page } from '@playwright/test';
import { chooseOption } from './select.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/** Names of an ordered list, in order. */
const namesIn = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem');

async function open(page: Page, team: BrowserTeam, path: string, locale?: 'en'): Promise<void> {
  await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
  await page.goto(`/t/${team.slug}/settings/${path}`);
}

/** The stored value: the shown one may still be in flight. */
async function read<T extends object>(page: Page, { slug }: BrowserTeam, path: string): Promise<T> {
  const answer = await page.request.get(`/api/panel/teams/${slug}/${path}`);
  return ((await answer.json()) as { data: T }).data;
}

test('a squad is created, people join and leave it, and it is deleted: by keyboard only', async ({
  page,
  team,
}) => {
  await team.add('Caio Nunes', 'member');
  await open(page, team, 'squads');
  await expect(page.getByText('Nenhum squad ainda.')).toBeVisible();
  await page.getByRole('button', { name: 'Criar squad' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator(':focus')).toBeEditable();
  await page.keyboard.type('Criação');
  await page.keyboard.press('Enter');
  const squad = page.getByRole('listitem').filter({ hasText: 'Criação' });
  await expect(squad.getByText('Ninguém ainda.')).toBeVisible();

  await squad.getByRole('button', { name: 'Adicionar pessoa' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('combobox', { name: 'Pessoa' });
  await expect(field).toBeFocused();
  await page.keyboard.type('caio');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Caio Nunes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Caio Nunes entrou em Criação.')).toBeVisible();
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await squad.getByRole('button', { name: 'Tirar Caio Nunes de Criação' }).focus();
  await page.keyboard.press('Enter');
  await expect(squad.getByText('Ninguém ainda.')).toBeVisible();
  await expect(squad.getByRole('button', { name: 'Adicionar pessoa' })).toBeFocused();

  await squad.getByRole('button', { name: 'Ações para Criação' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Excluir squad' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir squad' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nenhum squad ainda.')).toBeVisible();
});

test('columns are added, moved by arrows and by menu, renamed and removed; the focus follows', async ({
  page,
  team,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, team, 'pipelines');
  await page.getByRole('button', { name: 'Criar quadro' }).click();
  await page.getByLabel('Nome do quadro').fill('Vídeo');
  await page.getByLabel('Colunas').fill('Roteiro\nGravação\n\nNo ar');
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vídeo' })).toBeVisible();
  const columns = namesIn(page, 'Colunas');
  await expect(columns).toHaveText([/^Roteiro/, /^Gravação/, /^No ar.*Conclui tarefas/]);

  await page.getByLabel('Nome da nova coluna').fill('Edição');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(columns).toHaveText([/^Roteiro/, /^Gravação/, /^No ar/, /^Edição/]);
  await expect(page.getByLabel('Nome da nova coluna')).toBeFocused();

  const handle = page.getByRole('button', { name: 'Mover Edição: use as setas' });
  await handle.press('ArrowUp');
  await expect(handle).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(columns).toHaveText([/^Roteiro/, /^Edição/, /^Gravação/, /^No ar/]);
  await expect(page.getByText('Edição: posição 2 de 4.')).toBeAttached();
  await expect(handle).toBeFocused();
  const choose = async (column: string, act: string) => {
    await page.getByRole('button', { name: `Ações para ${column}` }).click();
    await page.getByRole('menuitem', { name: act, exact: true }).click();
  };
  await choose('Edição', 'Mover para baixo');
  await expect(columns).toHaveText([/^Roteiro/, /^Gravação/, /^Edição/, /^No ar/]);
  await expect(page.getByRole('button', { name: 'Ações para Edição' })).toBeFocused();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const stored = async () => {
    const { columns } = await read<{ columns: { name: string }[] }>(page, team, `pipelines/${id}`);
    return columns.map(({ name }) => name);
  };
  await expect.poll(stored).toEqual(['Roteiro', 'Gravação', 'Edição', 'No ar']);
  await page.reload();
  await expect(columns).toHaveText([/^Roteiro/, /^Gravação/, /^Edição/, /^No ar/]);

  await choose('Edição', 'Concluir tarefas aqui');
  await expect(columns.nth(2)).toContainText('Conclui tarefas');
  await choose('Roteiro', 'Renomear coluna');
  await page.getByLabel('Nome da coluna').fill('Ideia');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(columns.nth(0)).toContainText('Ideia');
  await choose('Gravação', 'Remover coluna');
  await chooseOption(page.getByLabel('As tarefas vão para'), 'Ideia');
  await page.getByRole('dialog').getByRole('button', { name: 'Remover coluna' }).click();
  await expect(columns).toHaveText([/^Ideia/, /^Edição/, /^No ar/]);
});

test('a template cannot be deleted, and a member can only read pipelines', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Caio Nunes', 'member'));
  await page.goto(`/t/${team.slug}/settings/pipelines`);
  await expect(page.getByText('Só administradores mudam o que está aqui.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Criar quadro' })).toHaveCount(0);
  await page
    .getByRole('list', { name: 'Da equipe' })
    .getByRole('listitem')
    .filter({ hasText: 'Modelo' })
    .getByRole('link')
    .click();
  await expect(page.getByText('O modelo da equipe:')).toBeVisible();
  await expect(namesIn(page, 'Colunas').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Ações para|Mover|Renomear/ })).toHaveCount(0);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('phases are added, set to mean won, renamed without losing that meaning, and removed', async ({
    page,
    team,
  }) => {
    await open(page, team, 'phases', 'en');
    const phases = namesIn(page, 'Deal phases');
    const add = async (name: string) => {
      await page.getByLabel('Name of the new phase').fill(name);
      await page.keyboard.press('Enter');
    };
    await add('Lead');
    await expect(phases.last()).toContainText('Lead');
    await add('Closed');
    await expect(phases.last()).toContainText('Closed');
    await expect(page.getByLabel('Name of the new phase')).toHaveValue('');
    await add('Closed');
    await expect(page.getByRole('alert')).toContainText('This already exists.');
    const choose = async (phase: string, role: 'menuitem' | 'menuitemradio', act: string) => {
      await page.getByRole('button', { name: `Actions for ${phase}` }).click();
      await page.getByRole(role, { name: act }).click();
    };
    await choose('Closed', 'menuitemradio', 'Means won');
    await expect(phases.last()).toContainText('Won');
    await choose('Closed', 'menuitem', 'Rename phase');
    await page.getByLabel('Name of the phase').fill('Signed');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(phases.last()).toHaveText(/Signed.*Won/);
    await choose('Signed', 'menuitem', 'Move up');
    await expect(phases.first()).toContainText('Signed');
    const stored = () => read(page, team, 'settings');
    await expect.poll(stored).toMatchObject({ deal_phases: ['Signed', 'Lead'] });
    await page.reload();
    await expect(phases.first()).toHaveText(/Signed.*Won/);
    await choose('Signed', 'menuitem', 'Remove phase');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove phase' }).click();
    await expect(page.getByText('Signed')).toHaveCount(0);
  });
});
