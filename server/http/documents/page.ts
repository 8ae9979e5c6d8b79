import type { Tokens } from 'marked';
import { Html, html } from '../html.ts';
import { iconPath } from '../icon.ts';
import { type DocumentFile, home, resolve } from './document-files.ts';
import { style } from './style.ts';

/* Renders a document as a page, and as Markdown whose links point to this service's copies. */

interface Heading {
  readonly depth: number;
  readonly id: string;
  /** Its inline HTML. */
  readonly inner: string;
}

/** Generates GitHub's heading ids, to which documents link. */
function headingNames(): (text: string) => string {
  const uses = new Map<string, number>();
  return (text) => {
    const name = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = uses.get(name) ?? 0;
    uses.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/** Strips inline markup from a heading's source. */
const plain = (text: string) => text.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');

/** @param markdown source of a document @returns its HTML, and its headings */
async function rendered(
  all: ReadonlyMap<string, DocumentFile>,
  document: DocumentFile,
  markdown: string,
): Promise<{ readonly body: string; readonly headings: readonly Heading[] }> {
  // Loaded when the first page is rendered: most processes render none.
  const { Lexer, Marked } = await import('marked');
  const headings: Heading[] = [];
  const nameOf = headingNames();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = nameOf(plain(text));
        const inner = this.parser.parseInline(tokens);
        headings.push({ depth, id, inner });
        const name = html`${id}`.text;
        const content = depth === 1 ? inner : `<a href="#${name}">${inner}</a>`;
        return `<h${depth} id="${name}">${content}</h${depth}>\n`;
      },
      link({ href, text, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const to = resolve(all, document, href);
        if (to) {
          const { page, address, title } = to.served;
          // A link text that is a file name is replaced by the document's title.
          const label =
            title !== undefined && /^[\w./-]+\.md$/.test(text)
              ? new Html(this.parser.parseInline(Lexer.lexInline(title)))
              : new Html(inner);
          return html`<a href="${(page ?? address) + to.fragment}">${label}</a>`.text;
        }
        // Links to files that only the repository has become plain text.
        if (!/^(?:https?:|mailto:|\/)/.test(href)) return inner;
        return `<a href="${html`${href}`.text}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = resolve(all, document, href)?.served.address;
        return address === undefined
          ? html`${text}`.text
          : html`<img src="${address}" alt="${text}" loading="lazy">`.text;
      },
      // Documents are Markdown only: escapes anything that looks like a tag.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
      // Content wider than a phone scrolls horizontally, also by keyboard.
      code: ({ text, lang = '' }: Tokens.Code) =>
        html`<pre tabindex="0"><code${lang !== '' && html` class="language-${lang}"`}>${text}</code></pre>\n`
          .text,
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], usual: string) =>
          row
            .map(({ text, tokens }) => {
              // A column without a name gets no header cell.
              const tag = text === '' ? 'td' : usual;
              return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join('');
        const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        // A table without column names gets no header for screen readers.
        const isNamed = header.some(({ text }) => text !== '');
        const head = isNamed ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${lines}</tbody></table></div>\n`;
      },
    },
  });
  return { body: await marked.parse(markdown), headings };
}

/** Table of contents, if the page has enough headings: next to the text, or collapsed above it on narrow screens. */
function contentsOf(headings: readonly Heading[]) {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < 3) return undefined;
  // Removes links from headings, because links cannot be nested.
  const text = (inner: string) => new Html(inner.replaceAll(/<\/?a\b[^>]*>/g, ''));
  const list = html`<ol>${listed.map(
    ({ depth, id, inner }) =>
      html`<li${depth === 3 && html` class="inner"`}><a href="#${id}">${text(inner)}</a></li>`,
  )}</ol>`;
  return html`<nav class="contents beside" aria-label="On this page"><p>On this page</p>${list}</nav>
<nav class="contents above" aria-label="On this page"><details><summary>On this page</summary>${list}</details></nav>`;
}

/** Renders a document as a page. */
export async function pageOf(
  all: ReadonlyMap<string, DocumentFile>,
  document: DocumentFile,
  markdown: string,
): Promise<string> {
  const { body, headings } = await rendered(all, document, markdown);
  const title = headings.find(({ depth }) => depth === 1)?.inner ?? document.path;
  const head = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${new Html(title.replaceAll(/<[^>]*>/g, ''))} · Pauta</title>
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<link rel="alternate" type="text/markdown" href="${document.address}">
<style>`.text;
  return `${head}${style}</style></head><body>${
    html`<a class="skip" href="#text">Skip to the text</a>
<header><strong><a href="${home}">Pauta documentation</a></strong><a href="/reference/">API reference</a><a href="${document.address}">Markdown</a><a href="/">Panel</a></header>
<div class="page">${contentsOf(headings)}<main id="text">
${new Html(body)}</main></div></body></html>
`.text
  }`;
}

const fence = /^(`{3,}).*\n[\s\S]*?^\1`*$/gm;

/** Markdown of a document, with links that work from its URL. */
export function markdownOf(
  all: ReadonlyMap<string, DocumentFile>,
  document: DocumentFile,
  markdown: string,
): string {
  const linked = (text: string) =>
    text.replaceAll(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
      const to = resolve(all, document, href);
      if (!to || to.served === document) return whole;
      return `](${to.served.address}${to.fragment})`;
    });
  let [text, end] = ['', 0];
  for (const { 0: code, index } of markdown.matchAll(fence)) {
    text += linked(markdown.slice(end, index)) + code;
    end = index + code.length;
  }
  return text + linked(markdown.slice(end));
}
