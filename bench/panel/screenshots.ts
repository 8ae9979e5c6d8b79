import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { runBenchmark } from '../run-benchmark.ts';
import { openBrowser, startPanelService } from './panel-service.ts';

/* npm run panel:picture: takes the README's pictures of the panel, in light and dark mode, from the service with demo data. */

const size = { width: 1120, height: 640 };
const place = (scheme: string) =>
  fileURLToPath(new URL(`../../docs/pictures/panel-${scheme}.webp`, import.meta.url));

await runBenchmark(async (undo) => {
  const house = await startPanelService(undo, 'en');
  const browser = await openBrowser(undo);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      locale: 'en',
      viewport: size,
      deviceScaleFactor: 1.5,
      colorScheme,
      timezoneId: 'America/Sao_Paulo',
    });
    await context.addCookies([await house.session()]);
    const page = await context.newPage();
    await page.goto(`${house.origin}/t/${house.slug}/settings/people`);
    const me = page.getByRole('row', { name: /Marina Lopes/ });
    await me.waitFor();
    // Until her presence is shown.
    for (let tries = 0; tries < 20 && !/now/.test(await me.innerText()); tries += 1) {
      await page.waitForTimeout(1_000);
      await page.reload();
      await me.waitFor();
    }
    await page.evaluate('document.fonts.ready');
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    writeFileSync(place(colorScheme), await sharp(picture).webp({ quality: 82 }).toBuffer());
    await context.close();
  }
});
