import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { spreadsheet } from './import-files.ts';
import { makeClientReport, post } from './panel-api.ts';
import { type BrowserTeam, expect, test } from './team.ts';

/*
 * WCAG 2.2 AA as far as axe can check: every screen, in light and dark, both languages, on phone and desktop, with and without a team's
 * work; dialogs opened by keys; and the page for a client with an approval link. Dark mode can only break contrast, so only that is checked
 * there. A walk loads the page once and navigates within it, like a click on a link: a check costs a tenth of a second, a load half of one.
 * Separate walks run in parallel. Screens that do not depend on a team's work are checked in one team, colours in one language, and phones
 * in the other one only for their width.
 */

// A trace takes a picture of the page with each step, and every finding names its element.
test.use({ trace: 'off' });

const open = ['/sign-in', '/forgot', '/reset', '/confirm', '/invite', '/first'];
/** SLUG is the team's; `{tasks}` the id of its newest task, and so on: checked if there is one. */
const inside = {
  'talks, deals and clients': [
    '/t/SLUG',
    '/t/SLUG/conversations',
    '/t/SLUG/conversations?view=all&status=resolved',
    '/t/SLUG/conversations/{conversations}?view=all',
    '/t/SLUG/deals?peek=conversations/{conversations}',
    '/t/SLUG/deals',
    '/t/SLUG/deals?group=month&order=value&card=client,phase,close,probability,value,step,tags,people',
    '/t/SLUG/deals?group=responsible',
    '/t/SLUG/deals?view=list',
    '/t/SLUG/deals?view=forecast',
    '/t/SLUG/deals?peek=deals/{deals}',
    '/t/SLUG/deals/{deals}',
    '/t/SLUG/clients',
    '/t/SLUG/clients?peek=clients/{clients}',
    '/t/SLUG/clients/{clients}',
    '/t/SLUG/clients/{clients}?tab=comments',
    '/t/SLUG/contacts',
    '/t/SLUG/contacts/{contacts}',
    '/t/SLUG/search?q=a',
  ],
  'tasks, projects and dates': [
    '/t/SLUG/tasks',
    '/t/SLUG/tasks?group=person&due=late',
    '/t/SLUG/tasks?view=list',
    '/t/SLUG/tasks?view=calendar',
    '/t/SLUG/projects',
    '/t/SLUG/projects?view=calendar',
    '/t/SLUG/projects?view=timeline',
    '/t/SLUG/projects?new=project',
    '/t/SLUG/projects?peek=projects/{projects}',
    '/t/SLUG/projects/{projects}',
    '/t/SLUG/projects/{projects}/board',
    '/t/SLUG/projects/{projects}/list',
    '/t/SLUG/projects/{projects}/calendar',
    '/t/SLUG/projects/{projects}/timeline',
    '/t/SLUG/projects/{projects}/files',
    '/t/SLUG/projects/{projects}/campaigns',
    '/t/SLUG/projects/{projects}/approvals',
    '/t/SLUG/campaigns',
    '/t/SLUG/campaigns?view=calendar',
    '/t/SLUG/campaigns?view=timeline&zoom=quarter',
    '/t/SLUG/campaigns/{campaigns}',
    '/t/SLUG/activities',
    '/t/SLUG/activities?view=calendar',
    '/t/SLUG/activities/{activities}',
    '/t/SLUG/contracts',
    '/t/SLUG/contracts/{contracts}',
    '/t/SLUG/hours',
    '/t/SLUG/workload',
    '/t/SLUG/reports',
    '/t/SLUG/reports/funnel',
    '/t/SLUG/reports/won_lost',
    '/t/SLUG/reports/forecast',
    '/t/SLUG/reports/answers?by=month',
    '/t/SLUG/reports/tasks?by=person',
    '/t/SLUG/reports/hours?by=person',
    '/t/SLUG/reports/approvals',
    '/t/SLUG/reports/retainers',
    '/t/SLUG/reports/profit',
    '/t/SLUG/reports/tasks/records?measure=done',
    '/t/SLUG/trash',
    '/t/SLUG/trash?peek=tasks/{tasks}',
    '/t/SLUG/tasks/{tasks}',
    '/t/SLUG/tasks/{tasks}?tab=history',
  ],
  settings: [
    '/t/SLUG/settings',
    '/t/SLUG/settings/people',
    '/t/SLUG/settings/squads',
    '/t/SLUG/settings/pipelines',
    '/t/SLUG/settings/pipelines/{pipelines}',
    '/t/SLUG/settings/project-templates',
    '/t/SLUG/settings/project-templates/{project-templates}',
    '/t/SLUG/settings/phases',
    '/t/SLUG/settings/ready-answers',
    '/t/SLUG/settings/intelligence',
    '/t/SLUG/settings/rates',
    '/t/SLUG/settings/billing',
    '/t/SLUG/settings/labels',
    '/t/SLUG/settings/keys',
    '/t/SLUG/settings/inboxes',
    '/t/SLUG/settings/inboxes/{inboxes}',
    '/t/SLUG/settings/inboxes/{inboxes}/connect',
    '/t/SLUG/settings/inboxes/{inboxes}/settings',
    '/t/SLUG/settings/hours',
    '/t/SLUG/settings/webhooks',
    '/t/SLUG/settings/webhooks/{webhooks}',
    '/t/SLUG/settings/webhooks/{webhooks}?tab=receptions',
    '/t/SLUG/settings/webhooks/{webhooks}?tab=settings',
    '/t/SLUG/settings/webhooks/{webhooks}?tab=mapping',
    '/t/SLUG/settings/webhooks/{webhooks}/deliveries/{deliveries}',
    '/t/SLUG/settings/workflows',
    '/t/SLUG/settings/workflows/{workflows}',
    '/t/SLUG/settings/workflows/{workflows}?tab=runs',
    '/t/SLUG/settings/workflows/{workflows}?tab=versions',
    '/t/SLUG/settings/workflows/{workflows}/runs/{workflow-runs}',
    '/t/SLUG/settings/privacy',
    '/t/SLUG/settings/privacy/{privacy-requests}',
    '/t/SLUG/settings/audit',
    '/t/SLUG/settings/bulk',
    '/t/SLUG/settings/imports',
    '/t/SLUG/settings/imports/{imports}',
    '/t/SLUG/settings/exports',
  ],
};

