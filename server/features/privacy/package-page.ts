import { decimalOf } from '#server/features/exports/text-formats.ts';
import type { ExportLanguage } from '#server/records/exported-columns.ts';
import type { PackageColumn, Title } from './package-sections.ts';
import { packageWords } from './package-words.ts';

/* The page of a person's package: one HTML file without scripts, which refers to nothing outside the archive. */

/** A section as the page shows it. */
export interface PageSection {
  readonly name: string;
  readonly title: Title;
  readonly columns: readonly Pick<PackageColumn, 'name' | 'kind' | 'pt' | 'en'>[];
  readonly count: number;
  /** Records, each as the list of its values. */
  readonly records: () => AsyncIterable<readonly unknown[]>;
}

export interface PageParts {
  readonly language: ExportLanguage;
  readonly timeZone: string;
  readonly team: string;
  readonly at: Date;
  readonly identifiers: readonly string[];
  readonly sections: readonly PageSection[];
  /** True for a path of a file that is in the archive. */
  readonly hasFile: (path: string) => boolean;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const style = `
:root{color-scheme:light dark;--muted:#5c6470;--line:#d9dde3;--person:#e8f1ff;--team:#f3f4f6}
@media (prefers-color-scheme:dark){:root{--muted:#a2abb8;--line:#3a4048;--person:#1d3350;--team:#262b31}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:46rem;padding:2rem 1rem 4rem}
h1{font-size:1.8rem;margin:0 0 .5rem}h2{border-top:1px solid var(--line);font-size:1.25rem;margin:2.5rem 0 1rem;padding-top:1.5rem}
p,dt,time,.muted{color:var(--muted)}ul{padding-left:1.25rem}
article{border:1px solid var(--line);border-radius:.5rem;margin:0 0 1rem;padding:.75rem 1rem}
dl{display:grid;gap:.25rem 1rem;grid-template-columns:minmax(8rem,12rem) 1fr;margin:0}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.message{background:var(--team);border-radius:.5rem;margin:0 0 .5rem;max-width:85%;overflow-wrap:anywhere;padding:.5rem .75rem}
.message.person{background:var(--person);margin-left:auto}.message div{white-space:pre-wrap}
.message time{font-size:.8rem}h3{font-size:1rem;margin:1.5rem 0 .75rem}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}
@media print{body{max-width:none}article,.message{break-inside:avoid}}
`;

/** Records of the page are written in pieces of this many characters. */
const pieceChars = 65_536;

/** Yields the page in pieces. */
export async function* pageOf(parts: PageParts): AsyncGenerator<Buffer> {
  const { language, timeZone, sections, hasFile } = parts;
  const words = packageWords[language];
  const time = new Intl.DateTimeFormat(words.locale, {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone },
  });
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone });
  const date = new Intl.DateTimeFormat(words.locale, { dateStyle: 'short', timeZone: 'UTC' });

  const textOf = (kind: PackageColumn['kind'], value: unknown): string => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number') return decimalOf(value);
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return value.join(', ');
    if (typeof value === 'object') {
      const text = JSON.stringify(value);
      return text === '{}' || text === '[]' ? '' : text;
    }
    const text = String(value);
    if (kind === 'time') return time.format(new Date(text));
    if (kind === 'date') return date.format(new Date(`${text}T00:00:00Z`));
    return words.values[text] ?? text;
  };

  const link = (path: string) =>
    hasFile(path)
      ? `<a href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${escaped(path.replace(/^files\/\S+ /, ''))}</a>`
      : `<span class="muted">${escaped(words.missingFile)}</span>`;

  const valueHtml = ({ name, kind }: Pick<PackageColumn, 'name' | 'kind'>, value: unknown) =>
    name === 'file' ? link(String(value)) : escaped(textOf(kind, value));

  const record = ({ columns }: PageSection, values: readonly unknown[]) => {
    const rows = columns.flatMap((column, i) => {
      const value = values[i];
      if (value === null || value === undefined || column.name === 'id') return [];
      const html = valueHtml(column, value);
      return html === '' ? [] : [`<dt>${escaped(column[language])}</dt><dd>${html}</dd>`];
    });
    return `<article><dl>${rows.join('')}</dl></article>\n`;
  };

  /** A message as in a conversation, under a heading when another conversation begins. */
  const message = ({ columns }: PageSection) => {
    const place = (name: string) => columns.findIndex((column) => column.name === name);
    const [conversation, sender, sentAt, type, content, file] = [
      ...['conversation_id', 'sender', 'sent_at', 'message_type', 'content', 'file'],
    ].map(place) as [number, number, number, number, number, number];
    let current: unknown;
    let n = 0;
    return (values: readonly unknown[]) => {
      let heading = '';
      if (values[conversation] !== current) {
        current = values[conversation];
        n += 1;
        heading = `<h3>${escaped(columns[conversation]?.[language] ?? '')} ${n}</h3>\n`;
      }
      const text = String(values[content] ?? '');
      const body = text === '' && values[file] === null ? `(${String(values[type])})` : text;
      const path = values[file];
      const from = values[sender] === 'person' ? ' person' : '';
      return `${heading}<div class="message${from}"><strong>${escaped(textOf('text', values[sender]))}</strong> <time>${escaped(textOf('time', values[sentAt]))}</time><div>${escaped(body)}</div>${path === null ? '' : link(String(path))}</div>\n`;
    };
  };

  const filled = sections.filter(({ count }) => count > 0);
  const list = (items: readonly string[]) =>
    `<ul>${items.map((each) => `<li>${each}</li>`).join('')}</ul>`;
  const contents = filled.map(
    ({ name, title, count }) =>
      `<a href="#${name}">${escaped(title[language])}</a> (${new Intl.NumberFormat(words.locale).format(count)})`,
  );
  const head = [words.masked, words.formats, words.leftOut].map(
    (text) => `<p>${escaped(text)}</p>`,
  );
  yield Buffer.from(`<!doctype html>
<html lang="${words.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(words.title)}</title><style>${style}</style></head><body>
<main><h1>${escaped(words.title)}</h1><p>${escaped(words.about(parts.team, day.format(parts.at)))}</p>${head.join('')}
<h2>${escaped(words.identifiers)}</h2>${list(parts.identifiers.map(escaped))}
<h2>${escaped(words.contents)}</h2>${contents.length === 0 ? `<p>${escaped(words.none)}</p>` : list(contents)}
`);
  for (const section of filled) {
    const html =
      section.name === 'messages'
        ? message(section)
        : (values: readonly unknown[]) => record(section, values);
    let piece = `<h2 id="${section.name}">${escaped(section.title[language])}</h2>\n`;
    for await (const values of section.records()) {
      piece += html(values);
      if (piece.length < pieceChars) continue;
      yield Buffer.from(piece);
      piece = '';
    }
    yield Buffer.from(piece);
  }
  yield Buffer.from('</main></body></html>\n');
}
