import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Undo } from '../fixture.ts';
import { runBenchmark } from '../run-benchmark.ts';
import { openBrowser, type PanelService, startPanelService } from './panel-service.ts';

/*
 * npm run docs:pictures [NAME…]: takes the pictures of the README and the documents from a service with demo data, whose names and texts are
 * the same each time. For each language the program runs itself under faketime, with a stopped clock: the service, its database and the
 * pages have the same time in every run, so two runs take the same pictures.
 */

/** Monday morning in São Paulo. */
const now = '2026-11-23 13:00:00';

/** The README shows English to strangers; the documents name screens in Portuguese. */
const locales = ['pt-BR', 'en'] as const;
type Locale = (typeof locales)[number];

interface Picture {
  readonly name: string;
  readonly locale?: Locale;
  /** Address within the team. */
  readonly address: string;
  readonly isPhone?: true;
  readonly isDark?: true;
  /** Waits for the content, and opens what the picture is about. */
  readonly show: (page: Page) => Promise<unknown>;
}

const desktop = { viewport: { width: 1120, height: 640 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5, isMobile: true };

/** Waits until the presence of the person is shown. */
async function showPeople(page: Page) {
  const me = page.getByRole('row', { name: /Marina Lopes/ });
  await me.waitFor();
  for (let tries = 0; tries < 20 && !/now|agora/.test(await me.innerText()); tries += 1) {
    await page.waitForTimeout(1_000);
    await page.reload();
    await me.waitFor();
  }
}

const showHeading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const showDeals = (page: Page) => page.getByText('Em aberto').first().waitFor();

const showThread = async (page: Page) => {
  await page.getByRole('article').first().waitFor();
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
};

const pictures = (ids: Ids): readonly Picture[] => [
  { name: 'panel-light', locale: 'en', address: 'settings/people', show: showPeople },
  { name: 'panel-dark', locale: 'en', address: 'settings/people', isDark: true, show: showPeople },
  { name: 'my-day', address: '', show: showHeading },
  {
    name: 'palette',
    address: '',
    async show(page) {
      await showHeading(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('padaria');
      await page
        .getByRole('option', { name: /Padaria/ })
        .first()
        .waitFor();
    },
  },
  { name: 'conversation', address: `conversations/${ids.conversation}?view=all`, show: showThread },
  {
    name: 'conversation-phone',
    address: `conversations/${ids.conversation}?view=all`,
    isPhone: true,
    show: showThread,
  },
  {
    name: 'tasks',
    address: 'tasks',
    isDark: true,
    show: (page) => page.getByText('Em andamento').first().waitFor(),
  },
  { name: 'deals', address: 'deals', show: showDeals },
  { name: 'client', address: `clients/${ids.client}`, show: showHeading },
  {
    name: 'campaigns',
    address: 'campaigns',
    show: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'workflow',
    address: 'settings/workflows/new',
    async show(page) {
      await page.getByRole('button', { name: /^Negócio ganho: abrir o projeto/ }).click();
      await page.getByText('Vai ficar:').first().waitFor();
    },
  },
  { name: 'people', address: 'settings/people', show: showPeople },
  {
    name: 'offline',
    address: 'deals',
    isPhone: true,
    async show(page) {
      await showDeals(page);
      await page.context().setOffline(true);
      await page
        .getByText(/Sem conexão|sem conexão/)
        .first()
        .waitFor();
    },
  },
];

/** Records that pictures show. */
interface Ids {
  readonly conversation: string;
  readonly client: string;
}

async function idsIn({ origin, key }: PanelService): Promise<Ids> {
  const first = async (path: string) => {
    const answer = await fetch(`${origin}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
    return data[0]?.id ?? '';
  };
  return {
    conversation: await first('msgapp/conversations?sort=-last_message_at&limit=1'),
    client: await first('clients?search=padaria&limit=1'),
  };
}

const place = (name: string) =>
  fileURLToPath(new URL(`../../docs/pictures/${name}.webp`, import.meta.url));

/** Runs this program for a language, with a stopped clock. */
function runFrozen(locale: Locale): void {
  const program = [process.execPath, import.meta.filename, locale, ...process.argv.slice(2)];
  const { status, error } = spawnSync('faketime', ['--exclude-monotonic', '-f', now, ...program], {
    stdio: 'inherit',
    env: { ...process.env, TZ: 'UTC' },
  });
  if (error) process.stderr.write(`${error.message}: install the package faketime\n`);
  if (status !== 0) process.exit(status ?? 1);
}

async function takePictures(undo: Undo, locale: Locale, names: readonly string[]) {
  // Chromium stalls under faketime; its pages get the same clock.
  const browser = await openBrowser(undo, { env: { ...process.env, LD_PRELOAD: '' } });
  const service = await startPanelService(undo, locale);
  for (const picture of pictures(await idsIn(service))) {
    if ((picture.locale ?? 'pt-BR') !== locale) continue;
    if (names.length > 0 && !names.includes(picture.name)) continue;
    const context = await browser.newContext({
      locale,
      ...(picture.isPhone ? phone : desktop),
      colorScheme: picture.isDark ? 'dark' : 'light',
      timezoneId: 'America/Sao_Paulo',
    });
    await context.clock.setFixedTime(new Date());
    await context.addCookies([await service.session()]);
    const page = await context.newPage();
    await page.goto(
      `${service.origin}/t/${service.slug}${picture.address && `/${picture.address}`}`,
    );
    await picture.show(page);
    await page.evaluate('document.fonts.ready');
    // Content that arrives after the first.
    await page.waitForTimeout(1_500);
    const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    writeFileSync(place(picture.name), await sharp(image).webp({ quality: 72 }).toBuffer());
    process.stdout.write(`${picture.name}\n`);
    await context.close();
  }
}

const [first, ...names] = process.argv.slice(2);
const isFrozen = process.env.FAKETIME !== undefined;
const frozenLocale = isFrozen ? locales.find((each) => each === first) : undefined;
if (frozenLocale === undefined) for (const locale of locales) runFrozen(locale);
else await runBenchmark((undo) => takePictures(undo, frozenLocale, names));
