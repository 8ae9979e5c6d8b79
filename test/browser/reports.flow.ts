import { readFile } from 'node:fs/promises';
import { words } from '#panel/words/reports/pt-BR.ts';
import { platformStatement } from '#server/db/statement.ts';
import { type FilterName, type ReportName, reports } from '#server/features/reports/definitions.ts';
import { addUpReports } from '#server/features/reports/sweeps.ts';
import { makeInboxOfThree } from './panel-api.ts';
import { chooseOption } from './select.ts';
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
  await expect(row.getByRole('cell').first().getByRole('link')).toHaveText('2');
  await expect(row.getByRole('cell').first()).toContainText('antes 0');
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

  // The names, and each number with the one of the previous period under it.
  const cells = await Promise.all(
    (await table.getByRole('row').all()).map(async (each) =>
      (await each.locator('th, td').allTextContents()).flatMap((text) => text.split('antes ')),
    ),
  );
  const withoutUnit = (text: string) => text.replace(/^–$/, '').replace(/\s(h|dias?)$|%$/, '');
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
  expect(names).toHaveLength(2 * (cells[0]?.length ?? 0) - 1);
  expect(numbers).toEqual(cells.slice(1).map((each) => each.map(withoutUnit)));
});

const names = Object.keys(reports) as ReportName[];
const pickers: Readonly<Record<FilterName, readonly ['combobox' | 'button', string]>> = {
  user_id: ['combobox', 'Pessoa no relatório'],
  source: ['combobox', 'Filtrar por origem'],
  phase: ['combobox', 'Filtrar por fase'],
  inbox_id: ['combobox', 'Filtrar por caixa'],
  client_id: ['button', 'Filtrar por cliente'],
  project_id: ['button', 'Filtrar por projeto'],
};

test('every filter of every report has a picker, and is in the address', async ({ page, team }) => {
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  const settings = await page.request.put(`/api/panel/teams/${team.slug}/settings`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { deal_phases: ['lead', 'proposta'] },
  });
  expect(settings.ok(), await settings.text()).toBe(true);
  for (const [title, source, phase] of [
    ['Site', 'Indicação', 'lead'],
    ['Logo', 'Indicação', 'proposta'],
    ['Vídeo', 'Anúncio', 'lead'],
  ])
    await team.api('POST', '/deals', { title, source, phase });
  for (const name of names) {
    await page.goto(`/t/${team.slug}/reports/${name}`);
    for (const filter of reports[name].filters) {
      const [role, label] = pickers[filter];
      await expect(page.getByRole(role, { name: label }), `${name} ${filter}`).toBeVisible();
    }
  }
  await page.goto(`/t/${team.slug}/reports/funnel`);
  const entries = page
    .getByRole('list', { name: 'Totais do período' })
    .getByRole('link', { name: /^Entradas/ });
  await expect(entries).toContainText('3');
  await chooseOption(page.getByRole('combobox', { name: 'Filtrar por origem' }), 'Indicação');
  await expect(page).toHaveURL(/source=Indica/);
  await expect(entries).toContainText('2');
  await chooseOption(page.getByRole('combobox', { name: 'Filtrar por fase' }), 'Lead');
  await expect(page).toHaveURL(/phase=lead/);
  await expect(entries).toContainText('1');
  // Works cold, also with a value that is no longer in use.
  await page.goto(`/t/${team.slug}/reports/funnel?source=Feira`);
  await expect(page.getByRole('combobox', { name: 'Filtrar por origem' })).toContainText('Feira');
  await chooseOption(
    page.getByRole('combobox', { name: 'Filtrar por origem' }),
    'Todas as origens',
  );
  await expect(page).not.toHaveURL(/source/);
  await expect(entries).toContainText('3');
});

test('a report on screen follows changes of its records, with few reads', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  const project = await team.api('POST', '/projects', { name: 'Site novo' });
  let reads = 0;
  page.on('request', (request) => {
    if (/\/reports\?/.test(request.url())) reads += 1;
  });
  await page.goto(`/t/${team.slug}/reports/tasks`);
  const done = page
    .getByRole('list', { name: 'Totais do período' })
    .getByRole('link', { name: /^Concluídas/ });
  await expect(done).toContainText('0');
  const before = reads;
  for (let n = 0; n < 5; n += 1) {
    const task = await team.api('POST', '/tasks', { title: `Peça ${n}`, project_id: project.id });
    await team.api('PUT', `/tasks/${task.id}`, { completed_at: new Date().toISOString() });
  }
  await expect(done).toContainText('5');
  expect(reads - before).toBeLessThan(10);
});

