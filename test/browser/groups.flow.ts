import { v7 as uuidv7 } from 'uuid';
import { platformStatement } from '#server/db/statement.ts';
import { post } from './panel-api.ts';
import { expect, test } from './team.ts';

/* Groups: shown for an inbox, read with their authors and members, and answered. */

const addInbox = platformStatement(`
  insert into inboxes (team_id, id, name, type, gateway)
  select id, $inbox::uuid, 'Atendimento', 'session', 'sandbox' from teams where slug = $slug`);

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

  await page.getByRole('textbox', { name: 'Resposta para o contato' }).fill('Ficou! Segue.');
  await page.keyboard.press('Control+Enter');
  await expect(log.getByRole('article').filter({ hasText: 'Ficou! Segue.' })).toBeVisible();
});
