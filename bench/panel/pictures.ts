import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Undo } from '../fixture.ts';
import { runBenchmark } from '../run-benchmark.ts';
import {
  desktop,
  firstId,
  isFrozen,
  type Locale,
  locales,
  openFrozenBrowser,
  openFrozenPage,
  phone,
  runFrozen,
  takePicture,
} from './frozen-pages.ts';
import { startPanelService } from './panel-service.ts';

/*
 * npm run docs:pictures [NAME…]: takes the pictures of the README and the documents from a service with demo data, whose names and texts are
 * the same each time (frozen-pages.ts). The README shows English to strangers; the documents name screens in Portuguese.
 */

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

const place = (name: string) =>
  fileURLToPath(new URL(`../../docs/pictures/${name}.webp`, import.meta.url));

async function takePictures(undo: Undo, locale: Locale, names: readonly string[]) {
  const browser = await openFrozenBrowser(undo);
  const service = await startPanelService(undo, locale);
  const ids = {
    conversation: await firstId(service, 'msgapp/conversations?sort=-last_message_at'),
    client: await firstId(service, 'clients?search=padaria'),
  };
  for (const picture of pictures(ids)) {
    if ((picture.locale ?? 'pt-BR') !== locale) continue;
    if (names.length > 0 && !names.includes(picture.name)) continue;
    const page = await openFrozenPage(browser, service, locale, {
      ...(picture.isPhone ? phone : desktop),
      colorScheme: picture.isDark ? 'dark' : 'light',
    });
    await page.goto(
      `${service.origin}/t/${service.slug}${picture.address && `/${picture.address}`}`,
    );
    await picture.show(page);
    const image = await takePicture(page);
    writeFileSync(place(picture.name), await sharp(image).webp({ quality: 55 }).toBuffer());
    process.stdout.write(`${picture.name}\n`);
    await page.context().close();
  }
}

const [first, ...names] = process.argv.slice(2);
const frozenLocale = isFrozen ? locales.find((each) => each === first) : undefined;
if (frozenLocale === undefined) {
  for (const locale of locales) {
    runFrozen(import.meta.filename, [locale, ...process.argv.slice(2)]);
  }
} else await runBenchmark((undo) => takePictures(undo, frozenLocale, names));
