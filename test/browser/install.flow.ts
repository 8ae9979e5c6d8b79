import sharp from 'sharp';
import { expect, test } from './team.ts';

test('the panel can be installed as an app', async ({ page, context }) => {
  await page.goto('/sign-in');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(String(href));
  expect(answer.headers()['content-type']).toBe('application/manifest+json; charset=utf-8');
  const { icons, start_url } = (await answer.json()) as {
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect(start_url).toBe('/');
  for (const { src, sizes } of icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  // Chromium's own findings; a separate context counts as private, in which nothing can be installed.
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  const errorIds = installabilityErrors.map(({ errorId }) => errorId);
  expect(errorIds.filter((error) => error !== 'in-incognito')).toEqual([]);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});
