import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { platformStatement } from '#server/db/statement.ts';
import type { ModelRequest } from '#test/support/intelligence/model-endpoint.ts';
import { makeInbox, post } from './panel-api.ts';
import { started } from './service.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/*
 * Summaries and suggested replies by the operator's language model: with consent only, as plain text, never sent, and refused to those who may not ask. The
 * endpoint chooses its behavior by a word in the data (service.ts).
 */

const consent = (page: Page) =>
  page.getByRole('checkbox', { name: 'Permitir o envio ao modelo de linguagem' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Resposta para o contato' });
const suggest = (page: Page) => page.getByRole('button', { name: 'Sugerir resposta' });
const insight = (page: Page) =>
  page.getByRole('heading', { name: 'Resumo', exact: true }).locator('xpath=ancestor::section[1]');
const writeButton = (page: Page) =>
  page.getByRole('button', { name: 'Resumir com o modelo de linguagem' });

const setRole = platformStatement(
  'update users set role = $role where team_id = (select id from teams where slug = $slug) and id = $id',
);
const restrict = platformStatement(
  'update inboxes set is_restricted = true where team_id = (select id from teams where slug = $slug)',
);
const hideValues = platformStatement(
  'update users set sees_values = false where team_id = (select id from teams where slug = $slug) and id = $id',
);

/** Requests that the endpoint has received and that contain a word. */
async function requestsWith(word: string): Promise<readonly ModelRequest[]> {
  const answer = await fetch(`${started().modelUrl}/requests`);
  return ((await answer.json()) as ModelRequest[]).filter(({ data }) => data.includes(word));
}

/** Consents as the signed-in owner or admin of the page. */
const consentByApi = async (page: Page, { slug }: BrowserTeam) => {
  const answer = await page.request.put(
    `${started().origin}/api/panel/teams/${slug}/intelligence/settings`,
    { headers: { 'sec-fetch-site': 'same-origin' }, data: { uses_endpoint: true } },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
};

/** A conversation with a message of a contact, in the sandbox. @returns its id */
async function receive(page: Page, team: BrowserTeam, text: string, inbox?: string) {
  const id = inbox ?? (await makeInbox(page, team));
  await post(page, team, `/inboxes/${id}/sandbox-messages`, {
    from: '5511987650001',
    name: 'Érica Nóbrega',
    text,
  });
  const path = `/api/panel/teams/${team.slug}/msgapp/conversations`;
  let conversation = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(started().origin + path);
      const { data } = (await answer.json()) as { data: { id: string }[] };
      conversation = data[0]?.id ?? '';
      return conversation;
    })
    .not.toBe('');
  return { inbox: id, conversation };
}

/** Number of messages of this side. */
async function outgoing(page: Page, { slug }: BrowserTeam, id: string): Promise<number> {
  const path = `/api/panel/teams/${slug}/msgapp/conversations/${id}/messages`;
  const answer = await page.request.get(started().origin + path);
  const { data } = (await answer.json()) as { data: { direction: string }[] };
  return data.filter(({ direction }) => direction === 'outgoing').length;
}

test('an admin consents and withdraws; the summary follows a change, and the model writes it as plain text', async ({
  page,
  browser,
  team,
}) => {
  test.slow();
  const deal = await team.api('POST', '/deals', {
    title: 'Site da padaria',
    description: 'resposta:markup',
    phase: 'lead',
    value: 12_000,
  });
  await team.enter(page, await team.add('Marina Lopes', 'admin'));
  await page.goto(`/t/${team.slug}/deals/${deal.id}`);
  await expect(insight(page)).toContainText('Valor: R$ 12.000,00');
  await expect(writeButton(page)).toHaveCount(0);

  await page.goto(`/t/${team.slug}/settings/intelligence`);
  await expect(consent(page)).not.toBeChecked();
  await consent(page).click();
  await expect(consent(page)).toBeChecked();
  await page.reload();
  await expect(consent(page)).toBeChecked();

  // Another tab sees a change within a round of the worker.
  const tab = await (await browser.newContext()).newPage();
  await team.enter(tab, await team.add('Rui Prado', 'member'));
  await tab.goto(`${started().origin}/t/${team.slug}/deals/${deal.id}`);
  await expect(insight(tab)).toContainText('Em Lead');
  await team.api('PUT', `/deals/${deal.id}`, { phase: 'proposta', value: 15_000 });
  await expect(insight(tab)).toContainText('Passou por Lead → Proposta', { timeout: 150_000 });
  await expect(insight(tab)).toContainText('R$ 15.000,00');

  // The answer has thoughts, markup, a link and an image.
  await writeButton(tab).click();
  await expect(insight(tab)).toContainText('Cliente quer fechar em janeiro. Veja o site.');
  await expect(insight(tab)).toContainText('Escrito por um modelo de linguagem.');
  await expect(insight(tab).locator('a, img, script, b')).toHaveCount(0);
  expect(await insight(tab).textContent()).not.toMatch(/evil|http|<|\*\*|pensei/);
  // The facts replace it, and the page says so.
  await team.api('PUT', `/deals/${deal.id}`, { value: 16_000 });
  await expect(insight(tab)).toContainText('R$ 16.000,00', { timeout: 150_000 });
  await expect(insight(tab)).not.toContainText('Escrito por um modelo');

  await consent(page).click();
  await expect(consent(page)).not.toBeChecked();
  await tab.reload();
  await expect(insight(tab)).toContainText('R$ 16.000,00');
  await expect(writeButton(tab)).toHaveCount(0);
  const before = (await requestsWith('Site da padaria')).length;
  const refused = await tab.request.post(
    `${started().origin}/api/panel/teams/${team.slug}/deals/${deal.id}/summary`,
    { headers: { 'sec-fetch-site': 'same-origin' } },
  );
  expect(refused.status()).toBe(409);
  expect((await requestsWith('Site da padaria')).length).toBe(before);
  await tab.context().close();
});

test('a suggested reply is a draft, which only a person sends', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await consentByApi(page, team);
  const { conversation } = await receive(
    page,
    team,
    'Oi, aqui é a Erica, meu CPF é 123.456.789-09. Conseguem em janeiro? resposta:reply',
  );
  await page.goto(`/t/${team.slug}/conversations/${conversation}`);
  await field(page).fill('Bom dia! ');
  await suggest(page).click();
  await expect(field(page)).toHaveValue(/^Bom dia! Olá, Erica!\nConseguimos, sim\.$/);
  expect(await outgoing(page, team, conversation)).toBe(0);
  const [request] = await requestsWith('resposta:reply');
  expect(request?.data).not.toMatch(/erica|123\.456/i);
  await page.waitForTimeout(1_000);
  expect(await outgoing(page, team, conversation)).toBe(0);
  await field(page).press('Enter');
  await expect.poll(() => outgoing(page, team, conversation)).toBe(1);
});

