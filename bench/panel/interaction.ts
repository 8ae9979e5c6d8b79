import type { CDPSession, Page } from 'playwright-core';
import { quantile } from '../report.ts';
import type { Bar, Group } from './bar.ts';
import { type Cookie, openBrowser, type PanelService } from './panel-service.ts';
import { type UserAction, userActions } from './user-actions.ts';

/*
 * Time until the panel shows a person's action, on a processor slowed down four times: from the key or the click to the next frame, as
 * timed by the browser itself (Event Timing).
 */

export const cpuSlowdown = 4;
/** The browser does not report faster events, and rounds to 8 ms. */
const shortest = 16;

/** One action and its interactions. */
interface TimedAction {
  readonly name: string;
  readonly took: readonly number[];
}

/** Runs in the page: keeps the longest event of every interaction. Events of a drag belong to none, and count separately. */
const watch = `
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, startTime } of list.getEntries()) {
      const key = interactionId || (/^drag|^drop/.test(name) ? name + startTime : undefined);
      if (key) window.interactions.set(key, Math.max(duration, window.interactions.get(key) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: ${shortest}, buffered: true });`;

/** Two frames and a pause, in which the browser reports its timings. */
const rest = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150))))`;

export async function interaction(panel: PanelService, rounds: number): Promise<Group> {
  const best = await timeActions(userActions(panel), rounds);
  return {
    title: `Interaction, on a processor ${cpuSlowdown} times slower`,
    about: `${best.flatMap(({ took }) => took).length} interactions, best of ${rounds}`,
    bars: barsOf(best),
  };
}

/**
 * Runs one action after the other, each round in a new window.
 * @param enter a session; no user is signed in if it is absent
 * @returns the best round of each action
 */
export async function timeActions(
  all: readonly UserAction[],
  rounds: number,
  enter?: () => Promise<Cookie>,
): Promise<TimedAction[]> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const browser = await openBrowser(undo);
    const tries: TimedAction[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ locale: 'pt-BR' });
      if (enter) await context.addCookies([await enter()]);
      await context.addInitScript(watch);
      const page = await context.newPage();
      const slow = await context.newCDPSession(page);
      tries.push(await timeActs(all, page, slow));
      await context.close();
    }
    return bestOf(tries);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function timeActs(
  all: readonly UserAction[],
  page: Page,
  cdp: CDPSession,
): Promise<TimedAction[]> {
  const slow = (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const timeActions: TimedAction[] = [];
  for (const act of all) {
    await act.first?.(page);
    // Elements are located beforehand, at full speed: Playwright's own work in the page must not be timed.
    const does = await act.prepare(page);
    await page.evaluate(`${rest}.then(() => window.interactions.clear())`);
    await slow(cpuSlowdown);
    const before = (await page.evaluate('performance.interactionCount')) as number;
    const measures = await does();
    await page.evaluate(rest);
    const [took, after] = (await page.evaluate(
      '[[...window.interactions.values()], performance.interactionCount]',
    )) as [number[], number];
    await slow(1);
    const unreported = Math.max(0, after - before - took.length);
    const durations = Array.isArray(measures) ? (measures as number[]) : [];
    timeActions.push({
      name: act.name,
      took: [...took, ...Array(unreported).fill(shortest), ...durations],
    });
  }
  return timeActions;
}

/** Best round of each action. */
function bestOf(rounds: readonly TimedAction[][]): TimedAction[] {
  return (rounds[0] ?? []).map(({ name }, at) => {
    const tries = rounds.map((round) => round[at]?.took ?? []);
    return { name, took: tries.reduce((a, b) => (worst(b) < worst(a) ? b : a)) };
  });
}

const worst = (took: readonly number[]) => Math.max(...took);

export const barsOf = (timeActions: readonly TimedAction[]): Bar[] => [
  {
    what: 'all: p75',
    value: quantile(
      timeActions.flatMap(({ took }) => took),
      0.75,
    ),
    unit: 'ms',
    bar: 100,
  },
  ...timeActions.map(({ name, took }) => ({
    what: `${name}: worst`,
    value: worst(took),
    unit: 'ms' as const,
    bar: 200,
  })),
];
