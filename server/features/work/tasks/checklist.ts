/* Checklists are Markdown texts in which some lines are items, as the panel reads them; all remaining lines keep their place. */

const itemLine = /^(\s*[-*+]\s+)\[([ xX])\]\s?(.*)$/;

export interface ChecklistItem {
  /** Its line in the text. */
  readonly line: number;
  readonly text: string;
  readonly isDone: boolean;
}

const linesOf = (markdown: string | null) => (markdown ? markdown.split(/\r?\n/) : []);

export const itemsOf = (markdown: string | null): readonly ChecklistItem[] =>
  linesOf(markdown).flatMap((each, line) => {
    const [, , mark, text] = itemLine.exec(each) ?? [];
    return text === undefined ? [] : [{ line, text: text.trim(), isDone: mark !== ' ' }];
  });

/**
 * Finds an item of a checklist in its current text.
 * @param read the text in which the caller saw it
 * @param index of the item among those
 * @returns undefined if the item is no longer there, or is no longer certain among equal ones
 */
export function findItem(
  markdown: string | null,
  read: string,
  index: number,
): ChecklistItem | undefined {
  const seen = itemsOf(read);
  const wanted = seen[index];
  const same = ({ text }: ChecklistItem) => text === wanted?.text;
  const [before, now] = [seen.filter(same), itemsOf(markdown).filter(same)];
  return wanted && before.length === now.length ? now[before.indexOf(wanted)] : undefined;
}

const joined = (lines: readonly string[]) => (lines.length === 0 ? null : lines.join('\n'));

export const withoutLine = (markdown: string | null, line: number): string | null =>
  joined(linesOf(markdown).toSpliced(line, 1));

/** Adds an item before a line; by default at the end. */
export function withItem(
  markdown: string | null,
  { text, isDone }: Omit<ChecklistItem, 'line'>,
  line: number | null,
): string | null {
  const lines = linesOf(markdown);
  return joined(lines.toSpliced(line ?? lines.length, 0, `- [${isDone ? 'x' : ' '}] ${text}`));
}

const maxTitle = 255;

/** Title and description of a task with the text of an item: a long text is cut in the title only. */
export function contentOf(text: string): {
  readonly title: string;
  readonly description: string | null;
} {
  const title = text.replace(/\p{Cc}+/gu, ' ').trim();
  const letters = [...title];
  return letters.length <= maxTitle
    ? { title, description: null }
    : { title: `${letters.slice(0, maxTitle - 1).join('')}…`, description: text };
}
