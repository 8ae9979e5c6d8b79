import type { Page } from '@playwright/test';
import { chooseOption } from './select.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Deals: worked on by keyboard only, and changes of one person appear in the sums on the other's screen. */

const column = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).filter({ has: page.locator('ul') });
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const head = (page: Page) => page.locator('dl[aria-label="Resumo"]');

async function begin(page: Page, team: BrowserTeam, name: string, role: 'owner' | 'member') {
  await team.enter(page, await team.add(name, role));
  await page.goto(`${started().origin}/t/${team.slug}/deals`);
}

/** Sets the team's phases, and the meaning of two of them. */
async function setPhases(page: Page, slug: string) {
  const status = await page.evaluate(
    async ([path, body]) =>
      (
        await fetch(path ?? '', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: body ?? '',
        })
      ).status,
    [
      `/api/panel/teams/${slug}/settings`,
      JSON.stringify({
        deal_phases: ['Contato', 'Proposta', 'Fechado', 'Sem acordo'],
        won_phases: ['Fechado'],
        lost_phases: ['Sem acordo'],
        phase_rules: [{ phase: 'Contato', limit_days: 7, probability: 50 }],
      }),
    ],
  );
  expect(status).toBe(200);
}

test('by keyboard only, a deal is marked as lost with a reason, the loss is undone, and a new deal is created', async ({
  page,
  team,
}) => {
  await begin(page, team, 'Marina Lopes', 'owner');
  await expect(page.getByText('A equipe ainda não tem fases')).toBeVisible();
  const { id } = await team.api('POST', '/deals', {
    title: 'Site da padaria',
    phase: 'Contato',
    value: 1000,
    probability: 30,
  });
  await setPhases(page, team.slug);
  await expect(head(page)).toContainText('R$ 300');
  // The board shows the phases that were just set.
  await expect(column(page, 'Sem acordo')).toBeVisible();
  await card(page, 'Site da padaria').focus();
  const dialog = page.getByRole('dialog');
  // A key press in the first one and a half seconds of a page is ignored.
  await expect(async () => {
    await page.keyboard.press('Shift+E');
    await expect(dialog).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(dialog.getByLabel('Motivo', { exact: true })).toBeFocused();
  // Without a reason it is not lost.
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.type('Preço acima do orçamento');
  await page.keyboard.press('Enter');
  await expect(column(page, 'Sem acordo')).toContainText('Preço acima do orçamento');
  await expect(card(page, 'Site da padaria')).toBeFocused();
  const stored = () => team.api('PUT', `/deals/${id}`, {});
  await expect
    .poll(stored)
    .toMatchObject({ probability: 0, loss_reason: 'Preço acima do orçamento' });
  await page.keyboard.press('Control+z');
  await expect(column(page, 'Contato')).toContainText('Site da padaria');
  await expect.poll(stored).toMatchObject({ phase: 'Contato', probability: 30, loss_reason: null });

  await page.keyboard.press('c');
  await expect(page.getByRole('dialog').locator(':focus')).toBeEditable();
  await page.keyboard.type('Loja nova');
  await page.keyboard.press('Enter');
  const peek = page.getByRole('complementary').filter({ hasText: 'Próximos passos' });
  await expect(peek.getByRole('textbox', { name: 'Título' })).toHaveValue('Loja nova');
  await peek.getByLabel('O que fazer').focus();
  await page.keyboard.type('Ligar para o dono');
  await page.keyboard.press('Enter');
  await expect(column(page, 'Contato')).toContainText('Planejado, sem data · Ligar para o dono');
});

test('dragging a deal to a won phase updates the sums in the other browser', async ({
  page,
  team,
  browser,
}) => {
  const otherPage = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await Promise.all([
    begin(page, team, 'Marina Lopes', 'owner'),
    begin(otherPage, team, 'Caio Nunes', 'member'),
  ]);
  await expect(page.getByText('A equipe ainda não tem fases')).toBeVisible();
  await setPhases(page, team.slug);
  await team.api('POST', '/deals', { title: 'Marca nova', phase: 'Proposta', value: 2500.5 });
  for (const each of [page, otherPage]) await expect(head(each)).toContainText('R$ 2.500,50');
  await expect(card(page, 'Marca nova')).toBeVisible();
  const from = await card(page, 'Marca nova').boundingBox();
  if (!from) throw new Error('the card is not there');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 60, { steps: 4 });
  const target = page.getByRole('region', { name: 'Soltar em' }).getByText('Fechado');
  const to = await target.boundingBox();
  if (!to) throw new Error('nothing to drop it on');
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  for (const each of [page, otherPage]) {
    await expect(column(each, 'Fechado')).toContainText('Marca nova');
    await expect(head(each)).toContainText(/Em abertoR\$\s00 negócio/);
    await expect(head(each)).toContainText(/Ganhos no mêsR\$\s2\.500,501 negócio/);
  }
  await otherPage.context().close();
});

test('on the page of a deal, its phase is changed, a step with an hour is planned, and a contact is opened', async ({
  page,
  team,
}) => {
  await begin(page, team, 'Marina Lopes', 'owner');
  await expect(page.getByText('A equipe ainda não tem fases')).toBeVisible();
  await setPhases(page, team.slug);
  const client = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Aurora' });
  await team.api('POST', '/msgapp/contacts', {
    phone: '5511987650001',
    custom_name: 'Rita',
    client_id: client.id,
  });
  const { id } = await team.api('POST', '/deals', {
    title: 'Vitrine nova',
    phase: 'Contato',
    value: 1000,
    client_id: client.id,
  });
  await page.goto(`/t/${team.slug}/deals/${id}`);
  const phases = page.getByRole('list', { name: 'Fases' });
  await expect(phases.getByRole('button')).toHaveText(['Contato', 'Proposta']);
  const current = phases.locator('[aria-current=step]');
  await expect(current).toHaveText('Contato');
  // The probability is that of the phase.
  await expect(page.getByTitle('Probabilidade da fase')).toHaveText('50%');
  await expect(page.getByText('Nada planejado.')).toBeVisible();

  await phases.getByRole('button', { name: 'Proposta' }).focus();
  await page.keyboard.press('Enter');
  await expect(current).toHaveText('Proposta');
  await expect(phases.getByRole('button', { name: 'Proposta' })).toBeFocused();
  await expect.poll(() => team.api('PUT', `/deals/${id}`, {})).toMatchObject({ phase: 'Proposta' });

  const what = page.getByLabel('O que fazer');
  await what.fill('Ligar para Rita amanhã às 15h');
  await expect(page.locator('[data-title-date]')).toContainText('15:00');
  await what.press('Enter');
  await expect(what).toBeFocused();
  await expect(what).toHaveValue('');
  await expect(
    page
      .getByRole('list', { name: 'Próximos passos' })
      .getByRole('link', { name: 'Ligar para Rita' }),
  ).toBeVisible();
  await expect(page.getByText('Nada planejado.')).toHaveCount(0);
  const answer = await page.request.get(`/api/panel/teams/${team.slug}/activities?limit=1`);
  const [activity] = ((await answer.json()) as { data: { occurred_at: string }[] }).data;
  expect(activity).toMatchObject({ title: 'Ligar para Rita', due_date: null, deal_id: id });
  const hour = new Intl.DateTimeFormat('pt-BR', {
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  });
  expect(hour.format(new Date(activity?.occurred_at ?? ''))).toBe('15:00');

  // Its kind, date, hour and contact are chosen instead; an hour that has passed cannot be.
  await what.fill('Apresentar a proposta');
  await chooseOption(page.getByRole('combobox', { name: 'Tipo' }).last(), 'Reunião');
  await page.getByLabel('Quando').fill('07/03/2999');
  await chooseOption(page.getByRole('combobox', { name: 'Hora' }).last(), '15:30');
  await chooseOption(page.getByRole('combobox', { name: 'Com quem' }).last(), 'Rita');
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(
    page
      .getByRole('list', { name: 'Próximos passos' })
      .getByRole('link', { name: 'Apresentar a proposta – Rita' }),
  ).toBeVisible();
  const planned = await page.request.get(
    `/api/panel/teams/${team.slug}/activities?type=meeting&limit=1`,
  );
  expect((await planned.json()).data).toMatchObject([
    {
      title: 'Apresentar a proposta – Rita',
      type: 'meeting',
      due_date: null,
      occurred_at: '2999-03-07T18:30:00.000Z',
      client_id: client.id,
    },
  ]);

  // A late step is one warning, which goes with the step.
  await team.api('POST', '/activities', {
    title: 'Enviar proposta',
    type: 'task',
    due_date: '2020-01-02',
    deal_id: id,
  });
  const warning = page.getByText(/^Atrasado: .* · Enviar proposta$/);
  await expect(warning).toBeVisible();
  await page.getByRole('checkbox', { name: 'Concluir Enviar proposta' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(warning).toHaveCount(0);

  // Undo returns the deal to its phase.
  await phases.getByRole('button', { name: 'Contato' }).click();
  await expect(current).toHaveText('Contato');
  await page.keyboard.press('Control+z');
  await expect(current).toHaveText('Proposta');

  await page
    .getByRole('list', { name: 'Contatos' })
    .getByRole('link', { name: 'Rita', exact: true })
    .click();
  await expect(page.getByRole('complementary', { name: 'Contato' })).toContainText('Rita');
});

test('phases are shown with accents everywhere, and stay stored without them', async ({
  page,
  team,
}) => {
  test.slow();
  await begin(page, team, 'Marina Lopes', 'owner');
  await team.fill(page);
  const client = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Aurora' });
  const { id } = await team.api('POST', '/deals', { title: 'Vitrine nova', phase: 'negociacao' });
  await team.api('PUT', `/deals/${id}`, { phase: 'lead', client_id: client.id });
  await team.api('PUT', `/deals/${id}`, { phase: 'negociacao' });
  const isPlain = async (where: string) => {
    const text = await page.evaluate<string>('document.body.innerText');
    expect(text.match(/negociacao/gi), where).toBe(null);
  };
  await page.goto(`/t/${team.slug}/deals`);
  await expect(column(page, 'Negociação')).toContainText('Vitrine nova');
  await isPlain('board');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selecionados' });
  await bar.getByRole('button', { name: 'Fase' }).click();
  await expect(page.getByRole('menuitem', { name: 'Negociação' })).toBeVisible();
  await isPlain('bulk');
  await page.goto(`/t/${team.slug}/deals?view=list&phase=negociacao`);
  await expect(page.getByRole('row').filter({ hasText: 'Vitrine nova' })).toContainText(
    'Negociação',
  );
  await isPlain('list and filters');
  await page.goto(`/t/${team.slug}/deals?view=forecast`);
  await expect(page.locator('main')).toContainText('Negociação');
  await isPlain('forecast');
  await page.goto(`/t/${team.slug}/deals/${id}?tab=history`);
  await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('Lead → Negociação');
  await expect(page.locator('[data-field=phase]')).toContainText('Negociação');
  await isPlain('deal');
  await page.goto(`/t/${team.slug}/clients/${client.id}`);
  await expect(page.locator('main')).toContainText('Negociação');
  await isPlain('client');
  await page.goto(`/t/${team.slug}/settings/phases`);
  await expect(page.locator('main')).toContainText('Negociação');
  await isPlain('settings');
  await page.goto(`/t/${team.slug}/settings/audit?record=${id}`);
  const log = page.getByRole('list', { name: 'Auditoria' });
  await expect(log).toContainText('Lead → Negociação');
  await isPlain('audit');
  // The client in the changes has its name, and a link.
  const link = log.getByRole('link', { name: 'Padaria Aurora' });
  await expect(link.first()).toHaveAttribute('href', `/t/${team.slug}/clients/${client.id}`);
  await expect(log).not.toContainText(client.id);
  expect(await team.api('PUT', `/deals/${id}`, {})).toMatchObject({ phase: 'negociacao' });
});
