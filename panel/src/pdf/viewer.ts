import {
  GlobalWorkerOptions,
  getDocument,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { showPages } from './pages.ts';
import { load, Ranges, rangeBytes, TooLarge, Unreachable } from './ranges.ts';
import { messageIn, type PdfView, type PdfWords } from './view.ts';

/*
 * Displays PDF files (docs/adr/0172-pages-of-pdf-files.md), in the panel and, without React, on the approval page. Nothing in a file runs or
 * loads anything: scripts, forms, links and WebAssembly are off.
 */

GlobalWorkerOptions.workerSrc = workerUrl;
/** Directory of character maps, fonts and decoders, which the build copies. */
const directory = `/assets/pdf-${version}/`;

/** Why a file is not displayed. */
function reasonOf(error: unknown, words: PdfWords): string {
  if (error instanceof TooLarge) return words.tooLarge;
  // fetch() throws a TypeError without a connection.
  if (error instanceof Unreachable || error instanceof TypeError) return words.unreachable;
  const isEncrypted = error instanceof Error && error.name === 'PasswordException';
  return isEncrypted ? words.encrypted : words.broken;
}

export interface ShownPdf {
  close(): void;
  /** Removes the point that the user set. */
  clearPoint(): void;
}

/** Displays a file in an element. */
export function showPdf(view: PdfView): ShownPdf {
  const { box, words } = view;
  const toClose: (() => void)[] = [];
  let clearPoint = () => {};
  let isClosed = false;
  const close = () => {
    isClosed = true;
    for (const each of toClose.splice(0)) each();
  };
  const fail = (error: unknown) => {
    if (isClosed) return;
    close();
    box.replaceChildren(messageIn(view, reasonOf(error, words)));
  };
  const open = async () => {
    const start = await load(view, 0, rangeBytes);
    if (isClosed) return;
    const task = getDocument({
      range: new Ranges(view, start, fail),
      rangeChunkSize: rangeBytes,
      disableAutoFetch: true,
      disableStream: true,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: true,
      cMapUrl: directory,
      standardFontDataUrl: directory,
      wasmUrl: directory,
      maxImageSize: 64_000_000,
      verbosity: VerbosityLevel.ERRORS,
    });
    toClose.push(() => {
      task.destroy().catch(() => {});
    });
    const pages = await showPages(view, await task.promise);
    clearPoint = pages.clearPoint;
    if (isClosed) pages.close();
    else toClose.unshift(pages.close);
  };
  box.setAttribute('aria-busy', 'true');
  box.replaceChildren(messageIn(view, words.loading));
  open()
    .catch(fail)
    .finally(() => box.removeAttribute('aria-busy'));
  return { close, clearPoint: () => clearPoint() };
}
