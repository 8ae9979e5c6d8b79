import { startEvolution } from '#test/gateways/evolution.ts';
import { upsert } from '#test/gateways/evolution-messages.ts';
import { secondsNow } from '#test/gateways/gateway.ts';
import { makeInbox } from './panel-api.ts';
import { started } from './service.ts';
import { expect, test } from './team.ts';

/* Past messages of an inbox: offered once it is connected, brought in with their result, and read in their conversations. */

const day = 86_400;

test('after an inbox is connected, its earlier conversations are brought in', async ({
  page,
  team,
}) => {
  const gateway = await startEvolution();
  const people = [
    ['5511987654321', 'Ana Ribeiro'],
    ['5511912345678', 'Rui Padeiro'],
  ] as const;
  const add = (message: Parameters<typeof upsert>[0]) =>
    gateway.history.push({ ...upsert(message, 'instance'), MessageUpdate: [{ status: 'READ' }] });
  for (const [from, name] of people) {
    const at = secondsNow() - 20 * day;
    add({ from, name, text: 'Bom dia! Vocês fazem cardápio?', at });
    add({ from, name, text: 'Fazemos, sim. Segue o orçamento.', at: at + 60, fromMe: true });
    add({ from, name, kind: 'image', at: at + 120 });
    add({ from, name, kind: 'reaction', at: at + 180 });
  }
  add({
    from: '5511955554444',
    name: 'Bia',
    text: 'no grupo',
    group: true,
    at: secondsNow() - day,
  });
  try {
    await team.enter(page, await team.add('Marina Lopes', 'owner'));
    const inbox = await makeInbox(page, team, {
      ...{ gateway: 'evolution', name: 'Atendimento', config: undefined },
    });
    const { url, instance, globalKey } = gateway;
    const answer = await page.request.put(
      `${started().origin}/api/panel/teams/${team.slug}/inboxes/${inbox}/connect`,
      {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { config: { url, instance }, setup: { global_key: globalKey } },
      },
    );
    expect(answer.ok(), await answer.text()).toBe(true);
    await page.goto(`/t/${team.slug}/settings/inboxes/${inbox}/connect`);
    const section = page.locator('section', { hasText: 'Conversas anteriores' });
    await section.getByRole('combobox', { name: 'Período' }).click();
    await page.getByRole('option', { name: 'Tudo o que o gateway tem' }).click();
    await section.getByRole('button', { name: 'Trazer conversas anteriores' }).click();
    await expect(section.getByRole('status')).toHaveText('Terminado');
    await expect(section).toContainText('Mensagens trazidas6');
    await expect(section).toContainText('reações: 2');
    await expect(section).toContainText('grupos (esta caixa ignora grupos): 1');

    // Nothing is open or unread; the conversations are among the resolved ones.
    await page.goto(`/t/${team.slug}/conversations?view=all&status=resolved`);
    await page.getByRole('link', { name: /Ana Ribeiro/ }).click();
    const log = page.getByRole('log', { name: 'Mensagens' });
    await expect(log.getByText('Bom dia! Vocês fazem cardápio?')).toBeVisible();
    await expect(log.getByText('Ainda não baixada')).toBeVisible();
    await expect(log.getByRole('button', { name: 'Baixar agora' })).toBeVisible();
  } finally {
    await gateway.close();
  }
});
