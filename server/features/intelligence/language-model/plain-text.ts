/* Makes plain text of what a language model answered: it is shown and stored as text, and triggers nothing. */

/** Control characters, invisible ones, and those that change the direction of a text. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Reasoning of some models before the answer. Some templates of chats contain the tag that opens it, so that the answer has only the one that closes it. */
const tags = 'think|thinking|thought|reasoning';
const thoughts = [
  new RegExp(`<(${tags})>[\\s\\S]*?(?:</\\1>|$)`, 'giu'),
  /\[THINK\][\s\S]*?(?:\[\/THINK\]|$)/giu,
  new RegExp(`^[\\s\\S]*</(?:${tags})>`, 'giu'),
  // Channels of gpt-oss: only the last one is the answer.
  /^[\s\S]*<\|channel\|>final<\|message\|>/giu,
  /<\|channel\|>analysis[\s\S]*$/giu,
];

const withoutThoughts = (text: string) =>
  thoughts.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);

/** Placeholders of hidden values look like the text of a link. */
const linkText = (_: string, text: string, address: string) =>
  /^[A-Z]+_\d+_[a-z]+$/.test(text) ? `[${text}] (${address})` : text;

/** Cuts a text after a word. @param max characters */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const cut = characters.slice(0, max - 1).join('');
  const words = cut.replace(/\s+\S*$/u, '');
  return `${(words.length >= max / 2 ? words : cut).trimEnd()}…`;
}

/** Removes links, images, markup and everything invisible. */
export function plainText(answer: string, keepsLines = false): string {
  const text = withoutThoughts(answer.normalize('NFC').replaceAll(/[\t\r]/g, ' '))
    // Line ends are control characters as well.
    .split('\n')
    .map((line) => line.replaceAll(invisible, '').trim())
    .join('\n')
    // Markdown’s escapes.
    .replaceAll(/\\([\\`*_{}[\]()#+.!|~>-])/g, '$1')
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, linkText)
    .replaceAll(/<\/?(?:a|b|code|em|i|mark|s|small|span|strong|u)(?:\s[^<>]{0,500})?>/giu, '')
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll(/\b[a-z][a-z0-9+.-]{1,30}:\/\/\S+/giu, '')
    .replaceAll(/\b(?:www\.\S+|(?:javascript|data|vbscript|mailto|tel|file):\S+)/giu, '')
    // Addresses without a scheme, which messengers make links of.
    .replaceAll(/\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}\/\S*/giu, '')
    .replaceAll(/[`*_#>~]{2,}|^\s*[#>*-]+\s/gmu, '')
    .replaceAll(/[<>]/g, '');
  return keepsLines
    ? text
        .replaceAll(/[^\S\n]+/gu, ' ')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : text.replaceAll(/\s+/gu, ' ').trim();
}