/** Screens that are the same in every team. */
const everywhere = [
  '/connect',
  '/teams',
  '/account',
  '/account/security',
  '/account/devices',
  '/account/preferences',
  '/t/SLUG/settings/inboxes/new',
  '/t/SLUG/settings/inboxes/new?gateway=cloud',
  '/t/SLUG/settings/webhooks/new',
  '/t/SLUG/settings/workflows/new',
  '/t/SLUG/settings/workflows/new?from=kickOff&json=1',
];

const parts = Object.entries({ ...inside, 'screens of every team': everywhere });

/** Dialogs opened by a key on an element of a screen. */
const opened = [
  ['/t/SLUG', 'body', 'Control+k', 'dialog[open]'],
  ['/t/SLUG/tasks', 'body', 'c', 'dialog[open]'],
  ['/t/SLUG/tasks', '[data-card-link]', 'm', '[role=menu]'],
  ['/t/SLUG/tasks', '[data-card-link]', 'x', '[data-card] :checked'],
  ['/t/SLUG/conversations?view=all', 'body', 'c', 'dialog[open]'],
  ['/t/SLUG/deals', 'body', 'c', 'dialog[open]'],
  ['/t/SLUG/clients', 'body', 'c', 'dialog[open]'],
  ['/t/SLUG/contacts', 'body', 'c', 'dialog[open]'],
  ['/t/SLUG/activities', 'body', 'c', 'dialog[open]'],
  ['/t/SLUG/settings', 'body', '?', 'dialog[open]'],
] as const;

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrast = 'color-contrast';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Findings of axe on the current page. */
async function look(page: Page, rules: object): Promise<string[]> {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'], iframes: false });
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
}

/** After painting, when elements that depend on its size exist. */
const painted = `new Promise((painted) =>
  requestAnimationFrame(() => requestAnimationFrame(() => painted())))`;

const widths = [360, 1280];

async function lookInDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  return look(page, { runOnly: { type: 'rule', values: [contrast] } });
}

