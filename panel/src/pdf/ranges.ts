import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfView } from './view.ts';

/* Parts of a PDF file, requested as its pages need them. */

/** Larger files are only downloaded: a worker allocates memory for the whole file. */
const maxBytes = 100_000_000;
export const rangeBytes = 262_144;

export class Unreachable extends Error {}
export class TooLarge extends Error {}

interface Part {
  readonly bytes: Uint8Array;
  /** Size of the whole file. */
  readonly total: number;
}

/** @throws Unreachable, TooLarge, TypeError without a connection */
export async function load({ address, renew }: PdfView, first: number, end: number): Promise<Part> {
  const request = () => fetch(address(), { headers: { range: `bytes=${first}-${end - 1}` } });
  let answer = await request();
  if (!answer.ok && answer.status !== 416 && renew) {
    await renew();
    answer = await request();
  }
  if (answer.status === 416) return { bytes: new Uint8Array(), total: 0 };
  if (!answer.ok) throw new Unreachable();
  const [, total] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
  if (Number(total ?? 0) > maxBytes) {
    await answer.body?.cancel();
    throw new TooLarge();
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { bytes, total: total === undefined ? bytes.length : Number(total) };
}

export class Ranges extends PDFDataRangeTransport {
  readonly #view: PdfView;
  readonly #fail: (error: unknown) => void;

  constructor(view: PdfView, { bytes, total }: Part, fail: (error: unknown) => void) {
    super(total, bytes, bytes.length === total);
    this.#view = view;
    this.#fail = fail;
  }

  override requestDataRange(begin: number, end: number): void {
    load(this.#view, begin, end).then(
      ({ bytes }) => this.onDataRange(begin, bytes),
      (error: unknown) => this.#fail(error),
    );
  }
}
