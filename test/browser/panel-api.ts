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

/** Creates a client with work, hours, a contract and campaigns of this month, and a link to its report page. */
export async function makeClientReport(
  page: Page,
  team: BrowserTeam,
  pin: string | null,
): Promise<{ readonly link: string }> {
  const now = new Date();
  const day = (n: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, n === 0 ? 1 : 0))
      .toISOString()
      .slice(0, 10);
  const [first, last] = [day(0), day(1)];
  const client = await team.api('POST', '/clients', { type: 'PJ', name: 'Padaria Aurora' });
  const project = await team.api('POST', '/projects', {
    ...{ name: 'Site novo e redes sociais do ano inteiro', client_id: client.id },
  });
  for (const title of ['Página inicial', 'Rodapé com os endereços de todas as lojas', 'Contato']) {
    const task = await team.api('POST', '/tasks', { title, project_id: project.id });
    await team.api('PUT', `/tasks/${task.id}`, { completed_at: now.toISOString() });
  }
  for (const [title, included_hours] of [
    ['Redes sociais', 2],
    ['Manutenção do site', 20],
  ] as const)
    await team.api('POST', '/contracts', {
      ...{ title, client_id: client.id, project_ids: [project.id] },
      ...{ starts_on: first, included_hours, value: 5000, overage_rate: 200 },
    });
  await team.api('POST', '/time-entries', {
    ...{ project_id: project.id, started_at: now.toISOString(), minutes: 210 },
  });
  for (const [name, status] of [
    ['Black Friday', 'active'],
    ['Natal', 'scheduled'],
  ])
    await team.api('POST', '/campaigns', {
      ...{ name, status, project_id: project.id, start_date: first, end_date: last },
    });
  return post(page, team, `/clients/${client.id}/report-links`, {
    ...{ starts_on: first, ends_on: last, shows_values: true, pin },
  });
}