/** Findings at a width, in light mode; those of colours if requested, also in dark mode. */
async function lookIn(
  page: Page,
  what: string,
  width: number,
  withColors: boolean,
): Promise<string[]> {
  await page.setViewportSize({ width, height: 740 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(painted);
  // In the other language a phone shows the same elements, only with other widths.
  const light =
    withColors || width > 360
      ? await look(page, { runOnly: standards, rules: { [contrast]: { enabled: withColors } } })
      : [];
  const dark = withColors ? await lookInDark(page) : [];
  const wide = await page.evaluate('document.documentElement.scrollWidth');
  return [
    ...light.map((problem) => `${what}, light, ${width}: ${problem}`),
    ...dark.map((problem) => `${what}, dark, ${width}: ${problem}`),
    ...(wide === width ? [] : [`${what}: ${wide} px wide on a screen of ${width}`]),
  ];
}

async function lookAround(page: Page, what: string, withColors: boolean): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) problems.push(...(await lookIn(page, what, width, withColors)));
  return problems;
}

/** Navigates from screen to screen. @returns a function that navigates to one, and resolves when it is complete */
function walkIn(page: Page): (path: string) => Promise<void> {
  const waited = new Set<unknown>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') waited.add(request);
  });
  const over = (request: unknown) => waited.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  const isThere = async () =>
    waited.size === 0 &&
    (await page.evaluate<boolean>(`
      document.querySelector('h1')?.checkVisibility() === true &&
      document.querySelector('[role=status]:is([aria-label^=Carregando], [aria-label^=Loading])') === null`));

  let isLoaded = false;
  return async (path) => {
    if (isLoaded)
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
      );
    else {
      await page.goto(path);
      await page.evaluate(axe);
    }
    isLoaded = true;
    await expect.poll(isThere, { intervals: [20] }).toBe(true);
  };
}