test('an endpoint that behaves badly leaves the draft alone, and the page says why', async ({
  page,
  team,
}) => {
  test.slow();
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await consentByApi(page, team);
  let inbox: string | undefined;
  for (const behavior of [
    'ollamaBusy',
    'ollamaMissing',
    'llamaLoading',
    'vllmOnlyReasoning',
    'vllmTooLong',
    'liteLlmCooldown',
    'html',
    'cutStream',
    'emptyChoices',
    'huge',
    'silent',
  ]) {
    const received = await receive(page, team, `resposta:${behavior}`, inbox);
    inbox = received.inbox;
    await page.goto(`/t/${team.slug}/conversations/${received.conversation}`);
    await expect(page.getByText(`resposta:${behavior}`).first()).toBeVisible();
    await field(page).fill('Meu texto');
    await suggest(page).click();
    await expect(
      page.getByText('O modelo de linguagem não respondeu como deveria.', { exact: false }),
      behavior,
    ).toBeVisible({ timeout: 90_000 });
    await expect(field(page)).toHaveValue('Meu texto');
    await expect(suggest(page)).toBeEnabled();
    await field(page).fill('');
    expect(await outgoing(page, team, received.conversation)).toBe(0);
  }
  // An answer in another language is a draft like any tab.
  const { conversation } = await receive(page, team, 'resposta:english', inbox);
  await page.goto(`/t/${team.slug}/conversations/${conversation}`);
  await suggest(page).click();
  await expect(field(page)).toHaveValue('Yes, we can.');
});

/** Services read rights again after a second. */
const cachedRightsMs = 1_500;

