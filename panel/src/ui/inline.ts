/* Inline markup of a line, and its links. */

export type Inline =
  | { readonly is: 'text' | 'code'; readonly text: string }
  | { readonly is: 'bold' | 'italic' | 'struck'; readonly inside: readonly Inline[] }
  | { readonly is: 'link'; readonly href: string; readonly inside: readonly Inline[] };

/** Returns the normalized link target; undefined for a disallowed one, which is shown as text. */
export function safeHref(to: string): string | undefined {
  if (!URL.canParse(to)) return undefined;
  const { protocol, href } = new URL(to);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}

const counted = (text: string, sign: string) => text.split(sign).length - 1;

/** Removes trailing punctuation that belongs to the sentence rather than to the URL. */
export function cutUrl(url: string): string {
  let end = url.length;
  for (; end > 0; end -= 1) {
    const text = url.slice(0, end);
    const isOpen = text.endsWith(')') && counted(text, ')') > counted(text, '(');
    if (!/[.,;:!?"'»]$/.test(text) && !isOpen) break;
  }
  return url.slice(0, end);
}
