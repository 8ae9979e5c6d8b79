import type { Page } from 'playwright-core';
import type { Bar, Group } from './bar.ts';
import { barsOf, cpuSlowdown, timeActions } from './interaction.ts';
import { cards, type LargeTeam } from './large-team.ts';
import { openBrowser, type PanelService } from './panel-service.ts';
import { clicking, keys, typing, type UserAction, withHeading } from './user-actions.ts';

/* Boards of a thousand cards: requests and bytes, loading time, page size, and responsiveness on a slow processor. */

const card = '[data-card-link]';

/** Runs in the page: resolves with the time at which the first card has been painted. */
const painted = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('no card within 30 s')), 30_000);
  const look = () => {
    if (!document.querySelector('${card}')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  };
  look();
})`;

/** Waits until keys work: one leads from the first card to the next. */
async function answersKeys(page: Page): Promise<void> {
  const first = page.locator(card).first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  // Asked repeatedly, since the page's policy forbids the polling of Playwright, which evaluates text.
  const isThere = `document.activeElement.matches('${card}')
    && document.activeElement !== document.querySelector('${card}')`;
  for (let tries = 0; !(await page.evaluate<boolean>(isThere)); tries += 1) {
    if (tries === 100) throw new Error('no key leads to the next card');
    await page.waitForTimeout(50);
  }
}

interface Seen {
  /** Milliseconds after navigating within the app. */
  readonly within: number;
  /** Milliseconds after opening the address. */
  readonly cold: number;
  readonly requests: number;
  /** Bytes of all requests of the screen, by address. */
  readonly screen: number;
  readonly bytes: number;
  readonly nodes: number;
}

/** Opens the board from another screen, and again by its address, in a new window. */
async function open(
  panel: PanelService,
  large: LargeTeam,
  place: string,
  name: string,
): Promise<Seen> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const browser = await openBrowser(undo);
    const context = await browser.newContext({
      locale: 'pt-BR',
      viewport: { width: 1280, height: 800 },
    });
    await context.addCookies([await large.session()]);
    const page = await context.newPage();
    const home = `${panel.origin}/t/${large.slug}`;
    await page.goto(`${home}/settings`);
    const link = page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
    // Late additions to the menu move the elements below.
    await page.waitForTimeout(1_500);
    const go = await clicking(page, link);
    const transfers: Promise<{ readonly path: string; readonly bytes: number }>[] = [];
    page.on('requestfinished', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/panel/') && request.resourceType() !== 'eventsource')
        transfers.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })));
    });
    // The browser itself times clicks, on the page's clock.
    await page.evaluate(`void (window.cardWithin = new Promise((resolve) =>
      addEventListener('click', ({ timeStamp }) => resolve(${painted}.then((at) => at - timeStamp)), { once: true, capture: true })));`);
    await go();
    const within = (await page.evaluate('window.cardWithin')) as number;
    await answersKeys(page);
    await page.waitForTimeout(1_000);
    const all = await Promise.all(transfers);
    const boards = all.filter(({ path }) => path.endsWith(`/${place}/board`));
    const nodes = (await page.evaluate("document.querySelectorAll('*').length")) as number;
    const board = await page.evaluate(
      async (path) => (await (await fetch(path)).json()) as { data: { cards: unknown[] } },
      `/api/panel/teams/${large.slug}/${place}/board`,
    );
    if (board.data.cards.length !== cards)
      throw new Error(`${board.data.cards.length} cards of ${place}`);
    const fresh = await context.newPage();
    await fresh.goto(`${home}/${place}`, { waitUntil: 'commit' });
    const cold = (await fresh.evaluate(painted)) as number;
    return {
      within,
      cold,
      requests: boards.length,
      screen: all.length,
      bytes: boards.reduce((sum, { bytes }) => sum + bytes, 0),
      nodes,
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

function boundsOf(name: string, seen: readonly Seen[]): Bar[] {
  const best = (value: (each: Seen) => number) => Math.min(...seen.map(value));
  const worst = (value: (each: Seen) => number) => Math.max(...seen.map(value));
  return [
    {
      what: `${name}: requests for the board`,
      value: worst((each) => each.requests),
      unit: 'requests',
      bar: 1,
    },
    {
      what: `${name}: requests of the screen`,
      value: worst((each) => each.screen),
      unit: 'requests',
      bar: 3,
    },
    {
      what: `${name}: on the wire`,
      value: worst((each) => each.bytes) / 1_000,
      unit: 'kB',
      bar: 60,
    },
    {
      what: `${name}: there, from another screen`,
      value: best((each) => each.within),
      unit: 'ms',
      bar: 500,
    },
    {
      what: `${name}: there, by its address`,
      value: best((each) => each.cold),
      unit: 'ms',
      bar: 1_200,
    },
    {
      what: `${name}: elements in the page`,
      value: worst((each) => each.nodes),
      unit: 'nodes',
      bar: 2_500,
    },
  ];
}

/** Drags from the centre of one element to that of another, by mouse. */
async function dragging(page: Page, from: string, to: string): Promise<() => Promise<void>> {
  const middle = async (of: string) => {
    const box = await page.locator(of).first().boundingBox();
    if (!box) throw new Error(`${of} is not seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [begin, end] = [await middle(from), await middle(to)];
  return async () => {
    const { mouse } = page;
    await mouse.move(begin.x, begin.y);
    await mouse.down();
    await mouse.move(begin.x + 10, begin.y + 4, { steps: 3 });
    await mouse.move(end.x, end.y, { steps: 12 });
    await mouse.up();
    await page.waitForTimeout(200);
  };
}

