import type { Page } from 'playwright-core';
import { request } from '#test/support/http.ts';
import { quantile } from '../report.ts';
import type { Bar } from './bar.ts';
import { openBrowser, type PanelService } from './panel-service.ts';

/*
 * Time until a person sees on the task board a change by a program, another person or a workflow: from the request, or the key, to the
 * first frame with the card in its place.
 */

const times = 12;
/** A card moves from one to the other and back. */
const columns = [
  { slug: 'todo', name: 'A fazer' },
  { slug: 'review', name: 'Em revisão' },
] as const;

/** Runs in the page: time of the first frame with that card in that column. */
const seenIn = (title: string, column: string) => `new Promise((resolve) => {
  const look = () => {
    const place = [...document.querySelectorAll('section[aria-labelledby]')]
      .find((each) => each.querySelector('h2')?.textContent === ${JSON.stringify(column)});
    const isThere = [...(place?.querySelectorAll('[data-card-link]') ?? [])]
      .some(({ textContent }) => textContent === ${JSON.stringify(title)});
    if (isThere) resolve(performance.timeOrigin + performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;

const now = () => performance.timeOrigin + performance.now();

/** Runs an action. @returns milliseconds until the page showed it */
async function until(page: Page, title: string, column: string, act: () => Promise<unknown>) {
  const seen = page.evaluate(seenIn(title, column)) as Promise<number>;
  const began = now();
  const [at] = await Promise.all([seen, act()]);
  return at - began;
}

export async function liveBoard(panel: PanelService): Promise<Bar[]> {
  const undo: (() => Promise<unknown>)[] = [];
  const { origin, slug, key } = panel;
  const api = async (method: string, path: string, body: object) => {
    const { status, data, text } = await request(`${origin}/api/v1${path}`, { method, key, body });
    if (status >= 300) throw new Error(text);
    return data as { readonly id: string };
  };
  try {
    const { id: project } = await api('POST', '/projects', { name: 'Vitrine de Natal' });
    const { id: card } = await api('POST', '/tasks', { title: 'Fotos', project_id: project });
    const open = async () => {
      const browser = await openBrowser(undo);
      const context = await browser.newContext({ locale: 'pt-BR' });
      const { name, value, ...cookie } = await panel.session();
      await context.addCookies([{ name, value, ...cookie }]);
      const page = await context.newPage();
      await page.goto(`${origin}/t/${slug}/tasks?project=${project}`);
      await page.getByRole('link', { name: 'Fotos' }).waitFor();
      // Waits until the stream is open.
      await page.waitForTimeout(2_000);
      return { page, cookie: `${name}=${value}` };
    };
    const { page } = await open();
    const second = await open();

    const byApi: number[] = [];
    const byKey: number[] = [];
    const byWorkflow: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const { slug: column, name } = columns[time % 2 ? 1 : 0];
      const move = () => api('PUT', `/tasks/${card}`, { column });
      byApi.push(await until(page, 'Fotos', name, move));
    }
    for (let time = 0; time < times; time += 1) {
      const { name } = columns[time % 2 ? 1 : 0];
      await second.page.getByRole('link', { name: 'Fotos' }).focus();
      await second.page.keyboard.press('m');
      const items = second.page.getByRole('menu').locator('[role^=menuitem]', { hasText: name });
      await items.first().focus();
      byKey.push(await until(page, 'Fotos', name, () => second.page.keyboard.press('Enter')));
    }
    const steps = [
      {
        type: 'create_task',
        with: { title: 'Preparar {{deal.title}}', project_id: project, column: columns[0].slug },
      },
    ];
    const definition = { name: 'Ao entrar', trigger: { type: 'deal_created' }, steps };
    const made = await request(`${origin}/api/panel/teams/${slug}/workflows`, {
      method: 'POST',
      headers: { cookie: second.cookie, 'sec-fetch-site': 'same-origin' },
      body: { definition },
    });
    if (made.status !== 201) throw new Error(made.text);
    for (let time = 0; time < times; time += 1) {
      const title = `Vitrine ${time}`;
      const begin = () => api('POST', '/deals', { title });
      byWorkflow.push(await until(page, `Preparar ${title}`, columns[0].name, begin));
    }
    const bar = (what: string, took: readonly number[]): Bar => ({
      what: `the board, ${what}: p95`,
      value: quantile(took, 0.95),
      unit: 'ms',
      bar: 500,
    });
    return [
      bar('moved by a program', byApi),
      bar('moved by another person', byKey),
      bar('created by a workflow', byWorkflow),
    ];
  } finally {
    for (const step of undo.reverse()) await step();
  }
}
