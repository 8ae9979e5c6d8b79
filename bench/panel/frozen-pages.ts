import { spawnSync } from 'node:child_process';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Undo } from '../fixture.ts';
import { openBrowser, type PanelService } from './panel-service.ts';

/*
 * Pages whose clock is stopped, for pictures. The program runs itself under faketime, so the service, its database and the pages have the same
 * time in every run, and two runs take the same pictures.
 */

/** Monday morning in São Paulo. */
const now = '2026-11-23 13:00:00';

export const locales = ['pt-BR', 'en'] as const;
export type Locale = (typeof locales)[number];

export const desktop: BrowserContextOptions = {
  viewport: { width: 1120, height: 640 },
  deviceScaleFactor: 1.5,
};
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
};

/** True in a program that runFrozen started. */
export const isFrozen = process.env.FAKETIME !== undefined;

/** Runs a program of this repository with a stopped clock, and ends this one if it fails. */
export function runFrozen(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(
    'faketime',
    ['--exclude-monotonic', '-f', now, process.execPath, program, ...args],
    { stdio: 'inherit', env: { ...process.env, TZ: 'UTC' } },
  );
  if (error) process.stderr.write(`${error.message}: install the package faketime\n`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Chromium without faketime, under which it stalls; its letters are placed as on a screen of a high resolution. */
export const openFrozenBrowser = (undo: Undo) =>
  openBrowser(undo, {
    env: { ...process.env, LD_PRELOAD: '' },
    args: ['--font-render-hinting=none'],
  });

/** A page that has the program's time. @param options isDark and the size */
export async function openFrozenPage(
  browser: Browser,
  service: PanelService,
  locale: Locale,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({
    locale,
    timezoneId: 'America/Sao_Paulo',
    ...options,
  });
  await context.clock.setFixedTime(new Date());
  await context.addCookies([await service.session()]);
  return context.newPage();
}

/** PNG of the page, once its content has arrived. */
export async function takePicture(page: Page, fullPage = false): Promise<Buffer> {
  await page.evaluate('document.fonts.ready');
  // Content that arrives after the first.
  await page.waitForTimeout(1_500);
  return page.screenshot({ animations: 'disabled', caret: 'hide', fullPage });
}

/** Id of the first record of a list of v1, such as `clients?search=padaria`. */
export async function firstId({ origin, key }: PanelService, list: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/${list}&limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
  const id = data[0]?.id;
  if (id === undefined) throw new Error(`no record: ${list}`);
  return id;
}