/** Navigates to a screen. @returns its findings */
async function lookAt(
  page: Page,
  walk: (path: string) => Promise<void>,
  path: string,
  withColors: boolean,
) {
  await walk(path);
  const at = page.url();
  const problems = await lookAround(page, path, withColors);
  // A redirect would have checked another screen.
  expect(page.url()).toBe(at);
  await expect(page, `${path} has a title`).toHaveTitle(/. — Pauta$/);
  expect(new URL(at).pathname).toBe(path.replace(/[?#].*/, ''));
  return problems;
}

/** Id of a team's newest record. @param kind `tasks`, or nested such as `webhooks/0193…/deliveries` */
async function newest(
  page: Page,
  { slug }: BrowserTeam,
  kind: string,
): Promise<string | undefined> {
  const path = ['contacts', 'conversations'].includes(kind) ? `msgapp/${kind}` : kind;
  // Lists without pages.
  const query = kind === 'privacy-requests' || kind === 'imports' ? '' : '?limit=1';
  const answer = await page.request.get(`/api/panel/teams/${slug}/${path}${query}`);
  return (await answer.json()).data[0]?.id;
}

/** Addresses of a team, without those of records that it does not have. */
async function addressesOf(
  page: Page,
  team: BrowserTeam,
  paths: readonly string[],
): Promise<string[]> {
  const ids = new Map<string, string | undefined>();
  const addresses: string[] = [];
  for (const path of paths) {
    let within = '';
    let whole: string | undefined = path.replace('SLUG', team.slug);
    for (const [holder, kind = ''] of path.matchAll(/\{([\w-]+)\}/g)) {
      if (!ids.has(kind))
        ids.set(kind, await newest(page, team, kind === 'deliveries' ? within + kind : kind));
      const id = ids.get(kind);
      whole = id && whole?.replace(holder, id);
      if (!id) break;
      within = `${kind}/${id}/`;
    }
    if (whole) addresses.push(whole);
  }
  return addresses;
}

/** A person who is to be erased, with passages to decide on. */
async function requestErasure(page: Page, team: BrowserTeam) {
  const email = 'joana.prado@example.com';
  const { id: client } = await post(page, team, '/clients', {
    ...{ type: 'PF', name: 'Joana Prado', email },
  });
  const text = `Propostas para ${email}.`;
  for (const title of ['Site', 'Feira'])
    await post(page, team, '/deals', { title, client_id: client, description: text });
  const { id } = await post(page, team, '/privacy-requests', { kind: 'erasure', emails: [email] });
  const path = `/api/panel/teams/${team.slug}/privacy-requests/${id}`;
  const state = async () => (await (await page.request.get(path)).json()).data.state;
  await expect.poll(state).toBe('searched');
}

/** An import of a table that waits for the fields of its columns. */
async function startImport(page: Page, team: BrowserTeam) {
  await page.goto(`/t/${team.slug}/settings/imports`);
  await page.locator('input[type=file]').setInputFiles(spreadsheet);
  await expect(page.getByRole('table').first()).toBeVisible();
}

/** A workflow that ran, and a failed delivery. */
async function automate(page: Page, team: BrowserTeam) {
  const definition = {
    name: 'Retomar',
    trigger: { type: 'deal_created' },
    conditions: [{ field: 'value', op: 'gte', value: 0 }],
    steps: [
      { type: 'create_activity', with: { title: 'Ligar: {{deal.title}}', deal_id: '{{deal.id}}' } },
      { type: 'wait', with: { for: '90d' } },
      { type: 'update_deal', with: { priority: 'alta', loss_reason: null } },
    ],
  };
  const answer = await page.request.post(`/api/panel/teams/${team.slug}/workflows`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { definition },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await team.api('POST', '/deals', { title: 'Site novo', value: 1000 });
  const { id } = await team.api('POST', '/webhooks', {
    name: 'Painel',
    url: 'http://127.0.0.1:9/',
    target_pipeline_id: await newest(page, team, 'pipelines'),
    field_mapping: { title: 'a' },
  });
  await team.api('POST', `/webhooks/${id}/test`, {});
}

for (const locale of ['pt-BR', 'en'] as const)
  test.describe(locale, () => {
    test.use({ locale, contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(600_000);

    const withColors = locale === 'pt-BR';

    test('axe finds nothing in an empty team', async ({ page, team }) => {
      const walk = walkIn(page);
      await team.add('Caio Nunes', 'member');
      await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
      for (const path of await addressesOf(page, team, Object.values(inside).flat()))
        expect.soft(await lookAt(page, walk, path, withColors)).toEqual([]);
    });

    for (const [part, paths] of parts)
      test(`axe finds nothing in a busy team: ${part}`, async ({ page, team }) => {
        const walk = walkIn(page);
        await team.add('Caio Nunes', 'member');
        await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
        await team.fill(page);
        if (part === 'settings') {
          await automate(page, team);
          await requestErasure(page, team);
          await startImport(page, team);
        }
        const addresses = await addressesOf(page, team, paths);
        expect(addresses).toHaveLength(paths.length);
        for (const path of addresses)
          expect.soft(await lookAt(page, walk, path, withColors)).toEqual([]);
      });

    test('axe finds nothing in dialogs opened by keys', async ({ page, team }) => {
      const walk = walkIn(page);
      await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
      await team.fill(page);
      for (const [path, on, key, shows] of opened) {
        await walk(path.replace('SLUG', team.slug));
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 });
          await page.locator(on).first().press(key);
          await expect(page.locator(shows).first(), `${path} ${key}`).toBeVisible();
          expect.soft(await lookIn(page, `${path} ${key}`, width, withColors)).toEqual([]);
          if (key === 'x') await page.locator(on).first().press(key);
          else await page.keyboard.press('Escape');
          await expect(page.locator(shows)).toHaveCount(0);
        }
      }
    });

    test('axe finds nothing on pages without sign-in', async ({ page, team }) => {
      const walk = walkIn(page);
      for (const path of open) expect.soft(await lookAt(page, walk, path, withColors)).toEqual([]);
      await team.enter(page, await team.add('Marina Lopes', 'owner', locale));
      const { id: project } = await team.api('POST', '/projects', { name: 'Verão' });
      const { id } = await team.api('POST', '/campaigns', {
        name: 'Verão na praia',
        project_id: project,
        description: 'Um verão inteiro de ofertas.',
        target_platforms: ['Instagram'],
      });
      const approval = await page.request.post(`/api/panel/teams/${team.slug}/approvals`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { campaign_ids: [id] },
      });
      await page.goto(new URL((await approval.json()).data.link).pathname);
      await page.evaluate(axe);
      expect.soft(await lookAround(page, 'approval by a link', withColors)).toEqual([]);

      const { link } = await makeClientReport(page, team, '2580');
      const path = new URL(link).pathname;
      await page.goto(path);
      await page.evaluate(axe);
      expect.soft(await lookAround(page, 'PIN of a report', withColors)).toEqual([]);
      await page.getByLabel('PIN').fill('2580');
      await page.getByLabel('PIN').press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Padaria Aurora');
      await page.evaluate(axe);
      expect.soft(await lookAround(page, 'report of a client', withColors)).toEqual([]);
      await page.goto(`${path}x`);
      await page.evaluate(axe);
      expect.soft(await lookAround(page, 'report that ended', withColors)).toEqual([]);
    });
  });
