import type { Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import { chooseOption } from './select.ts';
import { expect, test } from './team.ts';

/* Workflows: created by form with the JSON next to it, tested without effects, followed step by step as they run, stopped and continued. */

/** Calls the panel's API like the page. */
async function ask(page: Page, method: 'get' | 'post' | 'put', path: string, data?: object) {
  const answer = await page.request[method](`/api/panel/teams${path}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(data && { data }),
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()).data;
}

const step = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Passo a passo' }).getByRole('listitem').filter({ hasText: name });

test('created from an example by form and tested on a real deal, it runs when the deal is won', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const base = `/${team.slug}`;
  await ask(page, 'put', `${base}/settings`, {
    deal_phases: ['Proposta', 'Fechado'],
    won_phases: ['Fechado'],
  });
  const client = await ask(page, 'post', `${base}/clients`, { type: 'PJ', name: 'Padaria Sol' });
  await ask(page, 'post', `${base}/projects`, { name: 'Loja da padaria' });
  const deal = await ask(page, 'post', `${base}/deals`, {
    title: 'Loja virtual',
    phase: 'Proposta',
    value: 12500,
    client_id: client.id,
  });
  await page.goto(`/t/${team.slug}/settings/workflows`);
  await page.getByRole('link', { name: 'Criar fluxo' }).first().click();
  await page.getByRole('button', { name: /^Negócio ganho: abrir o projeto/ }).click();
  // The team's won phase is preselected, and templates preview their values.
  await expect(page.getByRole('button', { name: /^Fechado\s+Indo para a fase/ })).toBeVisible();
  await expect(page.getByText('Vai ficar: Kick-off: Loja virtual')).toBeVisible();

  // Missing values are marked at their field.
  await page.getByRole('button', { name: 'Criar e ligar' }).click();
  await expect(page.getByRole('alert')).toContainText('Falta acertar');
  const steps = page.getByRole('list', { name: 'Faça isto, nesta ordem' });
  await expect(steps.getByText('Preencha aqui.')).toHaveCount(1);
  const project = steps.getByRole('button', { name: /Projeto \(obrigatório\)/ });
  await expect(project).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Loja');
  await expect(page.getByRole('option', { name: 'Loja da padaria' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(project).toContainText('Loja da padaria');
  await expect(steps.getByText('Preencha aqui.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Ações para Passo 3: Enviar mensagem' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();

  // Steps are moved by keyboard; the JSON next to them matches, and shows its mistakes.
  await page.getByRole('button', { name: /^Mover Passo 2: Criar atividade/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: /^Mover Passo 1: Criar atividade/ })).toBeFocused();
  await page.getByRole('button', { name: 'Mostrar JSON' }).click();
  const json = page.getByRole('textbox', { name: 'O fluxo em JSON' });
  const text = await json.inputValue();
  expect(JSON.parse(text).steps.map(({ type }: { type: string }) => type)).toEqual([
    'create_activity',
    'create_task',
  ]);
  await json.fill(text.replace('"trigger":', '"trigger"'));
  await expect(page.getByText('Linha 3, coluna 13: aqui falta : depois do nome.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toBeDisabled();
  await json.fill(text.replace('Negócio ganho: abrir o projeto', 'Abrir o projeto'));
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(
    'Abrir o projeto',
  );

  // Tested on the deal, which is not won yet: without any effect.
  await page.getByRole('button', { name: /Negócio para testar/ }).click();
  await page.getByRole('option', { name: 'Loja virtual' }).click();
  await expect(page.getByText('Este fluxo não rodaria com este registro.')).toBeVisible();
  await expect(page.getByText('Foi só um teste: nada foi feito.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Faria' })).toHaveCount(2);
  await expect(page.getByText('Kick-off: Loja virtual').last()).toBeVisible();
  expect(await ask(page, 'get', `${base}/tasks`)).toEqual([]);

  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Abrir o projeto' })).toBeVisible();
  await page.getByRole('tab', { name: 'Execuções' }).click();
  await expect(page.getByText('Ainda não rodou.')).toBeVisible();
  await ask(page, 'put', `${base}/deals/${deal.id}`, { phase: 'Fechado' });
  const row = page.getByRole('row', { name: /Loja virtual/ });
  await expect(row).toContainText('Concluída');
  await row.getByRole('link').first().click();
  await expect(step(page, /Passo 1: Criar atividade/)).toContainText('Feito');
  await expect(
    step(page, /Passo 1: Criar atividade/).getByRole('link', { name: 'Ver a atividade criada' }),
  ).toBeVisible();
  // The text of the created task, not its template.
  await expect(step(page, /Passo 2: Criar tarefa/)).toContainText('Kick-off: Loja virtual');
  await step(page, /Passo 2: Criar tarefa/)
    .getByRole('link', { name: 'Ver a tarefa criada' })
    .click();
  await expect(
    page.getByRole('complementary').getByRole('textbox', { name: 'Título' }),
  ).toHaveValue('Kick-off: Loja virtual');
});

test('started by time: its days are chosen, its next times shown, and it is listed as a sentence', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await page.goto(`/t/${team.slug}/settings/workflows/new?from=empty`);
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Fechamento');
  await chooseOption(
    page.getByRole('combobox', { name: 'Acontecimento' }),
    'Chega um dia e horário',
  );
  await expect(page.getByRole('checkbox', { name: 'segunda-feira' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'domingo' })).not.toBeChecked();
  await chooseOption(page.getByRole('combobox', { name: 'Repetir' }), 'Em dias do mês');
  const days = page.getByRole('textbox', { name: 'Dias do mês' });
  await days.fill('1, 32');
  await expect(page.getByText('Escreva dias de 1 a 31, separados por vírgulas.')).toBeVisible();
  await days.fill('15, 1');
  await page.getByRole('textbox', { name: 'Horário' }).fill('8h30');
  await chooseOption(
    page.getByRole('combobox', { name: 'Se for dia fechado' }),
    'Roda no próximo dia aberto',
  );
  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  await expect(page.getByRole('menuitem', { name: 'Alterar o negócio' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Criar atividade' }).click();
  const steps = page.getByRole('list', { name: 'Faça isto, nesta ordem' });
  await steps.getByRole('textbox', { name: /Título/ }).fill('Fechar {{schedule.date}}');
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  await expect(page.getByText('Este fluxo rodaria nestes dias:')).toBeVisible();
  const times = page.getByRole('list', { name: 'Próximas vezes' }).getByRole('listitem');
  await expect(times).toHaveCount(5);
  await expect(times.first()).toContainText('08:30');
  await page.getByRole('button', { name: 'Criar e ligar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fechamento' })).toBeVisible();
  await page.goto(`/t/${team.slug}/settings/workflows`);
  await expect(
    page.getByText(
      'Quando chega a hora: todo mês, no dia 1 e 15, às 08:30, ou no próximo dia aberto, se for dia fechado',
    ),
  ).toBeVisible();
  const [{ trigger }] = await ask(page, 'get', `/${team.slug}/workflows`);
  expect(trigger).toEqual({
    type: 'schedule',
    at: '08:30',
    month_days: [1, 15],
    closed_days: 'after',
  });
});

test('started by a wait: a deal that stays in its phase for three days in business hours', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const base = `/${team.slug}`;
  await ask(page, 'post', `${base}/deals`, { title: 'Loja virtual', phase: 'proposta' });
  await page.goto(`/t/${team.slug}/settings/workflows/new?from=empty`);
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Negócio parado');
  await chooseOption(
    page.getByRole('combobox', { name: 'Acontecimento' }),
    'Um negócio fica muito tempo na fase',
  );
  await page.getByRole('textbox', { name: 'Mais de' }).fill('3');
  await page.getByRole('checkbox', { name: 'Contar só o horário de atendimento' }).check();
  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  await page.getByRole('menuitem', { name: 'Criar atividade' }).click();
  const steps = page.getByRole('list', { name: 'Faça isto, nesta ordem' });
  await steps.getByRole('textbox', { name: /Título/ }).fill('Retomar {{deal.title}}');
  await page.getByRole('button', { name: /Negócio para testar/ }).click();
  await page.getByRole('option', { name: 'Loja virtual' }).click();
  await expect(page.getByText('Este registro ainda não esperou o bastante.')).toBeVisible();
  await expect(page.getByText(/^O tempo acaba em /)).toBeVisible();
  await page.getByRole('button', { name: 'Criar e ligar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Negócio parado' })).toBeVisible();
  await page.goto(`/t/${team.slug}/settings/workflows`);
  await expect(
    page.getByText(
      'Quando um negócio está há mais de 3 dias na mesma fase, em horário de atendimento',
    ),
  ).toBeVisible();
  const [{ trigger }] = await ask(page, 'get', `${base}/workflows`);
  expect(trigger).toEqual({
    type: 'waiting_longer_than',
    record: 'deal',
    for: '3d',
    business_hours: true,
  });
});

const fail = platformStatement(`
  with r as (
    update workflow_runs set status = 'failed', reason = $reason, reason_details = $details, next_step_at = null, completed_at = now()
    where id = $run and status = 'pending' returning team_id, id)
  insert into workflow_steps (team_id, run_id, step, type, status, reason, reason_details, completed_at)
  select team_id, id, 1, 'create_activity', 'failed', $reason, $details, now() from r`);
const missing = { code: 'missing', text: 'project_id: no project has this id.' };

test('a failed run is continued; another is stopped; an old version is restored', async ({
  page,
  team,
  database: { database },
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const base = `/${team.slug}`;
  const definition = {
    name: 'Retomar',
    trigger: { type: 'deal_created' },
    steps: [
      { type: 'wait', with: { for: '90d' } },
      {
        type: 'create_activity',
        with: { title: 'Retomar {{deal.title}}', deal_id: '{{deal.id}}' },
      },
    ],
  };
  const workflow = await ask(page, 'post', `${base}/workflows`, { definition });
  for (const title of ['Site novo', 'Loja nova'])
    await ask(page, 'post', `${base}/deals`, { title });
  const at = `/t/${team.slug}/settings/workflows/${workflow.id}`;
  await page.goto(`${at}?tab=runs`);
  const rows = page.getByRole('table', { name: 'Execuções' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Esperando' })).toHaveCount(2);

  await rows.filter({ hasText: 'Loja nova' }).getByRole('link').first().click();
  await expect(page.getByRole('timer')).toHaveText(/^Próximo passo em (90 dias|89 dias 23 h)/);
  await expect(step(page, /Passo 2/)).toContainText('Ainda não');
  await page.getByRole('button', { name: 'Parar execução' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Parar execução' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Parada' })).toBeVisible();
  await expect(step(page, /Passo 2/)).toContainText('Não chegou aqui');

  const runs = await ask(page, 'get', `${base}/workflow-runs?status=pending`);
  await database.platform.run(fail, {
    run: runs[0].id,
    reason: missing.text,
    details: storedDetails(missing),
  });
  await page.goto(`${at}/runs/${runs[0].id}`);
  await expect(step(page, /Passo 2/)).toContainText('Algo que este passo usa não existe mais.');
  await page.getByRole('button', { name: 'Continuar de onde parou' }).click();
  await expect(step(page, /Passo 2/)).toContainText('Feito');
  await expect(page.getByRole('link', { name: 'Ver a atividade criada' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Site novo' })).toBeVisible();

  await ask(page, 'put', `${base}/workflows/${workflow.id}`, {
    definition: {
      ...definition,
      steps: [{ type: 'wait', with: { for: '30d' } }, definition.steps[1]],
    },
  });
  await page.goto(`${at}?tab=versions`);
  await expect(page.getByText('Passo 1 mudou: Esperar. Tempo: 90 dias → 30 dias')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar para esta: Versão 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Voltar para esta' }).click();
  const latest = page.getByRole('listitem').filter({ hasText: 'Versão 3' });
  await expect(latest).toContainText('Em uso');
  await expect(latest).toContainText('por Marina Lopes');
  expect((await ask(page, 'get', `${base}/workflows/${workflow.id}`)).steps[0].with).toEqual({
    for: '90d',
  });
});
