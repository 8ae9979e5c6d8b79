import { beginConversation, makeInbox, post } from './panel-api.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Changes of a conversation appear between its messages, with their author and time, on all screens at once. */

test('a conversation that is assigned, snoozed, resolved and reopened says by whom, in both languages', async ({
  page,
  team,
  browser,
}) => {
  const [ana, bia] = [
    await team.add('Ana Souza', 'owner'),
    await team.add('Bia Reis', 'member', 'en'),
  ];
  await team.enter(page, ana);
  const id = await beginConversation(team, await makeInbox(page, team));
  const address = `${started().origin}/t/${team.slug}/conversations/${id}`;
  const context = await browser.newContext({ locale: 'en' });
  const second = await context.newPage();
  await team.enter(second, bia);
  await Promise.all([page.goto(address), second.goto(address)]);
  const log = (each: typeof page) => each.getByRole('log');
  await expect(log(page).getByText('Bom dia!', { exact: true })).toBeVisible();
  await expect(log(second).getByText('Bom dia!', { exact: true })).toBeVisible();
  for (const [verb, data, ownLine, seenLine] of [
    [
      'assign',
      { assignee_id: bia.userId },
      'Você atribuiu a conversa a Bia Reis',
      'Ana Souza assigned the conversation to you',
    ],
    [
      'assign',
      { assignee_id: ana.userId },
      'Você assumiu a conversa',
      'Ana Souza took the conversation',
    ],
    ['unassign', {}, 'Você deixou a conversa sem dono', 'Ana Souza unassigned the conversation'],
    [
      'snooze',
      { until: '2099-01-05T12:00:00Z' },
      /Você adiou a conversa até .*5 de jan/,
      /Ana Souza snoozed the conversation until .*Jan 5/,
    ],
    ['resolve', {}, 'Você resolveu a conversa', 'Ana Souza resolved the conversation'],
    ['reopen', {}, 'Você reabriu a conversa', 'Ana Souza reopened the conversation'],
  ] as const) {
    await post(page, team, `/msgapp/conversations/${id}/${verb}`, data);
    await expect(log(page).getByText(ownLine)).toBeVisible();
    await expect(log(second).getByText(seenLine)).toBeVisible();
  }
  // A message after them begins below, and a reload shows the same.
  await page.reload();
  await expect(log(page).getByText('Você reabriu a conversa')).toBeVisible();
  await context.close();
});

test('in an inbox with this setting, the first answer takes an unassigned conversation', async ({
  page,
  team,
}) => {
  await team.enter(page, await team.add('Ana Souza', 'owner'));
  const inbox = await makeInbox(page, team);
  const id = await beginConversation(team, inbox);
  await page.goto(`${started().origin}/t/${team.slug}/settings/inboxes/${inbox}/settings`);
  const setting = page.getByRole('checkbox', {
    name: 'Quem responde assume a conversa sem responsável',
  });
  await expect(setting).not.toBeChecked();
  await setting.click();
  await expect(setting).toBeChecked();
  await page.reload();
  await expect(setting).toBeChecked();
  await page.goto(`${started().origin}/t/${team.slug}/conversations/${id}`);
  const field = page.getByRole('textbox', { name: 'Resposta para o contato' });
  await field.fill('Oi!');
  await field.press('Enter');
  await expect(page.getByRole('log').getByText('Você assumiu a conversa')).toBeVisible();
  await expect(page.getByRole('button', { name: /Ana Souza/ }).first()).toBeVisible();
});
