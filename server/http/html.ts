/* HTML templates: interpolated values are escaped, unless they are Html. */

/** A fragment of a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

export type Part = Html | string | number | false | null | undefined | readonly Part[];

const written = (part: Part): string => {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(written).join('');
};

/** Builds a fragment from fragments and texts. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, i) => text + written(parts[i])).join(''));
