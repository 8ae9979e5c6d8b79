import type { MessageMention } from '#panel/api/schema.ts';
import { splitAtTaskNumbers } from '#panel/data/task-numbers.ts';
import { cutUrl, type Inline, safeHref } from '#panel/ui/inline.ts';
import { splitAtMentions } from '../group-mentions.ts';

/* Markup of the network: *bold*, _italic_, ~struck~, ```monospace```. Links may be web or mail addresses. HTML is not supported. */

/** Pair of marks adjacent to the marked text, without a letter or digit outside. */
const pair = (mark: string, name: string) =>
  `(?<![\\p{L}\\p{N}${mark}])${mark}(?<${name}>[^\\s${mark}](?:[^\\n${mark}]{0,2000}?[^\\s${mark}])?)${mark}(?![\\p{L}\\p{N}${mark}])`;

const marks = new RegExp(
  [
    '```(?<mono>[^`][\\s\\S]{0,4000}?)```',
    '`(?<code>[^`\\n]{1,1000})`',
    '(?<url>https?://[^\\s<>]{1,2000}|www\\.[^\\s<>]{1,2000})',
    '(?<mail>[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,5})',
    pair('\\*', 'bold'),
    pair('_', 'italic'),
    pair('~', 'struck'),
  ].join('|'),
  'gu',
);

type Marked = { readonly [name: string]: string | undefined };

function partOf(whole: string, { mono, code, bold, italic, struck, url, mail }: Marked) {
  const verbatim = mono ?? code;
  if (verbatim !== undefined) return { is: 'code', text: verbatim } as const;
  if (bold !== undefined) return { is: 'bold', inside: partsOf(bold) } as const;
  if (italic !== undefined) return { is: 'italic', inside: partsOf(italic) } as const;
  if (struck !== undefined) return { is: 'struck', inside: partsOf(struck) } as const;
  const to =
    mail !== undefined ? `mailto:${mail}` : url?.startsWith('www.') ? `https://${whole}` : whole;
  const href = safeHref(to);
  return href === undefined
    ? undefined
    : ({ is: 'link', href, inside: [{ is: 'text', text: whole }] } as const);
}

export function partsOf(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  const plain = (to: number) => {
    if (to > from) parts.push({ is: 'text', text: text.slice(from, to) });
  };
  for (const match of text.matchAll(marks)) {
    const groups = match.groups ?? {};
    const whole = groups.url === undefined ? match[0] : cutUrl(match[0]);
    const part = partOf(whole, groups);
    if (!part) continue;
    plain(match.index);
    parts.push(part);
    from = match.index + whole.length;
  }
  plain(text.length);
  return parts;
}

function withTaskNumbersIn(part: Inline, existing: readonly string[], path: string) {
  switch (part.is) {
    case 'text':
      return splitAtTaskNumbers(part.text, existing).map(
        (text, i): Inline =>
          i % 2 === 1
            ? { is: 'link', href: `${path}/${text}`, inside: [{ is: 'text', text }] }
            : { is: 'text', text },
      );
    case 'bold':
    case 'italic':
    case 'struck':
      return [{ is: part.is, inside: withTaskNumbers(part.inside, existing, path) }];
    case 'code':
    case 'link':
      return [part];
  }
}

/** Links the numbers of tasks in parts of a text. @param existing numbers that were found; @param path of the list of tasks */
export const withTaskNumbers = (
  parts: readonly Inline[],
  existing: readonly string[],
  path: string,
): readonly Inline[] => parts.flatMap((part) => withTaskNumbersIn(part, existing, path));

function withMentionNamesIn(part: Inline, mentions: readonly MessageMention[]): readonly Inline[] {
  switch (part.is) {
    case 'text':
      return splitAtMentions(part.text, mentions).map((text, n) =>
        n % 2 === 1 ? { is: 'bold', inside: [{ is: 'text', text }] } : { is: 'text', text },
      );
    case 'bold':
    case 'italic':
    case 'struck':
      return [{ is: part.is, inside: withMentionNames(part.inside, mentions) }];
    case 'code':
    case 'link':
      return [part];
  }
}

/** Shows the names of mentioned members in bold, in place of their digits. */
export const withMentionNames = (
  parts: readonly Inline[],
  mentions: readonly MessageMention[],
): readonly Inline[] =>
  mentions.length === 0 ? parts : parts.flatMap((part) => withMentionNamesIn(part, mentions));

/** True for a text of up to three emoji, which is shown large. */
export const isEmojiOnly = (text: string) =>
  /^(?:\s*\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}\uFE0F]|\u200D\p{Extended_Pictographic})*){1,3}\s*$/u.test(
    text,
  );

/** Text without markup, on one line, for a quote or a screen reader. */
export const withoutMarkup = (text: string) =>
  text
    .replaceAll(/```|(?<![\p{L}\p{N}])[*_~](?=\S)|(?<=\S)[*_~](?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
