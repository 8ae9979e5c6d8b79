import type { Page } from '@playwright/test';
import { chooseOption } from './select.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Grouping, order, card fields and new cards of the board of deals. */

const board = (page: Page) => page.getByRole('region', { name: 'Negócios', exact: true });
const column = (page: Page, name: string) => board(page).getByRole('region', { name, exact: true });
const cards = (page: Page, name: string) =>
  column(page, name).getByRole('listitem').locator('[data-card-link]');
const columns = (page: Page) => board(page).getByRole('heading', { level: 2 });

/** Last day of the month that is some months from now, and the name of its column. */
function month(offset: number) {
  const now = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format();
  const [year = 0, index = 0] = now.split('-').map(Number);
  const end = new Date(Date.UTC(year, index + offset, 0));
  const text = new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'UTC',
    month: 'long',
    ...(end.getUTCFullYear() !== year && { year: 'numeric' }),
  }).format(end);
  return {
    day: end.toISOString().slice(0, 10),
    name: text.charAt(0).toUpperCase() + text.slice(1),
  };
}

async function fill(page: Page, team: BrowserTeam) {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  await page.goto(`/t/${team.slug}/deals`);
  await page.getByRole('button', { name: 'Usar o funil usual' }).click();
  await expect(page.getByText('Nenhum negócio ainda')).toBeVisible();
  const client = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Aurora' });
  for (const [title, value, close, phase] of [
    ['Érica', 100, month(0).day, 'lead'],
    ['Capa', 300, month(1).day, 'lead'],
    ['Bruto', 200, null, 'proposta'],
  ] as const)
    await team.api('POST', '/deals', {
      title,
      value,
      phase,
      expected_close_date: close,
      ...(title === 'Capa' && {
        client_id: client.id,
        responsible_id: marina.userId,
        tags: ['site'],
        probability: 40,
      }),
    });
  await expect(cards(page, 'Lead')).toHaveCount(2);
  return { marina, client };
}

const drop = (page: Page, title: string, to: string) =>
  page
    .getByRole('link', { name: title, exact: true })
    .dragTo(column(page, to), { targetPosition: { x: 140, y: 300 } });

test('the board of deals is grouped and ordered in its display menu, and the address and a saved view keep both', async ({
  page,
  team,
}) => {
  await fill(page, team);
  const select = (name: string) => page.getByRole('combobox', { name });
  await page.getByRole('button', { name: 'Exibição', exact: true }).click();
  await chooseOption(select('Ordenar por'), 'Maior valor primeiro');
  await expect(cards(page, 'Lead')).toHaveText(['Capa', 'Érica']);
  await chooseOption(select('Ordenar por'), 'Título');
  await expect(cards(page, 'Lead')).toHaveText(['Capa', 'Érica']);
  await chooseOption(select('Ordenar por'), 'Previsão de fechamento');
  await expect(cards(page, 'Lead')).toHaveText(['Érica', 'Capa']);
  await chooseOption(select('Agrupar por'), 'Cliente');
  await expect(columns(page)).toHaveText(['Sem cliente', 'Padaria Aurora']);
  await expect(cards(page, 'Sem cliente')).toHaveText(['Érica', 'Bruto']);
  await expect(column(page, 'Sem cliente')).toContainText(/R\$\s300/);
  await chooseOption(select('Agrupar por'), 'Mês de fechamento');
  await expect(columns(page)).toHaveText([
    month(0).name,
    month(1).name,
    month(2).name,
    'Sem data prevista',
  ]);
  expect(new URL(page.url()).search).toBe('?order=expected_close_date&group=month');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salvar visão…' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Por mês');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page).toHaveURL(/saved=/);
  await page.reload();
  await expect(cards(page, month(1).name)).toHaveText(['Capa']);
  // A program changes a deal, which moves to its column.
  await team.api('POST', '/deals', { title: 'Vídeo', expected_close_date: month(1).day });
  await expect(cards(page, month(1).name)).toHaveText(['Capa', 'Vídeo']);
  await page.getByRole('link', { name: 'Tudo', exact: true }).click();
  await expect(cards(page, 'Lead')).toHaveCount(3);
});

