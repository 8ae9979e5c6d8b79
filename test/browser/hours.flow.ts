import type { Page } from '@playwright/test';
import { makeInbox, post } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/* Business hours of the team and of an inbox. */

async function hoursOf(page: Page, { slug }: BrowserTeam) {
  const answer = await page.request.get(`/api/panel/teams/${slug}/business-hours`);
  const { data } = (await answer.json()) as {
    data: { hours: { weekly: object[]; holidays: object[] } | null };
  };
  return data.hours;
}

const calendar = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20260125',
  'SUMMARY:Aniversário de São Paulo',
  'RRULE:FREQ=YEARLY',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

test('the team’s hours are set, with a break at noon, local holidays and those of a calendar file', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await page.goto(`/t/${team.slug}/settings/hours`);
  await page.getByRole('button', { name: 'Definir horário' }).click();
  await expect(page.getByLabel('Segunda-feira, abre')).toHaveValue('09:00');
  // Nothing applies until it is saved.
  expect(await hoursOf(page, team)).toBeNull();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Definir horário' }).click();
  await page.getByLabel('Segunda-feira, fecha').fill('12h');
  await page.getByRole('button', { name: 'Adicionar período: segunda-feira' }).click();
  await expect(page.getByLabel('Segunda-feira, abre (2)')).toHaveValue('13:00');
  // A block that begins before the last one ends is refused at once.
  await page.getByLabel('Segunda-feira, abre (2)').fill('11');
  await page.getByLabel('Segunda-feira, fecha (2)').fill('18:30');
  await page.getByLabel('Segunda-feira, fecha (2)').press('Tab');
  await expect(page.getByText('Confira segunda-feira')).toBeVisible();
  await page.getByLabel('Segunda-feira, abre (2)').fill('13h30');
  await page.getByRole('button', { name: 'Copiar a segunda para os outros dias úteis' }).click();
  await expect(page.getByText('Confira segunda-feira')).toHaveCount(0);
  await expect(page.getByLabel('Sexta-feira, fecha (2)')).toHaveValue('18:30');
  await page.getByLabel('Dia', { exact: true }).fill('24/06/2026');
  await page.getByLabel('Nome do dia').fill('São João');
  await page.getByLabel('Nome do dia').press('Enter');
  await page.getByLabel('Dia', { exact: true }).fill('24/06/2026');
  await page.getByLabel('Nome do dia').fill('Festa junina');
  await expect(page.getByText('Este dia já está na lista: São João.')).toBeVisible();
  await page
    .getByLabel('Importar arquivo .ics')
    .first()
    .setInputFiles({
      name: 'feriados.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(calendar),
    });
  await expect(page.getByText('1 dia adicionado. Salve para aplicar.')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Remover Aniversário de São Paulo' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  const hours = await hoursOf(page, team);
  expect(hours?.weekly).toHaveLength(10);
  expect(hours?.weekly).toContainEqual({ weekday: 5, from: '13:30', to: '18:30' });
  expect(hours?.holidays).toEqual([
    { date: '2026-01-25', name: 'Aniversário de São Paulo', yearly: true },
    { date: '2026-06-24', name: 'São João', yearly: true },
  ]);
  await expect(page.getByRole('heading', { name: 'Próximos dias fechados' })).toBeVisible();

  await page.getByRole('button', { name: 'Remover o horário' }).click();
  await expect(page.getByRole('button', { name: 'Definir horário' })).toBeVisible();
  expect(await hoursOf(page, team)).toBeNull();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByLabel('Sexta-feira, fecha (2)')).toHaveValue('18:30');
  expect(await hoursOf(page, team)).toEqual(hours);
});

test('an inbox greets its contacts, and the thread names the reply as automatic', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const inbox = await makeInbox(page, team, { name: 'Vendas' });
  await page.goto(`/t/${team.slug}/settings/inboxes/${inbox}/settings`);
  await page.getByLabel('Saudação').fill('Olá! Já respondemos.');
  await page.getByRole('button', { name: 'Salvar respostas' }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();
  const { conversation_id: conversation } = await post<{ conversation_id: string }>(
    page,
    team,
    `/inboxes/${inbox}/sandbox-messages`,
    { from: '5511987654321', text: 'Bom dia' },
  );
  await page.goto(`/t/${team.slug}/conversations/${conversation}?view=all`);
  const reply = page.getByRole('article').filter({ hasText: 'Olá! Já respondemos.' });
  await expect(reply).toContainText('Resposta automática');
});

test('an inbox follows the team’s hours until it has different ones; members only read them', async ({
  page,
  team,
  browser,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const inbox = await makeInbox(page, team, { name: 'Vendas' });
  const at = `/t/${team.slug}/settings/inboxes/${inbox}`;
  await page.goto(at);
  await page.getByRole('link', { name: 'Configurar atendimento' }).click();
  await expect(page.getByText('a caixa conta como sempre aberta')).toBeVisible();
  await page.getByRole('button', { name: 'Usar um horário próprio' }).click();
  await page.getByLabel('Quarta-feira, fecha').fill('24');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Alterações salvas.')).toBeVisible();

  const members = await browser.newContext();
  const reader = await members.newPage();
  await team.enter(reader, await team.add('Caio Nunes', 'member'));
  await reader.goto(`${at}/settings`);
  await expect(reader.getByText('09:00–24:00')).toBeVisible();
  await expect(reader.getByRole('textbox')).toHaveCount(0);
  await expect(reader.getByRole('button', { name: 'Salvar' })).toHaveCount(0);
  await members.close();

  await page.getByRole('button', { name: 'Usar o horário da equipe' }).click();
  await expect(page.getByText('a caixa conta como sempre aberta')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByLabel('Quarta-feira, fecha')).toHaveValue('24:00');
  await page.getByRole('button', { name: 'Usar o horário da equipe' }).click();
  await expect(page.getByText('a caixa conta como sempre aberta')).toBeVisible();
  expect(await hoursOf(page, team)).toBeNull();
});
