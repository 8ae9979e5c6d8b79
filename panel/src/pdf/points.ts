import { element, fill, type PagePoint, type Pointing } from './view.ts';

/* Points on pages: set by a click or tap, or by the button below a page and the arrow keys. */

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-0.01, 0],
  ArrowRight: [0.01, 0],
  ArrowUp: [0, -0.01],
  ArrowDown: [0, 0.01],
};

/** A page on which a point can be set. */
interface Sheet {
  readonly n: number;
  readonly page: HTMLElement;
  readonly foot: HTMLElement;
}

const between = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000;

/** Lets the user set one point on the pages. @returns removes it */
export function markPoints(
  { words, classes, set, write }: Pointing,
  sheets: readonly Sheet[],
): () => void {
  const pin = element('button', classes.pin);
  pin.type = 'button';
  pin.style.position = 'absolute';
  let point: PagePoint | undefined;

  const move = (sheet: Sheet, x: number, y: number) => {
    point = { page: sheet.n, x: between(x), y: between(y) };
    const percent = { n: sheet.n, x: Math.round(point.x * 100), y: Math.round(point.y * 100) };
    pin.setAttribute('aria-label', fill(words.pinned, percent));
    Object.assign(pin.style, { left: `${point.x * 100}%`, top: `${point.y * 100}%` });
    if (pin.parentElement !== sheet.page) sheet.page.append(pin);
    set(point);
  };

  pin.addEventListener('click', (event) => {
    event.stopPropagation();
    write();
  });
  pin.addEventListener('keydown', (event) => {
    const [x, y] = moves[event.key] ?? [];
    const sheet = sheets.find(({ n }) => n === point?.page);
    if (x === undefined || y === undefined || !sheet || !point) return;
    event.preventDefault();
    const pace = event.shiftKey ? 10 : 1;
    move(sheet, point.x + x * pace, point.y + y * pace);
  });

  for (const sheet of sheets) {
    sheet.page.classList.add(...classes.sheet.split(' '));
    sheet.page.addEventListener('click', ({ clientX, clientY }) => {
      const { left, top, width, height } = sheet.page.getBoundingClientRect();
      move(sheet, (clientX - left) / width, (clientY - top) / height);
      write();
    });
    const button = element('button', classes.button, fill(words.point, { n: sheet.n }));
    button.type = 'button';
    button.addEventListener('click', () => {
      move(sheet, 0.5, 0.5);
      pin.focus();
    });
    sheet.foot.append(button);
  }
  return () => {
    point = undefined;
    pin.remove();
  };
}
