import type { Page } from '@playwright/test';
import { started } from './service.ts';
import { type BrowserTeam, expect } from './team.ts';

/* Preparations of browser tests through the panel's API, as the signed-in person of a page. */

/** Sends a POST request. @returns the answer's data */
export async function post<T = { readonly id: string }>(
  page: Page,
  { slug }: Pick<BrowserTeam, 'slug'>,
  path: string,
  data: object,
): Promise<T> {
  const answer = await page.request.post(`${started().origin}/api/panel/teams/${slug}${path}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

/** Creates an inbox, as an admin; of the sandbox by default. @returns its id */
export async function makeInbox(page: Page, team: BrowserTeam, fields = {}): Promise<string> {
  const inbox = { name: 'Caixa', type: 'session', gateway: 'sandbox', config: {}, ...fields };
  return (await post(page, team, '/inboxes', inbox)).id;
}

/** Creates an inbox with messages of three contacts, `Pessoa 1` to `Pessoa 3`, as an admin. */
export async function makeInboxOfThree(page: Page, team: BrowserTeam): Promise<void> {
  const inbox = await makeInbox(page, team, { name: 'Atendimento' });
  for (const number of [1, 2, 3])
    await post(page, team, `/inboxes/${inbox}/sandbox-messages`, {
      from: `551198765000${number}`,
      name: `Pessoa ${number}`,
      text: 'Oi, tem horário hoje?',
    });
}

/** Starts a conversation by a message to a contact. @returns its id */
export async function beginConversation(
  team: BrowserTeam,
  inbox: string,
  phone = '5511987654321',
): Promise<string> {
  const content = 'Bom dia!';
  const message = await team.api('POST', '/msgapp/messages', { inbox_id: inbox, phone, content });
  return (message as unknown as { conversation_id: string }).conversation_id;
}
