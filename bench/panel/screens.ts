import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Undo } from '../fixture.ts';
import { runBenchmark } from '../run-benchmark.ts';
import { linkIn } from './approval.ts';
import {
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
import { type PanelService, startPanelService } from './panel-service.ts';

/* The screens by which the panel's look is judged, before and after a change. */

const help = `Takes pictures of the panel's screens from demo data: desktop and phone, light and dark. Writes a picture of each variant, and a sheet
of the four of each screen.

  npm run panel:screens -- [--out DIRECTORY] [--locale pt-BR|en] [--only my-day,deal] [--variants desktop-light,phone-dark]`;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '/tmp/pauta-screens' },
    locale: { type: 'string', default: 'pt-BR' },
    only: { type: 'string' },
    variants: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

const variants = {
  'desktop-light': { ...desktop, colorScheme: 'light' },
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
} as const;

interface Screen {
  readonly name: string;
  /** Within the team, or a whole URL. */
  address(panel: PanelService): string | Promise<string>;
  /** Opens the state that the picture is about. */
  show?(page: Page): Promise<unknown>;
}

const at = (name: string, address = name, show?: Screen['show']): Screen => ({
  name,
  address: () => address,
  ...(show && { show }),
});

/** Page of the first record of a list. */
const pageOf = (name: string, list: string, path = name): Screen => ({
  name,
  address: async (panel) => `${path}/${await firstId(panel, list)}`,
});

/** Presses keys once the screen listens to them. */
const press = (key: string) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press(key);
};

/** The screens of panel-look.md's way to judge. */
const screens: readonly Screen[] = [
  at('my-day', ''),
  at('tasks-board', 'tasks'),
  at('tasks-list', 'tasks?view=list'),
  at('tasks-calendar', 'tasks?view=calendar'),
  at('new-task', 'tasks', press('c')),
  pageOf('task', 'tasks?sort=-updated_at', 'tasks'),
  at('projects'),
  pageOf('project', 'projects?sort=-updated_at', 'projects'),
  at('campaigns'),
  at('campaigns-calendar', 'campaigns?view=calendar'),
  at('campaigns-timeline', 'campaigns?view=timeline'),
  pageOf('campaign', 'campaigns?sort=-updated_at', 'campaigns'),
  { name: 'approval', address: linkIn },
  at('deals'),
  at('deals-forecast', 'deals?view=forecast'),
  pageOf('deal', 'deals?sort=-updated_at', 'deals'),
  at('clients'),
  pageOf('client', 'clients?search=padaria', 'clients'),
  at('contacts'),
  pageOf('contact', 'msgapp/contacts?sort=-updated_at', 'contacts'),
  at('activities'),
  {
    name: 'conversation',
    address: async (panel) =>
      `conversations/${await firstId(panel, 'msgapp/conversations?sort=-last_message_at')}?view=all`,
  },
  at('conversations', 'conversations?view=all'),
  at('palette', '', press('Control+k')),
  at('people', 'settings/people'),
  at('privacy', 'settings/privacy'),
];

async function takeScreens(undo: Undo, locale: Locale): Promise<void> {
  const isWanted = (list: string | undefined, name: string) =>
    list?.split(',').includes(name) ?? true;
  const browser = await openFrozenBrowser(undo);
  const panel = await startPanelService(undo, locale);
  mkdirSync(values.out, { recursive: true });
  for (const screen of screens.filter(({ name }) => isWanted(values.only, name))) {
    const address = await screen.address(panel);
    const url = address.startsWith('http')
      ? address
      : `${panel.origin}/t/${panel.slug}${address && `/${address}`}`;
    const taken: Buffer[] = [];
    for (const [variant, options] of Object.entries(variants)) {
      if (!isWanted(values.variants, variant)) continue;
      const page = await openFrozenPage(browser, panel, locale, options);
      await page.goto(url, { waitUntil: 'load' });
      await screen.show?.(page);
      const picture = await takePicture(page);
      await page.context().close();
      writeFileSync(join(values.out, `${screen.name}.${variant}.png`), picture);
      taken.push(picture);
    }
    writeFileSync(join(values.out, `${screen.name}.webp`), await sheetOf(taken));
    process.stdout.write(`${screen.name}\n`);
  }
}

/** Pictures side by side, each 800 pixels high. */
async function sheetOf(pictures: readonly Buffer[]): Promise<Buffer> {
  const height = 800;
  const gap = 16;
  const resized = await Promise.all(
    pictures.map((picture) =>
      sharp(picture).resize({ height }).toBuffer({ resolveWithObject: true }),
    ),
  );
  let left = gap;
  const parts = resized.map(({ data, info }) => {
    const part = { input: data, left, top: gap };
    left += info.width + gap;
    return part;
  });
  return sharp({
    create: { width: left, height: height + 2 * gap, channels: 3, background: '#808080' },
  })
    .composite(parts)
    .webp({ quality: 80 })
    .toBuffer();
}

const locale = locales.find((each) => each === values.locale);
if (values.help || locale === undefined) console.log(help);
else if (isFrozen) await runBenchmark((undo) => takeScreens(undo, locale));
else runFrozen(import.meta.filename, process.argv.slice(2));
