/*
 * Parses a safe subset of the Markdown in descriptions and comments into a tree. HTML is not supported; links may be http, https or mailto.
 */

import { cutUrl, type Inline, safeHref } from './inline.ts';

export interface Item {
  readonly depth: number;
  /** undefined for an item without a checkbox. */
  readonly isDone: boolean | undefined;
  /** Line number in the text. */
  readonly line: number;
  readonly inside: readonly Inline[];
}

export type Block =
  | { readonly is: 'heading'; readonly level: number; readonly inside: readonly Inline[] }
  | { readonly is: 'list'; readonly isOrdered: boolean; readonly items: readonly Item[] }
  | { readonly is: 'paragraph' | 'quote'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'rule' };

/** Maximum length between a pair of marks, to bound the parsing time. */
const within = '{1,1000}?';
const marks = new RegExp(
  [
    '(?<tick>`+)(?<code>[^`].{0,1000}?)\\k<tick>(?!`)',
    `\\*\\*(?<bold>\\S.${within.replace('1', '0')})\\*\\*`,
    '~~(?<struck>\\S.{0,1000}?)~~',
    '(?<![\\w*])[*](?<italic>[^\\s*](?:[^*]{0,1000}?[^\\s*])?)[*](?![\\w*])',
    '(?<!\\w)_(?<under>[^\\s_](?:[^_]{0,1000}?[^\\s_])?)_(?!\\w)',
    '\\[(?<name>[^\\]]{1,1000})\\]\\((?<to>[^()\\s]{1,2000}(?:\\([^()\\s]{0,1000}\\)[^()\\s]{0,1000})?)\\)',
    '(?<url>https?://[^\\s<>]{1,2000})',
  ].join('|'),
  'gu',
);

export function inlineOf(text: string, isInLink = false): readonly Inline[] {
  const parts: Inline[] = [];
  const plain = (piece: string) => {
    if (piece !== '') parts.push({ is: 'text', text: piece });
  };
  let from = 0;
  marks.lastIndex = 0;
  for (const match of text.matchAll(marks)) {
    const { code, bold, struck, italic, under, name, to, url } = match.groups ?? {};
    if (match.index < from) continue;
    let [whole] = match;
    let part: Inline | undefined;
    if (code !== undefined) part = { is: 'code', text: code };
    else if (bold !== undefined) part = { is: 'bold', inside: inlineOf(bold, isInLink) };
    else if (struck !== undefined) part = { is: 'struck', inside: inlineOf(struck, isInLink) };
    else if (italic !== undefined || under !== undefined)
      part = { is: 'italic', inside: inlineOf(italic ?? under ?? '', isInLink) };
    else if (!isInLink) {
      if (url !== undefined) whole = cutUrl(url);
      const href = safeHref(to ?? whole);
      if (href !== undefined)
        part = {
          is: 'link',
          href,
          inside: name === undefined ? [{ is: 'text', text: whole }] : inlineOf(name, true),
        };
    }
    if (!part) continue;
    plain(text.slice(from, match.index));
    parts.push(part);
    from = match.index + whole.length;
  }
  plain(text.slice(from));
  return parts;
}

const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const fence = /^\s*```/;

/** Items of the list that begins at a line. */
function itemsFrom(lines: readonly string[], from: number): readonly Item[] {
  const items: Item[] = [];
  for (let line = from; line < lines.length; line += 1) {
    const [, indent, , mark, text] = item.exec(lines[line] ?? '') ?? [];
    if (indent === undefined || text === undefined) break;
    items.push({
      depth: Math.min(4, Math.floor(indent.replaceAll('\t', '  ').length / 2)),
      isDone: mark === undefined ? undefined : mark !== ' ',
      line,
      inside: inlineOf(text),
    });
  }
  return items;
}

export function blocksOf(text: string): readonly Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  const isText = (line: string | undefined): line is string =>
    line !== undefined &&
    line.trim() !== '' &&
    !heading.test(line) &&
    !item.test(line) &&
    !fence.test(line) &&
    !line.startsWith('>');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const [, signs, title] = heading.exec(line) ?? [];
    const [, , bullet] = item.exec(line) ?? [];
    if (line.trim() === '') at += 1;
    else if (fence.test(line)) {
      const end = lines.findIndex((each, i) => i > at && fence.test(each));
      const last = end < 0 ? lines.length : end;
      blocks.push({ is: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last + 1;
    } else if (signs !== undefined && title !== undefined) {
      blocks.push({ is: 'heading', level: signs.length, inside: inlineOf(title) });
      at += 1;
    } else if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) {
      blocks.push({ is: 'rule' });
      at += 1;
    } else if (bullet !== undefined) {
      const items = itemsFrom(lines, at);
      blocks.push({ is: 'list', isOrdered: /\d/.test(bullet), items });
      at += items.length;
    } else if (line.startsWith('>')) {
      let end = at;
      while (lines[end]?.startsWith('>')) end += 1;
      blocks.push({
        is: 'quote',
        lines: lines.slice(at, end).map((each) => inlineOf(each.replace(/^>\s?/, ''))),
      });
      at = end;
    } else {
      let end = at + 1;
      while (isText(lines[end])) end += 1;
      blocks.push({ is: 'paragraph', lines: lines.slice(at, end).map((each) => inlineOf(each)) });
      at = end;
    }
  }
  return blocks;
}

/** Toggles the checkbox in a line. */
export function toggled(text: string, line: number): string {
  const lines = text.split('\n');
  const before = lines[line];
  if (before === undefined) return text;
  lines[line] = before.replace(/\[([ xX])\]/, (_, mark: string) => (mark === ' ' ? '[x]' : '[ ]'));
  return lines.join('\n');
}
