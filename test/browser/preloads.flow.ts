import { expect, test } from './team.ts';

/* The files of screens: a browser loads them in parallel, once, and in one language. */

const isScript = (url: string) => /\/assets\/.*\.js$/.test(url);

/** Path, title, and the maximum number of files that the page names for its screen. */
const begins = (slug: string) =>
  [
    [`/t/${slug}`, 'Olá, Marina', 14],
    [`/t/${slug}/tasks`, 'Tarefas', 36],
    [`/t/${slug}/settings/people`, 'Pessoas', 16],
  ] as const;

test('a first visit loads each file once, in the language of the account', async ({
  browser,
  team,
}) => {
  const person = await team.add('Marina Lopes', 'owner', 'pt-BR');
  for (const [path, title, most] of begins(team.slug)) {
    const context = await browser.newContext({ locale: 'pt-BR' });
    const page = await context.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await team.enter(page, person);
    requested.length = 0;
    const html = await (await page.goto(path))?.text();
    const named = [...(html ?? '').matchAll(/rel="modulepreload" crossorigin href="([^"]*)"/g)];
    expect(named.length).toBeGreaterThan(5);
    expect(named.length).toBeLessThanOrEqual(most);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const scripts = requested.filter(isScript);
    expect(new Set(scripts).size).toBe(scripts.length);
    const origin = new URL(page.url()).origin;
    expect(scripts).toEqual(expect.arrayContaining(named.map(([, file]) => origin + file)));
    expect(scripts.filter((url) => /\/en-/.test(url))).toEqual([]);
    await context.close();
  }
});

test('later screens load all their files at once', async ({ page, team }) => {
  await team.enter(page, await team.add('Marina Lopes', 'owner', 'pt-BR'));
  const table = page.waitForResponse(/\/assets\/preloads-/);
  await page.goto(`/t/${team.slug}`);
  const screens: { shape: string; files: string[]; words: Record<string, string[]> }[] = await (
    await table
  ).json();
  const screen = screens.find(({ shape }) => new RegExp(shape).test(`/t/${team.slug}/clients`));
  const files = [...(screen?.files ?? []), ...(screen?.words['pt-BR'] ?? [])];
  expect(files.length).toBeGreaterThan(15);
  await page.getByRole('link', { name: 'Clientes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  const named = await page.evaluate<string[]>(
    "[...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))",
  );
  expect(named).toEqual(expect.arrayContaining(files.map((file) => `/${file}`)));
});
