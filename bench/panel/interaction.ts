import type { CDPSession, Page } from 'playwright-core';
import { quantile } from '../report.ts';
import { acts } from './acts.ts';
import type { Group } from './bar.ts';
import { type House, openBrowser } from './house.ts';

/*
 * How long the panel takes to show what a person has just done, on a processor made four times slower: from the key or the click to
 * the next frame, as the browser itself times events (Event Timing).
 */

const slower = 4;
/** What is faster is not reported by the browser, which rounds to 8 ms. */
const shortest = 16;

/** One act and the interactions that it was. */
interface Timed {
  readonly name: string;
  readonly took: readonly number[];
}

/** Runs in the page: keeps the longest event of every interaction. */
const watch = `
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: ${shortest}, buffered: true });`;

/** Two frames and a pause, in which the browser reports what it timed. */
const rest = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150))))`;

export async function interaction(house: House, rounds: number): Promise<Group> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const browser = await openBrowser(undo);
    const all: Timed[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ locale: 'pt-BR' });
      await context.addInitScript(watch);
      const page = await context.newPage();
      const slow = await context.newCDPSession(page);
      all.push(await timeActs(house, page, slow));
      await context.close();
    }
    return summed(all);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function timeActs(house: House, page: Page, cdp: CDPSession): Promise<Timed[]> {
  const slow = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const timed: Timed[] = [];
  let left = '';
  for (const act of acts(house)) {
    await act.first?.(page);
    // What the act needs is looked for beforehand, at full speed: Playwright's own work in the page must not be timed.
    const does = await act.prepare(page);
    await page.evaluate(`${rest}.then(() => window.interactions.clear())`);
    await slow(slower);
    const before = (await page.evaluate('performance.interactionCount')) as number;
    await does();
    await page.evaluate(rest);
    const [took, after] = (await page.evaluate(
      '[[...window.interactions.values()], performance.interactionCount]',
    )) as [number[], number];
    await slow(1);
    const unreported = Math.max(0, after - before - took.length);
    timed.push({ name: act.name, took: [...took, ...Array(unreported).fill(shortest)] });
    left = page.url();
  }
  if (!left.startsWith(house.origin)) throw new Error(`the acts led to ${left}`);
  return timed;
}

/** The best round of each act. */
function summed(rounds: readonly Timed[][]): Group {
  const worst = (took: readonly number[]) => Math.max(...took);
  const best = (rounds[0] ?? []).map(({ name }, at) => {
    const tries = rounds.map((round) => round[at]?.took ?? []);
    const took = tries.reduce((a, b) => (worst(b) < worst(a) ? b : a));
    return { name, took };
  });
  const took = best.flatMap((each) => each.took);
  return {
    title: `Interaction, on a processor ${slower} times slower`,
    about: `${took.length} interactions, best of ${rounds.length}`,
    bars: [
      { what: 'all: p75', value: quantile(took, 0.75), unit: 'ms', bar: 100 },
      ...best.map((each) => ({
        what: `${each.name}: worst`,
        value: worst(each.took),
        unit: 'ms' as const,
        bar: 200,
      })),
    ],
  };
}
