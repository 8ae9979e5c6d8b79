/* Input of the viewer of PDF files. */

/** Texts. `{n}` is the number of a page, `{all}` the number of pages. */
export interface PdfWords {
  readonly loading: string;
  readonly page: string;
  readonly more: string;
  readonly broken: string;
  readonly encrypted: string;
  readonly tooLarge: string;
  readonly unreachable: string;
  readonly failedPage: string;
}

/** Point on a page, in parts of its width and height. */
export interface PagePoint {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface Pin extends PagePoint {
  readonly label: string;
}

/** Setting of points by the user. */
export interface Pointing {
  /** `{x}` and `{y}` are percentages. */
  readonly words: Readonly<Record<'point' | 'pinned' | 'skip', string>>;
  readonly classes: Readonly<Record<'sheet' | 'button' | 'pin' | 'skip', string>>;
  /** Id of the element after the pages. */
  readonly end: string;
  set(point: PagePoint): void;
  /** The user has chosen the point, and writes the comment. */
  write(): void;
}

export interface PdfView {
  /** Element whose content the pages replace. */
  readonly box: HTMLElement;
  /** URL of the file. */
  address(): string;
  /** Renews an expired URL. */
  renew?(): Promise<void>;
  readonly words: PdfWords;
  readonly classes: Readonly<Record<'sheet' | 'foot' | 'pin' | 'message' | 'hidden', string>>;
  readonly pins: readonly Pin[];
  /** Numbers of the pages to display; undefined for all. */
  readonly pages?: readonly number[];
  readonly pointing?: Pointing;
}

/** `fill('Page {n}', { n: 3 })` → `Page 3` */
export const fill = (text: string, values: Readonly<Record<string, number>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Text that takes the place of pages, read by screen readers. */
export function messageIn({ classes }: PdfView, text: string): HTMLElement {
  const message = element('p', classes.message, text);
  message.setAttribute('role', 'status');
  return message;
}
