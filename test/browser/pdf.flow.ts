import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { BrowserTeam } from './team.ts';
import { expect, test } from './team.ts';

/*
 * PDF files on the approval page and in the panel: drawn page by page, with points. Chromium prints them, except those of
 * test/support/files/pdf: an encrypted one and one with a script, a link and a form, from Ghostscript, and one with a JPEG 2000 image.
 */

const fixture = (name: string) =>
  readFileSync(new URL(`../support/files/pdf/${name}.pdf`, import.meta.url));

/** A printed PDF file whose pages have their numbers as text. */
async function printed(browser: Browser, pages: number): Promise<Buffer> {
  const page = await browser.newPage();
  const sheets = Array.from(
    { length: pages },
    (_, i) => `<h1 style="break-after:page;font-size:90px">Cartaz ${i + 1}</h1>`,
  );
  await page.setContent(sheets.join(''));
  const pdf = await page.pdf({ width: '400px', height: '500px' });
  await page.close();
  return pdf;
}

interface Approval {
  readonly id: string;
  readonly campaign: string;
  readonly path: string;
}

/** A campaign under approval with PDF files as its pieces. */
async function request(
  page: Page,
  team: BrowserTeam,
  pieces: Readonly<Record<string, Buffer>>,
): Promise<Approval> {
  await team.enter(page, await team.add('Marina Lopes', 'member'));
  const { id: project_id } = await team.api('POST', '/projects', { name: 'Verão' });
  const named = { name: 'Cartazes de verão', project_id };
  const { id: campaign } = await team.api('POST', '/campaigns', named);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const at = `/api/panel/teams/${team.slug}`;
  for (const [name, data] of Object.entries(pieces)) {
    const query = new URLSearchParams({ name, record_type: 'campaigns', record_id: campaign });
    const stored = await page.request.post(`${at}/files?${query}`, {
      headers: { ...headers, 'content-type': 'application/pdf' },
      data,
    });
    expect(stored.status(), await stored.text()).toBe(201);
  }
  const made = await page.request.post(`${at}/approvals`, {
    headers,
    data: { campaign_ids: [campaign] },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { data } = (await made.json()) as { data: { id: string; link: string } };
  return { id: data.id, campaign, path: new URL(data.link).pathname };
}

/** Properties of a canvas that the tests read. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly clientWidth: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: number[] };
  };
}

/** Share of dark pixels of a drawn page. */
const ink = (sheet: ReturnType<Page['locator']>) =>
  sheet.locator('canvas').evaluate((element) => {
    const canvas = element as unknown as Drawing;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 0 && value < 128).length / (data.length / 4);
  });

const sheets = (page: Page) => page.locator('.pdf [role=group]');

test('a client marks a point of a page on a phone, and the team sees it on that page', async ({
  page,
  team,
  browser,
}) => {
  const { path, campaign } = await request(page, team, {
    'cartazes.pdf': await printed(browser, 4),
  });
  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'pt-BR',
  });
  const client = await phone.newPage();
  const problems: string[] = [];
  client.on('pageerror', (error) => problems.push(String(error)));
  client.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await client.goto(path);
  await expect(sheets(client)).toHaveCount(4);
  const second = sheets(client).nth(1);
  await second.scrollIntoViewIfNeeded();
  await expect(second.locator('canvas')).toBeVisible();
  expect(await ink(second)).toBeGreaterThan(0.01);
  await expect(second).toContainText('Cartaz 2');
  // Sharp: twice the pixels of the page.
  const [drawn, wide] = await second.locator('canvas').evaluate((element) => {
    const { width, clientWidth } = element as unknown as Drawing;
    return [width, clientWidth];
  });
  expect(drawn).toBe((wide ?? 0) * 2);

  const box = await second.locator('.sheet').boundingBox();
  await second
    .locator('.sheet')
    .tap({ position: { x: (box?.width ?? 0) * 0.25, y: (box?.height ?? 0) * 0.75 } });
  await expect(client.getByLabel('Página', { exact: true })).toHaveValue('2');
  await client.locator('details.add').getByLabel('Seu nome').fill('Joana Prado');
  await client.locator('details.add').getByLabel('Comentário').fill('Aumentem o logo.');
  await client.getByRole('button', { name: 'Enviar comentário' }).tap();
  await expect(client.getByText('Joana Prado · página 2')).toBeVisible();
  const pin = sheets(client).nth(1).locator('span.pin');
  await expect(pin).toHaveText('1');
  await expect(pin).toHaveAttribute('style', /left: 2[45](\.\d+)?%; top: 7[45](\.\d+)?%/);
  expect(problems).toEqual([]);

  await page.goto(`/t/${team.slug}/campaigns/${campaign}`);
  const commented = page.getByRole('group', { name: 'Página 2 de 4' });
  await commented.scrollIntoViewIfNeeded();
  await expect(commented.locator('canvas')).toBeVisible();
  await expect(commented.getByText('1', { exact: true })).toBeAttached();
  await expect(page.getByRole('group', { name: 'Página 1 de 4' })).toHaveCount(0);

  await page
    .getByRole('button', { name: 'Responder: comentário 1 em cartazes.pdf, 1ª rodada' })
    .click();
  await page.getByLabel('Resposta ao cliente').fill('O logo já está maior.');
  await page.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(page.getByText('O logo já está maior.')).toBeVisible();
  await client.reload();
  await expect(client.getByText(`Resposta de ${team.name}`)).toBeVisible();
  await expect(client.getByText('O logo já está maior.')).toBeVisible();
  await expect(client.getByText('Marina')).toHaveCount(0);
  await phone.close();
});