/** Number of a link: the second line of a total, after its name. */
const valueIn = (text: string) => text.split('\n').slice(0, 2).at(-1) ?? '';

test('each number opens the list of the records that it counts', async ({ page, team }) => {
  test.slow();
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  await team.fill(page);
  let clicked = 0;
  for (const name of names) {
    const address = `/t/${team.slug}/reports/${name}`;
    await page.goto(address);
    const table = page.getByRole('table', { name: words.names[name], exact: true });
    await expect(table).toBeVisible();
    const links = page
      .getByRole('main')
      .locator(`ul[aria-label="${words.totals}"] a, table[aria-label="${words.names[name]}"] a`);
    const addresses = await Promise.all(
      (await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''),
    );
    /** Of each count, or of the first measure: the total, and the number of a row. */
    const chosen = new Map<string, number>();
    for (const [at, href] of addresses.entries()) {
      const params = new URLSearchParams(href.split('?')[1]);
      const isOfTotal = !params.has('row') && !params.has('without_key');
      const value = valueIn(await links.nth(at).innerText());
      const key = `${params.get('measure')} ${isOfTotal ? 'total' : 'row'}`;
      const { method } = reports[name].measures[params.get('measure') ?? ''] ?? {};
      const isChosen = method === 'count' || chosen.size === 0;
      if (isChosen && !chosen.has(key) && /[1-9]/.test(value)) chosen.set(key, at);
    }
    for (const [key, at] of chosen) {
      const [measure = ''] = key.split(' ');
      const link = links.nth(at);
      const digits = valueIn(await link.innerText()).replaceAll('.', '');
      await link.click();
      const count = page.getByRole('main').getByRole('heading', { level: 2, name: /registros?$/ });
      if (reports[name].measures[measure]?.method === 'count')
        await expect(count, `${name} ${key}`).toHaveText(new RegExp(`^${digits} registros?$`));
      else await expect(count, `${name} ${key}`).toHaveText(/^[1-9]/);
      clicked += 1;
      await page.goBack();
      await expect(table).toBeVisible();
    }
  }
  expect(clicked).toBeGreaterThan(15);
});

const setPhases = platformStatement(`
  update teams set deal_phases = '{lead,proposta,ganho,perdido}', won_phases = '{ganho}', lost_phases = '{perdido}' where slug = $slug`);

/** Adds deals of the last year that were three days in their first phase and six in the second. */
const addWon = platformStatement(`
  with team as (select id from teams where slug = $slug),
  d as (
    insert into deals (team_id, id, title, phase, source, value, created_at, updated_at)
    select team.id, uuid7(), 'Negócio ' || n, 'ganho', 'indicação', 1000, date_trunc('year', now()) - interval '180 days' + n * interval '1 day', now()
    from team cross join generate_series(1, 20) n returning *)
  insert into moves (team_id, resource, id, record_id, field, was, became, value, actor, moved_at)
  select d.team_id, 'deals', uuid7(), d.id, 'phase', m.was, m.became, d.value, 'user', d.created_at + m.after
  from d cross join (values ('lead', 'proposta', interval '3 days'), ('proposta', 'ganho', interval '9 days')) m (was, became, after)`);

/** Messages of contacts and answers in the middle of the last year, two hours later. */
const answerLastYear = platformStatement(`
  with c as (
    update conversations c set created_at = date_trunc('year', now()) - interval '180 days',
      first_answered_at = date_trunc('year', now()) - interval '180 days' + interval '2 hours'
    from teams x where x.slug = $slug and c.team_id = x.id returning c.team_id, c.id)
  update messages m set created_at = date_trunc('year', now()) - interval '180 days', sent_at = date_trunc('year', now()) - interval '180 days'
  from c where m.team_id = c.team_id and m.conversation_id = c.id`);

const requestSums = platformStatement(`
  insert into report_sum_states (team_id, report) select x.id, r.report from teams x, unnest($reports::text[]) r (report) where x.slug = $slug
  on conflict (team_id, report) do update set wanted_at = now()`);