test('members without values, and people who lost a role or an inbox meanwhile, cannot ask the model', async ({
  page,
  team,
  database: { database },
}) => {
  const marina = await team.add('Marina Lopes', 'owner');
  await team.enter(page, marina);
  await consentByApi(page, team);
  const { conversation } = await receive(page, team, 'Oi? resposta:reply');
  const deal = await team.api('POST', '/deals', {
    title: 'Site do dentista',
    phase: 'lead',
    value: 98_765,
  });

  const rui = await team.add('Rui Prado', 'member');
  await database.platform.run(hideValues, { slug: team.slug, id: rui.userId });
  await page.context().clearCookies();
  await team.enter(page, rui);
  await page.goto(`/t/${team.slug}/deals/${deal.id}`);
  await expect(insight(page)).toContainText('Em Lead');
  await expect(insight(page)).not.toContainText('98.765');
  await expect(writeButton(page)).toHaveCount(0);
  await page.goto(`/t/${team.slug}/settings/intelligence`);
  await expect(consent(page)).toBeDisabled();

  const caio = await team.add('Caio Melo', 'admin');
  await page.context().clearCookies();
  await team.enter(page, caio);
  await page.goto(`/t/${team.slug}/settings/intelligence`);
  await expect(consent(page)).toBeChecked();
  // The role changes while the request is on its way, before the page could notice.
  await page.route('**/api/panel/**', async (route) => {
    if (route.request().method() === 'PUT') {
      await database.platform.run(setRole, { slug: team.slug, id: caio.userId, role: 'member' });
      await sleep(cachedRightsMs);
    }
    await route.continue();
  });
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await consent(page).click();
  expect((await refused).status()).toBe(403);
  await expect(consent(page)).toBeChecked();
  await page.unroute('**/api/panel/**');

  await page.goto(`/t/${team.slug}/conversations/${conversation}`);
  const before = (await requestsWith('resposta:reply')).length;
  // The inbox is restricted while the request is on its way, before the page could notice.
  await page.route('**/suggested-reply', async (route) => {
    await database.platform.run(restrict, { slug: team.slug });
    await sleep(cachedRightsMs);
    await route.continue();
  });
  const refusal = page.waitForResponse((answer) => answer.url().endsWith('/suggested-reply'));
  await suggest(page).click();
  expect((await refusal).status()).toBe(404);
  expect((await requestsWith('resposta:reply')).length).toBe(before);
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks a page on phone and desktop, in light and dark. */
async function checkLooks(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axe);
      const findings = await page.evaluate<string[]>(
        `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
      );
      expect(findings, `${name} ${width} ${colorScheme}`).toEqual([]);
      expect(
        await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
        `${name} ${width}`,
      ).toBe(true);
    }
}

const setPhases = platformStatement(`
  update teams set deal_phases = '{lead,proposta,ganho,perdido}', won_phases = '{ganho}', lost_phases = '{perdido}' where slug = $slug`);

/** Adds closed deals, of which those with the source *indicação* are won more often. */
const addClosed = platformStatement(`
  with team as (select id from teams where slug = $slug),
  d as (
    insert into deals (team_id, id, title, phase, source, value, created_at, updated_at)
    select team.id, uuid7(), 'Negócio ' || n,
      case when n % 10 < case when n % 2 = 0 then 8 else 3 end then 'ganho' else 'perdido' end,
      case when n % 2 = 0 then 'indicação' else 'anúncio' end, 1000 + n, now() - interval '300 days' + n * interval '1 hour', now() - interval '200 days'
    from team cross join generate_series(1, $count::integer) n returning *)
  insert into moves (team_id, resource, id, record_id, field, was, became, value, actor, moved_at)
  select d.team_id, 'deals', uuid7(), d.id, 'phase', m.was, coalesce(m.became, d.phase), d.value, 'user', d.created_at + m.after
  from d cross join (values ('lead', 'proposta', interval '3 days'), ('proposta', null, interval '9 days')) m (was, became, after)`);
const fitNow = platformStatement(
  'update win_models set next_fit_at = now() where team_id = (select id from teams where slug = $slug)',
);

test('a deal without an estimate, with the share of its phase and with the model; the quality, the settings and a draft are accessible', async ({
  page,
  browser,
  team,
  database: { database },
}) => {
  test.setTimeout(900_000);
  const { platform } = database;
  const { slug } = team;
  const estimate = page.getByRole('heading', { name: /^Chance de ganhar/ });
  await team.enter(page, await team.add('Marina Lopes', 'owner'));
  await consentByApi(page, team);
  await platform.run(setPhases, { slug });
  const deal = await team.api('POST', '/deals', {
    title: 'Site do dentista',
    phase: 'proposta',
    source: 'indicação',
    value: 5_000,
  });
  await page.goto(`/t/${slug}/deals/${deal.id}`);
  await expect(page.getByText('Faltam 20 negócios encerrados para uma estimativa.')).toBeVisible({
    timeout: 150_000,
  });
  await checkLooks(page, 'deal-none');

  await platform.run(addClosed, { slug, count: 30 });
  await platform.run(fitNow, { slug });
  await expect(estimate).toHaveText(/^Chance de ganhar \d+%$/, { timeout: 150_000 });
  await expect(page.getByText(/^\d+ de 30 que chegaram a esta fase foram ganhos\.$/)).toBeVisible();
  await checkLooks(page, 'deal-share');

  await platform.run(addClosed, { slug, count: 270 });
  await platform.run(fitNow, { slug });
  await expect(page.getByText('Veio de: indicação')).toBeVisible({ timeout: 150_000 });
  await checkLooks(page, 'deal-model');

  await page.goto(`/t/${slug}/settings/intelligence`);
  await expect(page.getByText('Previsto e ocorrido').first()).toBeVisible();
  await checkLooks(page, 'quality');
  const english = await (await browser.newContext()).newPage();
  await team.enter(english, await team.add('Ian Moore', 'member', 'en'));
  await english.goto(`${started().origin}/t/${slug}/settings/intelligence`);
  await expect(english.getByText('Predicted and observed').first()).toBeVisible();
  await checkLooks(english, 'quality-en');
  await english.goto(`${started().origin}/t/${slug}/deals/${deal.id}`);
  await expect(english.getByText('Source: indicação')).toBeVisible();
  await checkLooks(english, 'deal-model-en');
  await english.context().close();

  await page.setViewportSize({ width: 1280, height: 900 });
  const { conversation } = await receive(page, team, 'Conseguem em janeiro? resposta:reply');
  await page.goto(`/t/${slug}/conversations/${conversation}`);
  await suggest(page).click();
  await expect(field(page)).toHaveValue(/Conseguimos, sim/);
  await checkLooks(page, 'draft');
});
