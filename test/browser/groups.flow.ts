import { v7 as uuidv7 } from 'uuid';
import { platformStatement } from '#server/db/statement.ts';
import { makeInbox, post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Groups: shown for an inbox, read with their authors and members, and answered. */

const addInbox = platformStatement(`
  insert into inboxes (team_id, id, name, type, gateway)
  select id, $inbox::uuid, 'Atendimento', 'session', 'sandbox' from teams where slug = $slug`);

const lastMessage = platformStatement(`
  select m.content, json_array_length(m.mentions) as count from messages m join teams t on t.id = m.team_id
  where t.slug = $slug order by m.created_at desc limit 1`);

test('an admin shows groups, and a group is read with its authors and members, and answered', async ({
  page,
  team,
  database: { database },
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const inbox = uuidv7();
  await database.platform.run(addInbox, { inbox, slug: team.slug });
  const receive = async (name: string, from: string, text: string, more = {}) => {
    const data = { from, name, text, group_name: 'Padaria Pão Quente · Campanha', ...more };
    const path = `/inboxes/${inbox}/sandbox-messages`;
    return (await post<{ message_id: string | null }>(page, team, path, data)).message_id;
  };
  const [ana, rui] = ['5511987654321', '5511912345678'];
  expect(await receive('Ana Ribeiro', ana, 'Alguém aí?')).toBeNull();

  await page.goto(`/t/${team.slug}/settings/inboxes/${inbox}`);
  await page.getByRole('combobox', { name: 'Grupos nas conversas' }).click();
  await page.getByRole('option', { name: /^Mostrar como as outras/ }).click();
  await expect(page.getByText('Salvo.')).toBeVisible();

  const first = await receive('Ana Ribeiro', ana, 'Bom dia! A arte da campanha ficou pronta?');
  await receive('Ana Ribeiro', ana, 'Preciso mandar para a gráfica hoje.');
  await receive('Rui Padeiro', rui, 'Eu gostei da segunda opção.');
  await receive('Rui Padeiro', rui, '👍', { type: 'reaction', quoted: first });

  await page.goto(`/t/${team.slug}/conversations?view=unassigned`);
  const row = page.getByRole('link', { name: /Padaria Pão Quente · Campanha/ });
  await expect(row).toContainText('Rui: Eu gostei da segunda opção.');
  await expect(row).toContainText('Grupo');
  await row.click();
  const log = page.getByRole('log', { name: 'Mensagens' });
  await expect(log.getByText('Ana Ribeiro')).toHaveCount(1);
  await expect(log.getByText('Rui Padeiro', { exact: true })).toHaveCount(1);
  await expect(log.getByText('Rui Padeiro reagiu com 👍')).toHaveCount(1);
  const members = page.getByRole('region', { name: 'Participantes' });
  await expect(members.getByRole('listitem')).toHaveText([/^ARAna Ribeiro/, /^RPRui Padeiro/]);

  const field = page.getByRole('textbox', { name: 'Resposta para o grupo' });
  await field.fill('Ficou! Segue.');
  await page.keyboard.press('Control+Enter');
  await expect(log.getByRole('article').filter({ hasText: 'Ficou! Segue.' })).toBeVisible();

  // Mentions: by the keyboard, by a digit, and by a tap.
  await field.pressSequentially('@ri');
  const offered = page.getByRole('listbox', { name: 'Participantes do grupo' });
  await expect(offered.getByRole('option')).toHaveText([/^Ana Ribeiro\+55 11 98765-4321$/]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('@Ana Ribeiro ');
  await field.pressSequentially('e @1234');
  await offered.getByRole('option', { name: /Rui Padeiro/ }).click();
  await field.pressSequentially('está aprovado?');
  await expect(field).toHaveValue('@Ana Ribeiro e @Rui Padeiro está aprovado?');
  await page.keyboard.press('Control+Enter');
  const sent = log.getByRole('article').filter({ hasText: 'está aprovado?' });
  await expect(sent.getByText('@Rui Padeiro', { exact: true })).toBeVisible();
  await expect(sent).not.toContainText('5511');
  await expect
    .poll(async () => (await database.platform.run(lastMessage, { slug: team.slug }))[0])
    .toEqual({ content: `@${ana} e @${rui} está aprovado?`, count: 2 });
  await expect(row).toContainText('@Ana Ribeiro e @Rui Padeiro está aprovado?');

  // A member mentions another one.
  await receive('Rui Padeiro', rui, `Sim, @${ana} mandou ontem.`);
  const answer = log.getByRole('article').filter({ hasText: 'mandou ontem' });
  await expect(answer.getByText('@Ana Ribeiro', { exact: true })).toBeVisible();
});

test('a group is linked to a client and to a project, whose pages have it, and its messages become a task and a deal', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  const { id: client_id } = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Sol' });
  const project = await team.api('POST', '/projects', { name: 'Campanha de Natal', client_id });
  await team.api('POST', '/deals', { title: 'Cardápio novo', client_id });
  const inbox = await makeInbox(page, team);
  const groups = `/api/panel/teams/${team.slug}/inboxes/${inbox}/groups`;
  const chosen = await page.request.put(groups, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { groups: 'show' },
  });
  expect(chosen.ok(), await chosen.text()).toBe(true);
  const { conversation_id: id } = await post<{ conversation_id: string }>(
    page,
    team,
    `/inboxes/${inbox}/sandbox-messages`,
    {
      ...{ from: '5511987654321', name: 'Ana Ribeiro', group_name: 'Padaria · Natal' },
      text: 'A vitrine precisa ficar pronta até sexta.',
    },
  );
  const address = `/t/${team.slug}/conversations/${id}?view=all`;
  await page.goto(address);
  const link = page.getByRole('region', { name: 'Cliente ou projeto do grupo' });
  const work = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(work('Negócios abertos')).toContainText('Vincule o grupo a um cliente ou projeto');
  await link.getByRole('button', { name: /Cliente$/ }).click();
  await link.getByRole('combobox', { name: 'Cliente' }).fill('padaria');
  await link.getByRole('option', { name: 'Padaria Sol' }).click();
  await expect(link.getByRole('link', { name: 'Padaria Sol' })).toBeVisible();
  await expect(work('Negócios abertos')).toContainText('Cardápio novo');

  await link.getByRole('button', { name: /Projeto$/ }).click();
  await link.getByRole('combobox', { name: 'Projeto' }).fill('natal');
  await link.getByRole('option', { name: 'Campanha de Natal' }).click();
  await expect(link.getByRole('link')).toHaveText(['Padaria Sol', 'Campanha de Natal']);
  await expect(link.getByRole('button', { name: 'Remover Cliente' })).toHaveCount(0);

  // A task in the linked project, and a deal of its client, from a message.
  const message = page.getByRole('log').getByRole('article').filter({ hasText: 'A vitrine' });
  const choose = async (item: string) => {
    await message.hover();
    await message.getByRole('button', { name: /^Ações da mensagem/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Criar tarefa');
  const task = page.getByRole('dialog');
  await expect(task).toContainText('Campanha de Natal');
  await task.getByRole('textbox').first().press('Enter');
  await expect(task).toBeHidden();
  await expect(work('Tarefas abertas')).toContainText('A vitrine precisa ficar pronta');
  await choose('Criar negócio');
  const deal = page.getByRole('dialog', { name: 'Novo negócio' });
  await deal.getByRole('button', { name: 'Criar negócio' }).click();
  await expect(deal).toBeHidden();
  await expect(work('Negócios abertos')).toContainText('A vitrine precisa ficar pronta');
  const stored = async (path: string) => {
    const answer = await page.request.get(`/api/panel/teams/${team.slug}${path}`);
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
  };
  const text = expect.stringContaining('> A vitrine precisa ficar pronta até sexta.');
  expect(await stored('/tasks')).toMatchObject([{ project_id: project.id, description: text }]);
  expect(await stored('/deals?sort=-created_at&limit=1')).toMatchObject([
    { client_id, description: text },
  ]);

  await page.goto(`/t/${team.slug}/clients/${client_id}`);
  await expect(work('Conversas').getByRole('link', { name: 'Padaria · Natal' })).toBeVisible();
  await page.goto(`/t/${team.slug}/projects/${project.id}`);
  const ofProject = work('Grupos de conversa');
  await expect(ofProject).toContainText('Aguardando resposta');
  await expect(ofProject.getByRole('link', { name: 'Padaria · Natal' })).toBeVisible();
  await page.goto(address);
  await link.getByRole('button', { name: /^Remover Projeto/ }).click();
  await expect(link.getByRole('link')).toHaveCount(0);
});