test('keys mark a point, move it and reach the comment; another page in the form removes it', async ({
  page,
  team,
  browser,
}) => {
  const { path } = await request(page, team, { 'cartazes.pdf': await printed(browser, 2) });
  await page.goto(path);
  await page.getByRole('button', { name: 'Marcar um ponto na página 2' }).focus();
  await page.keyboard.press('Enter');
  const pin = page.locator('button.pin');
  await expect(pin).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(pin).toHaveAccessibleName(/página 2, a 51% da esquerda e 40% do topo/);
  await page.keyboard.press('Enter');
  const form = page.locator('details.add');
  await expect(form.getByLabel('Seu nome')).toBeFocused();
  const expectFields = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values))
      await expect(form.locator(`[name=${name}]`)).toHaveValue(value);
  };
  await expectFields({ page: '2', x: '0.51', y: '0.4' });
  await form.getByLabel('Página').fill('1');
  await expect(pin).toHaveCount(0);
  await expectFields({ page: '1', x: '', y: '' });
});

test('of two hundred pages, only those near the view are drawn, and the file is loaded in parts', async ({
  page,
  team,
  browser,
}) => {
  const { path } = await request(page, team, { 'catalogo.pdf': await printed(browser, 200) });
  const ranges: string[] = [];
  page.on('request', (sent) => {
    const { range } = sent.headers();
    if (range !== undefined) ranges.push(range);
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path);
  await expect(sheets(page)).toHaveCount(200);
  const drawn = page.locator('.pdf canvas');
  await expect(drawn.first()).toBeVisible();
  for (const n of [60, 120, 199, 0]) {
    await sheets(page).nth(n).scrollIntoViewIfNeeded();
    await expect(sheets(page).nth(n).locator('canvas')).toBeVisible();
    await expect.poll(() => drawn.count()).toBeLessThan(12);
  }
  expect(ranges.length).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Ir para o fim do PDF' }).press('Enter');
  await expect(page.locator('figcaption')).toBeInViewport();
});

test('broken and encrypted files say so and can be downloaded; a hostile one is only drawn', async ({
  page,
  team,
}) => {
  const { path } = await request(page, team, {
    'vazio.pdf': Buffer.from('%PDF-1.7\n'),
    'quebrado.pdf': Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000, 'x')]),
    'senha.pdf': fixture('encrypted'),
    'hostil.pdf': fixture('hostile'),
    'foto.pdf': fixture('jpeg2000'),
  });
  const sent: string[] = [];
  page.on('request', (each) => sent.push(each.url()));
  page.on('dialog', (dialog) => sent.push(`dialog: ${dialog.message()}`));
  await page.goto(path);
  const piece = (name: string) => page.locator('.pieces > li').filter({ hasText: name });
  const messages = {
    'vazio.pdf': 'O PDF está danificado',
    'quebrado.pdf': 'O PDF está danificado',
    'senha.pdf': 'O PDF tem senha',
  };
  for (const [name, text] of Object.entries(messages)) {
    await piece(name).scrollIntoViewIfNeeded();
    await expect(piece(name).getByRole('status')).toContainText(text);
    await expect(piece(name).getByRole('link', { name: 'Baixar' })).toBeVisible();
  }
  for (const [name, least] of [
    ['hostil.pdf', 0.001],
    ['foto.pdf', 0.3],
  ] as const) {
    await piece(name).scrollIntoViewIfNeeded();
    await expect(piece(name).locator('canvas')).toBeVisible();
    expect(await ink(piece(name))).toBeGreaterThan(least);
    await expect(piece(name).getByRole('link')).toHaveText(['Baixar']);
  }
  await expect(piece('hostil.pdf')).toContainText('Sem script');
  await piece('hostil.pdf').locator('.sheet').click();
  const { origin } = new URL(page.url());
  expect(sent.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
});

test('after a revocation, further parts of an open file are refused', async ({
  page,
  team,
  browser,
}) => {
  const { path, id } = await request(page, team, { 'cartazes.pdf': await printed(browser, 2) });
  const client = await browser.newPage();
  await client.goto(path);
  await expect(sheets(client)).toHaveCount(2);
  const address = await client.locator('a[data-file]').getAttribute('href');
  const revoked = await page.request.delete(`/api/panel/teams/${team.slug}/approvals/${id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(revoked.status()).toBe(200);
  expect((await client.request.get(address ?? '')).status()).toBe(404);
  await client.reload();
  await expect(client.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  await client.close();
});
