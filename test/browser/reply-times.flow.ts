import { makeInbox, post } from './panel-api.ts';
import { chooseOption } from './select.ts';
import { expect, test } from './team.ts';

/* Times in which an inbox is to answer: set in its settings, seen in the list and in the conversation. */

const minuteMs = 60_000;

test('conversations say when the answer is due, in the list and its order, as a filter, and in the head, until it is sent', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  const inbox = await makeInbox(page, team, { name: 'Vendas' });
  await page.goto(`/t/${team.slug}/settings/inboxes/${inbox}/settings`);
  const first = page.getByLabel('Minutos até a primeira resposta');
  await first.fill('0');
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expect(first).toHaveJSProperty('validity.valid', false);
  await first.fill('120');
  await page.getByLabel('Minutos até as próximas respostas').fill('240');
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expect(page.getByText('A primeira resposta a uma mensagem de agora')).toBeVisible();

  const write = (number: number, name: string, minutesAgo: number) =>
    post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
      from: `551198765000${number}`,
      name,
      text: 'Oi, tem horário hoje?',
      at: new Date(Date.now() - minutesAgo * minuteMs).toISOString(),
    });
  await write(1, 'Ana Prado', 10);
  await write(2, 'Bruno Reis', 100);
  await write(3, 'Clara Nunes', 200);
  await page.goto(`/t/${team.slug}/conversations?view=all&sort=due`);
  const list = page.getByRole('region', { name: 'Lista de conversas' });
  const rows = list.getByRole('link', { name: 'Oi, tem horário hoje?' });
  const texts = [/Clara Nunes.*Atrasada há/, /Bruno Reis.*Vence em \d+ min/, /Ana Prado.*Vence em/];
  await expect(rows).toHaveText(texts);
  await rows.first().click();
  const head = page.getByRole('heading', { name: 'Clara Nunes' }).locator('..');
  await expect(head.getByText('Atrasada há')).toBeVisible();

  await page.getByRole('button', { name: 'Filtros' }).click();
  await chooseOption(
    page.getByRole('combobox', { name: 'Prazo de resposta', exact: true }),
    'Resposta atrasada',
  );
  await expect(rows).toHaveText(texts.slice(0, 1));
  await expect(list.getByRole('button', { name: /^Todas/ })).toHaveText(/1$/);
  await chooseOption(
    page.getByRole('combobox', { name: 'Prazo de resposta', exact: true }),
    'Atrasada ou vence em 30 min',
  );
  await expect(rows).toHaveText(texts.slice(0, 2));
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button', { name: /Tirar o filtro: Atrasada/ })).toBeVisible();

  // An answer ends the wait; the next message has the other time.
  await page.getByRole('textbox', { name: 'Resposta para o contato' }).fill('Temos às 16h.');
  await page.keyboard.press('Enter');
  await expect(head.getByText('Atrasada há')).toHaveCount(0);
  await expect(rows).toHaveText(texts.slice(1, 2));
  await write(3, 'Clara Nunes', 0);
  await expect(head.getByText('Vence em 4 h')).toBeVisible();
});
