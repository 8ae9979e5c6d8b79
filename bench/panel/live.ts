import type { Page } from 'playwright-core';
import { request } from '#test/support/http.ts';
import { quantile } from '../report.ts';
import type { Group } from './bar.ts';
import { liveBoard } from './live-board.ts';
import { liveTimer } from './live-timer.ts';
import { openBrowser, type PanelService } from './panel-service.ts';

/*
 * Time until two people, each in a separate browser, see a program's change through the API: from before its request to the first frame
 * after the change arrived.
 */

const changes = 50;

/** Runs in the page: `seen(title)` returns when a change with that title was in a frame. */
const hear = (path: string) => `new Promise((resolve, reject) => {
  const frames = new Map();
  const frameOf = (title) => {
    if (!frames.has(title)) frames.set(title, Promise.withResolvers());
    return frames.get(title);
  };
  window.seen = (title) => frameOf(title).promise;
  const stream = new EventSource('${path}');
  stream.addEventListener('ready', () => resolve());
  stream.addEventListener('error', () => reject(new Error('no stream')));
  stream.addEventListener('change', ({ data }) => {
    const { title } = JSON.parse(data).data;
    requestAnimationFrame(() => frameOf(title).resolve(performance.timeOrigin + performance.now()));
  });
})`;

const seenAt = (page: Page, title: string) =>
  page.evaluate(`window.seen(${JSON.stringify(title)})`) as Promise<number>;

export async function live(panel: PanelService): Promise<Group> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const pages: Page[] = [];
    for (let each = 0; each < 2; each += 1) {
      const browser = await openBrowser(undo);
      const context = await browser.newContext({ locale: 'pt-BR' });
      await context.addCookies([await panel.session()]);
      const page = await context.newPage();
      await page.goto(`${panel.origin}/t/${panel.slug}/clients?sort=-created_at`);
      await page.evaluate(hear(`/api/panel/teams/${panel.slug}/live`));
      pages.push(page);
    }
    const took: number[] = [];
    for (let each = 0; each < changes; each += 1) {
      const title = `Proposta ${each}`;
      const began = performance.timeOrigin + performance.now();
      await request(`${panel.origin}/api/v1/clients`, {
        method: 'POST',
        key: panel.key,
        body: { type: 'PJ', name: title },
      });
      for (const at of await Promise.all(pages.map((page) => seenAt(page, title))))
        took.push(at - began);
    }
    return {
      title: 'Live, from a request of the API to the screens of two browsers',
      about: `${changes} changes, p50 ${quantile(took, 0.5).toFixed()} ms, worst ${Math.max(...took).toFixed()} ms`,
      bars: [
        { what: 'p95', value: quantile(took, 0.95), unit: 'ms', bar: 500 },
        ...(await liveBoard(panel)),
        ...(await liveTimer(panel)),
      ],
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
