import { request } from '#test/support/http.ts';
import { quantile } from '../report.ts';
import type { Bar } from './bar.ts';
import { openBrowser, type PanelService } from './panel-service.ts';

/*
 * Time until a running timer appears in another session of the same member: from the key that starts it on a card of the board, in one
 * browser, to the first frame of the other one that shows it.
 */

const times = 20;
const now = () => performance.timeOrigin + performance.now();

/** Runs in the page: time of the first frame with a button that stops the timer, or without it. */
const seenIn = (isRunning: boolean) => `new Promise((resolve) => {
  const look = () => {
    const button = document.querySelector('header button[aria-label="Parar cronômetro"]');
    if ((button !== null) === ${isRunning}) resolve(performance.timeOrigin + performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;

export async function liveTimer(panel: PanelService): Promise<Bar[]> {
  const undo: (() => Promise<unknown>)[] = [];
  const { origin, slug, key } = panel;
  const api = async (path: string, body: object) => {
    const { data } = await request(`${origin}/api/v1${path}`, { method: 'POST', key, body });
    return data as { readonly id: string };
  };
  try {
    const { id: project } = await api('/projects', { name: 'Cronômetros' });
    await api('/tasks', { title: 'Roteiro', project_id: project });
    const open = async () => {
      const browser = await openBrowser(undo);
      const context = await browser.newContext({ locale: 'pt-BR' });
      await context.addCookies([await panel.session()]);
      const page = await context.newPage();
      await page.goto(`${origin}/t/${slug}/tasks?project=${project}`);
      await page.getByRole('link', { name: 'Roteiro' }).waitFor();
      // Waits until the stream is open and the sidebar has loaded the timer.
      await page.waitForTimeout(4_000);
      return page;
    };
    const [page, second] = [await open(), await open()];
    const took = { start: [] as number[], stop: [] as number[] };
    for (let time = 0; time < times; time += 1)
      for (const change of ['start', 'stop'] as const) {
        await page.getByRole('link', { name: 'Roteiro' }).focus();
        const seen = second.evaluate(seenIn(change === 'start')) as Promise<number>;
        const began = now();
        const [at] = await Promise.all([seen, page.keyboard.press('t')]);
        took[change].push(at - began);
        await page.evaluate(seenIn(change === 'start'));
      }
    const bar = (what: string, values: readonly number[]): Bar => ({
      what: `a timer in another session, ${what}: p95`,
      value: quantile(values, 0.95),
      unit: 'ms',
      bar: 500,
    });
    return [bar('started', took.start), bar('stopped', took.stop)];
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
