import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { markPoints } from './points.ts';
import { element, fill, messageIn, type PdfView } from './view.ts';

/* Pages of an open PDF file. Only those near the view are drawn, one after another; the drawings of all others are released. */

/** More pages of a file are not displayed. */
const maxPages = 500;
/** Max pixels of a drawn page, 32 MB of memory, and of its longer side: what phones can draw. */
const maxPixels = 8_000_000;
const maxSide = 8_192;
/** Max height in widths, and the inverse; other pages are drawn smaller. */
const maxRatio = 20;
/** Max characters of a page's text for screen readers. */
const maxText = 20_000;

interface Sheet {
  readonly n: number;
  readonly group: HTMLElement;
  /** Area of the page. */
  readonly page: HTMLElement;
  readonly foot: HTMLElement;
  readonly text: HTMLElement;
  canvas?: HTMLCanvasElement;
  /** Width at which it was drawn; 0 if it is not. */
  width: number;
  isNear: boolean;
}

function sheetOf({ classes, words }: PdfView, n: number, all: number): Sheet {
  const group = element('div', '');
  const label = fill(words.page, { n, all });
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  group.dataset.page = String(n);
  const page = element('div', classes.sheet);
  page.style.position = 'relative';
  const foot = element('div', classes.foot);
  const name = element('span', '', label);
  name.setAttribute('aria-hidden', 'true');
  foot.append(name);
  const text = element('div', classes.hidden);
  group.append(page, text, foot);
  return { n, group, page, foot, text, width: 0, isNear: false };
}

const ratioOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Math.min(maxRatio, Math.max(1 / maxRatio, height / width)) || 1;

/** Shows the pages of a file. */
export async function showPages(view: PdfView, file: PDFDocumentProxy) {
  const { box, words, pages, classes } = view;
  const { numPages } = file;
  const listed = pages?.filter((n) => n <= numPages);
  const numbers = listed ?? Array.from({ length: Math.min(numPages, maxPages) }, (_, i) => i + 1);
  const first = await file.getPage(numbers[0] ?? 1);
  const ratio = ratioOf(first.getViewport({ scale: 1 }));
  const sheets = numbers.map((n) => sheetOf(view, n, numPages));
  for (const { page } of sheets) page.style.aspectRatio = `1 / ${ratio}`;
  for (const { page, x, y, label } of view.pins) {
    const pin = element('span', classes.pin, label);
    pin.setAttribute('aria-hidden', 'true');
    Object.assign(pin.style, { position: 'absolute', left: `${x * 100}%`, top: `${y * 100}%` });
    sheets.find(({ n }) => n === page)?.page.append(pin);
  }
  const clearPoint = view.pointing ? markPoints(view.pointing, sheets) : () => {};

  let drawing: { readonly sheet: Sheet; task?: RenderTask } | undefined;
  let isClosed = false;

  const release = (sheet: Sheet) => {
    sheet.width = 0;
    if (drawing?.sheet === sheet) drawing.task?.cancel();
    if (!sheet.canvas) return;
    // Frees the memory at once.
    sheet.canvas.width = 0;
    sheet.canvas.remove();
    delete sheet.canvas;
  };

  const draw = async (sheet: Sheet, turn: NonNullable<typeof drawing>) => {
    const page = await file.getPage(sheet.n);
    try {
      const size = page.getViewport({ scale: 1 });
      const ratio = ratioOf(size);
      sheet.page.style.aspectRatio = `1 / ${ratio}`;
      const width = sheet.page.clientWidth;
      if (width === 0 || !sheet.isNear || isClosed) return;
      sheet.width = width;
      const density = Math.min(devicePixelRatio, 2);
      const fitting = Math.min(width / size.width, (width * ratio) / size.height) * density;
      const scale = Math.min(
        fitting,
        Math.sqrt(maxPixels / (size.width * size.height)),
        maxSide / Math.max(size.width, size.height),
      );
      const canvas = element('canvas', '');
      canvas.setAttribute('aria-hidden', 'true');
      Object.assign(canvas.style, {
        position: 'absolute',
        inset: '0',
        width: '100%',
        height: '100%',
        objectFit: 'contain',
      });
      canvas.width = Math.max(1, Math.round(size.width * scale));
      canvas.height = Math.max(1, Math.round(size.height * scale));
      const task = page.render({ canvas, viewport: page.getViewport({ scale }) });
      turn.task = task;
      await task.promise;
      if (!sheet.isNear || isClosed) return;
      sheet.canvas?.remove();
      sheet.canvas = canvas;
      sheet.page.prepend(canvas);
      if (sheet.text.textContent !== '') return;
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
      sheet.text.textContent = text.replaceAll(/\s+/g, ' ').slice(0, maxText);
    } finally {
      page.cleanup();
    }
  };

  /** Distance of a page from the middle of the window. */
  const distance = ({ page }: Sheet) => {
    const { top, bottom } = page.getBoundingClientRect();
    return Math.abs((top + bottom) / 2 - innerHeight / 2);
  };

  /** Draws the pages near the view that are not drawn, the closest first. */
  const drawNext = () => {
    if (drawing || isClosed) return;
    const waiting = sheets.filter(({ isNear, width }) => isNear && width === 0);
    const [sheet] = waiting.sort((a, b) => distance(a) - distance(b));
    if (!sheet) return;
    const turn = { sheet };
    drawing = turn;
    draw(sheet, turn)
      .catch((error: unknown) => {
        if (isClosed || (error instanceof Error && error.name === 'RenderingCancelledException'))
          return;
        sheet.width = sheet.page.clientWidth;
        sheet.page.prepend(messageIn(view, fill(words.failedPage, { n: sheet.n })));
      })
      .finally(() => {
        drawing = undefined;
        drawNext();
      });
  };

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets.find(({ page }) => page === target);
        if (!sheet) continue;
        sheet.isNear = isIntersecting;
        if (!isIntersecting) release(sheet);
      }
      drawNext();
    },
    { rootMargin: '100% 0px' },
  );
  const sizes = new ResizeObserver(() => {
    for (const sheet of sheets)
      if (sheet.width > 0 && Math.abs(sheet.page.clientWidth - sheet.width) > 1) sheet.width = 0;
    drawNext();
  });
  box.replaceChildren(...sheets.map(({ group }) => group));
  if (view.pointing && sheets.length > 1) {
    const { words, classes, end } = view.pointing;
    const skip = element('a', classes.skip, words.skip);
    skip.href = `#${end}`;
    box.prepend(skip);
  }
  if (listed === undefined && numPages > maxPages)
    box.append(messageIn(view, fill(words.more, { n: maxPages, all: numPages })));
  for (const { page } of sheets) near.observe(page);
  sizes.observe(box);
  return {
    clearPoint,
    close() {
      isClosed = true;
      near.disconnect();
      sizes.disconnect();
      for (const sheet of sheets) release(sheet);
    },
  };
}
