import type { Tokens } from 'marked';
import { Html, html } from '../html.ts';
import { iconPath } from '../icon.ts';
import { home, resolve, type Served } from './served.ts';
import { style } from './style.ts';

/*
 * A document as a page, and as Markdown whose links lead where this service has what they name.
 */

interface Heading {
  readonly depth: number;
  readonly id: string;
  /** Its text, with the marks in it. */
  readonly inner: string;
}

/** Names headings as GitHub does, by which documents link to them. */
function headingNames(): (text: string) => string {
  const given = new Map<string, number>();
  return (text) => {
    const name = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = given.get(name) ?? 0;
    given.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/** What is marked in a heading's source, without the marks. */
const plain = (text: string) => text.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');

/** @param markdown of a document @returns its text as HTML, and its headings */
async function rendered(
  all: ReadonlyMap<string, Served>,
  document: Served,
  markdown: string,
): Promise<{ readonly body: string; readonly headings: readonly Heading[] }> {
  // Loaded when a page is made: most processes make none.
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
        const shown = depth === 1 ? inner : `<a href="#${name}">${inner}</a>`;
        return `<h${depth} id="${name}">${shown}</h${depth}>\n`;
      },
      link({ href, text, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const to = resolve(all, document, href);
        if (to) {
          const { page, address, title } = to.served;
          // In the repository a document goes by its file's name.
          const shown =
            title !== undefined && /^[\w./-]+\.md$/.test(text)
              ? new Html(this.parser.parseInline(Lexer.lexInline(title)))
              : new Html(inner);
          return html`<a href="${(page ?? address) + to.fragment}">${shown}</a>`.text;
        }
        // What only the repository has is named, not linked.
        if (!/^(?:https?:|mailto:|\/)/.test(href)) return inner;
        return `<a href="${html`${href}`.text}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const address = resolve(all, document, href)?.served.address;
        return address === undefined
          ? html`${text}`.text
          : html`<img src="${address}" alt="${text}" loading="lazy">`.text;
      },
      // Documents are Markdown alone: what looks like a tag is text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
      // What is wider than a phone moves sideways, by keys as well.
      code: ({ text, lang = '' }: Tokens.Code) =>
        html`<pre tabindex="0"><code${lang !== '' && html` class="language-${lang}"`}>${text}</code></pre>\n`
          .text,
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], usual: string) =>
          row
            .map(({ text, tokens }) => {
              // A column without a name has no head.
              const tag = text === '' ? 'td' : usual;
              return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join('');
        const lines = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        // A table without names of columns has none to be read out.
        const isNamed = header.some(({ text }) => text !== '');
        const head = isNamed ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${lines}</tbody></table></div>\n`;
      },
    },
  });
  return { body: await marked.parse(markdown), headings };
}

/** A list of a page's headings, where it has some: beside the text, or folded above it where there is no room. */
function contentsOf(headings: readonly Heading[]) {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < 3) return undefined;
  // A link in a link is none.
  const text = (inner: string) => new Html(inner.replaceAll(/<\/?a\b[^>]*>/g, ''));
  const list = html`<ol>${listed.map(
    ({ depth, id, inner }) =>
      html`<li${depth === 3 && html` class="inner"`}><a href="#${id}">${text(inner)}</a></li>`,
  )}</ol>`;
  return html`<nav class="contents beside" aria-label="On this page"><p>On this page</p>${list}</nav>
<nav class="contents above" aria-label="On this page"><details><summary>On this page</summary>${list}</details></nav>`;
}

/** A document as a page. */
export async function pageOf(
  all: ReadonlyMap<string, Served>,
  document: Served,
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

/** A document's Markdown, its links as they work from where it is served. */
export function markdownOf(
  all: ReadonlyMap<string, Served>,
  document: Served,
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
