import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/* Checks of a page with a list or a calendar open. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that the page violates. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html)))",
  );
}

/** Saves a picture of the page in the directory PAUTA_PICTURES, if it is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PAUTA_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