const computedSums = platformStatement(
  'select s.report from report_sum_states s join teams x on x.id = s.team_id where x.slug = $slug and s.computed_at is not null',
);
/** Multiplies the stored numbers of records, so that a report of a few uses its sums. */
const pretendMany = platformStatement(`
  update report_sum_states s set months = (select json_object_agg(m.key, m.value::text::integer + 400000) from json_each(s.months) m)
  from teams x where x.slug = $slug and s.team_id = x.id`);

test('a report of sums says so: ≈ at its medians in numbers, table and chart, and the time of the sums', async ({
  page,
  team,
  database: { database },
}) => {
  test.slow();
  const { platform } = database;
  const { slug } = team;
  await team.enter(page, await team.add('Ana Prado', 'owner'));
  await platform.run(setPhases, { slug });
  await platform.run(addWon, { slug });
  await makeInboxOfThree(page, team);
  await platform.run(answerLastYear, { slug });
  const main = page.getByRole('main');
  const totals = main.getByRole('list', { name: words.totals });
  const asOf = main.getByText(/^≈ Medianas e percentis têm erro de até 5%/);
  const funnel = `/t/${slug}/reports/funnel?period=last-year`;
  const answers = `/t/${slug}/reports/answers?period=last-year&by=inbox`;
  const table = (name: string) => main.getByRole('table', { name, exact: true });
  const figure = main.getByRole('figure');

  // From all records.
  for (const [address, total] of [
    [funnel, /^Dias na fase\s*4,5 dias/],
    [answers, /^Primeira resposta\s*2 h/],
  ] as const) {
    await page.goto(address);
    await expect(totals.getByRole('listitem').filter({ hasText: total })).toBeVisible();
    await expect(figure).toBeVisible();
    await expect(main).not.toContainText('≈');
    await expect(asOf).toHaveCount(0);
  }

  await platform.run(requestSums, { slug, reports: ['funnel', 'answers'] });
  const round = { isStopping: () => false, isSteady: async () => true };
  await expect
    .poll(async () => {
      // A worker of the service may compute some of them.
      await addUpReports(database, round);
      return (await platform.run(computedSums, { slug })).length;
    })
    .toBe(2);
  await platform.run(pretendMany, { slug });

  await page.goto(funnel);
  await expect(asOf).toContainText(/contam até .*\d{4}/);
  await expect(totals).toContainText(/Dias na fase\s*≈ [\d,]+ dias/);
  await expect(totals).toContainText(/Entradas\s*60/);
  await expect(table('Funil').getByRole('columnheader', { name: '≈ Dias na fase' })).toBeVisible();
  await expect(table('Funil').getByRole('columnheader')).toContainText([
    ...['Fase', 'Entradas', 'Avançaram', 'Foram ganhos', '≈ Dias na fase'],
  ]);
  // Counts and shares are exact, also for screen readers.
  const lead = figure.getByRole('link', { name: /^Lead: Entradas 20, / });
  await expect(lead).toHaveAccessibleName(/Dias na fase: ≈ [\d,]+ dias/);
  await expect(lead).not.toHaveAccessibleName(/≈ 20|Avançaram: ≈/);

  await page.goto(answers);
  await expect(asOf).toBeVisible();
  await expect(totals).toContainText(/Respostas\s*3/);
  await expect(totals).toContainText(/Primeira resposta\s*≈ [\d,]+ h/);
  await expect(totals).toContainText(/Resposta, 90%\s*≈ [\d,]+ h/);
  await expect(table('Atendimento').getByRole('columnheader', { name: /^≈/ })).toHaveText([
    '≈ Primeira resposta',
    '≈ Resposta, 90%',
    '≈ Até resolver',
    '≈ Até resolver, 90%',
  ]);
  const inbox = figure.getByRole('link', { name: /^Atendimento: Primeira resposta ≈ [\d,]+ h/ });
  await expect(inbox).toBeVisible();
  await expect(inbox).toContainText(/≈ [\d,]+ h/);

  // Without medians nothing is an estimate.
  await page.goto(`/t/${slug}/reports/answers?period=last-year&by=bucket`);
  await expect(figure.getByRole('link', { name: /^1 a 4 h: Respostas 3/ })).toBeVisible();
  await expect(figure).not.toContainText('≈');
});
