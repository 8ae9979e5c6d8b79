/* Makes plain text of what a language model answered: it is shown and stored as text, and triggers nothing. */

/** Control characters, invisible ones, and those that change the direction of a text. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Reasoning of some models before the answer. */
const thoughts = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu;

/** Removes links, images, markup and everything invisible, and cuts the text. @param max characters */
export function plainText(answer: string, max: number, keepsLines = false): string {
  const text = answer
    .normalize('NFC')
    .replaceAll(/[\t\r]/g, ' ')
    .replaceAll(thoughts, ' ')
    // Line ends are control characters as well.
    .split('\n')
    .map((line) => line.replaceAll(invisible, '').trim())
    .join('\n')
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll(/\b[a-z][a-z0-9+.-]{1,30}:\/\/\S+/giu, '')
    .replaceAll(/\b(?:www\.\S+|(?:javascript|data|vbscript|mailto|tel|file):\S+)/giu, '')
    .replaceAll(/[`*_#>]{2,}|^\s*[#>*-]+\s/gmu, '')
    .replaceAll(/[<>]/g, '');
  const spaced = keepsLines
    ? text
        .replaceAll(/[^\S\n]+/gu, ' ')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : text.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...spaced];
  return characters.length <= max
    ? spaced
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
