import type { Page } from 'playwright-core';
import { quantile } from '../report.ts';
import type { Bar, Group } from './bar.ts';
import { barsOf, cpuSlowdown, timeActions } from './interaction.ts';
import { type LargeTeam, messageId, messages } from './large-team.ts';
import { openBrowser, type PanelService } from './panel-service.ts';
import { scrolling } from './table.ts';
import { click, keys, typing, type UserAction } from './user-actions.ts';

/* A conversation of ten thousand messages: loading time, scrolling, and responsiveness on a slow processor with all of them loaded. */

const log = (page: Page) => page.getByRole('log');
const last = (page: Page) =>
  log(page)
    .getByRole('article')
    .filter({ hasText: `Mensagem ${messages}` });
const field = (page: Page) => page.getByRole('textbox', { name: /resposta/i }).first();

const addressOf = ({ origin }: PanelService, { slug, conversation }: LargeTeam) =>
  `${origin}/t/${slug}/conversations/${conversation}`;

/** Scrolls back until the first message is loaded. */
async function readAll(page: Page): Promise<void> {
  const before = Date.now();
  await last(page).waitFor();
  while (!(await page.evaluate(`!!document.querySelector('[data-message="${messageId(1)}"]')`))) {
    if (Date.now() - before > 240_000) throw new Error(`not all of ${messages} messages arrived`);
    await page.evaluate(`document.querySelector('[role=log]').scrollTop = 0`);
    await page.waitForTimeout(20);
  }
  await page.evaluate(
    `{ const log = document.querySelector('[role=log]'); log.scrollTop = log.scrollHeight; }`,
  );
  await last(page).waitFor();
}

const wheel = (name: string, step: number, first?: UserAction['first']): UserAction => ({
  name,
  prepare: (page) => scrolling(page, log(page), step),
  ...(first ? { first } : {}),
});

const acts = (address: string): UserAction[] => [
  wheel('scrolling up by the wheel', -700, (page) => page.goto(address).then(() => readAll(page))),
  wheel('scrolling down by the wheel', 700),
  keys(
    'going from message to message',
    ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowUp'],
    async (page) => {
      await page.evaluate(
        `{ const log = document.querySelector('[role=log]'); log.scrollTop = log.scrollHeight; }`,
      );
      await last(page).focus();
    },
  ),
  keys('opening the menu of a message', ['Enter']),
  keys('closing it', ['Escape']),
  click('going to a quoted message', (page) =>
    log(page)
      .getByRole('button', { name: /^Em resposta/ })
      .last(),
  ),
  keys('to the end', ['End'], (page) => log(page).focus()),
  {
    name: 'writing',
    async prepare(page) {
      await field(page).focus();
      return () => page.keyboard.type('Bom dia! Segue a arte.', typing);
    },
  },
  keys('sending', ['Enter']),
];

/** Runs in the page: time from opening a conversation to the frame with its last message. */
const opens = (link: string) => `new Promise((resolve) => {
  const began = performance.now();
  const look = () => document.querySelector('[data-message="${messageId(messages)}"]')
    ? requestAnimationFrame(() => resolve(performance.now() - began))
    : requestAnimationFrame(look);
  document.querySelector('a[href*="${link}"]').click();
  look();
})`;

/** From the list of conversations, with the code of the screen loaded, as after the first one opened. */
async function opening(
  panel: PanelService,
  large: LargeTeam,
  rounds: number,
): Promise<readonly Bar[]> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const browser = await openBrowser(undo);
    const context = await browser.newContext({ locale: 'pt-BR' });
    await context.addCookies([await large.session()]);
    const page = await context.newPage();
    const took: number[] = [];
    const frames: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(`${panel.origin}/t/${large.slug}/conversations?view=all`);
      await page.locator(`a[href*="${large.conversation}"]`).waitFor();
      await page.waitForTimeout(1_000);
      took.push((await page.evaluate(opens(large.conversation))) as number);
      const scroll = await scrolling(page, log(page), -700);
      frames.push(quantile(await scroll(), 0.95));
    }
    return [
      { what: 'opening it at its end', value: Math.min(...took), unit: 'ms', bar: 600 },
      {
        what: 'a frame while scrolling, 95 of 100',
        value: Math.min(...frames),
        unit: 'ms',
        bar: 20,
      },
    ];
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

export async function conversation(panel: PanelService, rounds: number): Promise<Group> {
  const large = await panel.large();
  const first = await opening(panel, large, rounds);
  const slow = barsOf(await timeActions(acts(addressOf(panel, large)), rounds, large.session));
  return {
    title: `A conversation of ${messages} messages`,
    about: `all but the first two on a processor ${cpuSlowdown} times slower, with all messages read; best of ${rounds}`,
    bars: [...first, ...slow],
  };
}