/** A column by its position from the left. */
const column = (place: number) => `section > div > section:nth-child(${place})`;
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar nesta lista' });
const untilShown = (page: Page) => page.locator(card).first().waitFor();

const actsOn = (name: string, address: string): UserAction[] => [
  keys(
    `${name}: going from card to card`,
    ['ArrowDown', 'j', 'j', 'k', 'ArrowRight'],
    async (page) => {
      await page.goto(address);
      await withHeading(page, name);
      await page.locator(card).first().focus();
    },
  ),
  ...[1, 2, 3].flatMap((time) => [
    keys(`${name}: m, time ${time}`, ['m']),
    keys(`${name}: moving by key, time ${time}`, ['Enter'], async (page) => {
      await page.getByRole('menu').locator('[role^=menuitem]').nth(time).focus();
    }),
  ]),
  {
    name: `${name}: dragging by mouse`,
    first: untilShown,
    prepare: (page) => dragging(page, `${column(1)} [data-card]`, `${column(2)} [data-card]`),
  },
  {
    name: `${name}: filtering by typing`,
    async prepare(page) {
      await search(page).focus();
      // The list filters while typing: the cost of rendering is part of the time of the next letter.
      return async () => {
        await page.keyboard.type('camp', typing);
        await page.keyboard.type('anha', { delay: 320 });
      };
    },
  },
  keys(`${name}: all of them again`, ['Control+a', 'Delete', 'Home', 'End', 'Home'], untilShown),
];

export async function board(panel: PanelService, rounds: number): Promise<Group> {
  const large = await panel.large();
  const at = (place: string) => `${panel.origin}/t/${large.slug}/${place}`;
  const seen = async (place: string, name: string) => {
    const all: Seen[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await open(panel, large, place, name));
    return boundsOf(name, all);
  };
  const tasks = await seen('tasks', 'Tarefas');
  const deals = await seen('deals', 'Negócios');
  const acts = [...actsOn('Tarefas', at('tasks')), ...actsOn('Negócios', at('deals'))];
  return {
    title: `Boards of ${cards} cards`,
    about: `interactions on a processor ${cpuSlowdown} times slower; best of ${rounds}`,
    bars: [...tasks, ...deals, ...barsOf(await timeActions(acts, rounds, large.session))],
  };
}