test('a drop changes the owner, the client or the month of a deal, and undo returns it', async ({
  page,
  team,
}) => {
  await fill(page, team);
  await page.goto(`/t/${team.slug}/deals?group=client`);
  await expect(cards(page, 'Padaria Aurora')).toHaveText(['Capa']);
  await drop(page, 'Érica', 'Padaria Aurora');
  await expect(cards(page, 'Padaria Aurora')).toHaveText(['Érica', 'Capa']);
  await expect(column(page, 'Padaria Aurora')).toContainText(/R\$\s400/);
  const undone = page.waitForResponse((each) => each.request().method() === 'PUT' && each.ok());
  await page.keyboard.press('Control+z');
  await expect(cards(page, 'Sem cliente')).toHaveText(['Érica', 'Bruto']);
  await undone;

  await page.goto(`/t/${team.slug}/deals?group=responsible`);
  await expect(cards(page, 'Marina Lopes')).toHaveText(['Capa']);
  await drop(page, 'Bruto', 'Marina Lopes');
  await expect(cards(page, 'Marina Lopes')).toHaveText(['Capa', 'Bruto']);

  await page.goto(`/t/${team.slug}/deals?group=month`);
  await drop(page, 'Bruto', month(2).name);
  await expect(cards(page, month(2).name)).toHaveText(['Bruto']);
  // A won deal leaves a board of open deals.
  await cards(page, month(1).name).first().focus();
  await page.keyboard.press('e');
  await expect(cards(page, month(1).name)).toHaveCount(0);
});

test('a new deal has the fields of its column', async ({ page, team }) => {
  const { marina, client } = await fill(page, team);
  for (const [query, name, field, value] of [
    ['', 'Proposta', 'phase', 'proposta'],
    ['?group=responsible', 'Sem responsável', 'responsible_id', null],
    ['?group=responsible', 'Marina Lopes', 'responsible_id', marina.userId],
    ['?group=client', 'Padaria Aurora', 'client_id', client.id],
    ['?group=month', month(1).name, 'expected_close_date', month(1).day],
  ] as const) {
    await page.goto(`/t/${team.slug}/deals${query}`);
    await page.getByRole('button', { name: `Adicionar em ${name}` }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Título' }).fill('Novo');
    const sent = page.waitForRequest((each) => each.method() === 'POST');
    await page.keyboard.press('Enter');
    const body = (await sent).postDataJSON() as Readonly<Record<string, unknown>>;
    expect([name, body[field] ?? null]).toEqual([name, value]);
  }
  // A lost deal needs a reason.
  await page.goto(`/t/${team.slug}/deals`);
  await expect(page.getByRole('button', { name: 'Adicionar em Lead' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adicionar em Perdido' })).toHaveCount(0);
});

test('cards of deals show the chosen fields', async ({ page, team }) => {
  await fill(page, team);
  const card = column(page, 'Lead').getByRole('listitem').filter({ hasText: 'Capa' });
  await expect(card).toContainText('Padaria Aurora');
  await expect(card).not.toContainText('40%');
  await page.getByRole('button', { name: 'Exibição', exact: true }).click();
  const fields = page.getByRole('group', { name: 'Nos cartões' });
  for (const name of ['Probabilidade (%)', 'Etiquetas'])
    await fields.getByRole('checkbox', { name }).check();
  await expect(card).toContainText('40%');
  await expect(card).toContainText('site');
  await fields.getByRole('checkbox', { name: 'Valor' }).uncheck();
  await expect(card).not.toContainText('R$');
  await page.reload();
  await expect(card).toContainText('40%');
  await expect(card).not.toContainText('R$');
});

test('the forecast sums the deals of a period, which the address keeps', async ({ page, team }) => {
  await fill(page, team);
  await page.goto(`/t/${team.slug}/deals?view=forecast`);
  const months = page.getByRole('main').getByRole('heading', { level: 2 });
  const head = page.locator('dl[aria-label="Resumo"]');
  await expect(months).toHaveText([month(0).name, month(1).name, 'Sem data prevista']);
  await expect(head).toContainText(/Em aberto\s*R\$\s600/);
  await page.getByRole('button', { name: 'Este mês' }).click();
  await expect(months).toHaveText([month(0).name]);
  await expect(head).toContainText(/Em aberto\s*R\$\s100/);
  await expect(page).toHaveURL(/view=forecast&period=month$/);
  await page.getByRole('button', { name: '3 meses' }).click();
  await expect(months).toHaveText([month(0).name, month(1).name]);
  await page.reload();
  await expect(head).toContainText(/Em aberto\s*R\$\s400/);
  await expect(page.getByRole('button', { name: '3 meses' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
