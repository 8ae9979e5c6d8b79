/* A checklist is a Markdown text in which some lines are items; other lines keep their place. */

const item = /^(\s*[-*+]\s+)\[([ xX])\]\s?(.*)$/;

export interface ChecklistItem {
  readonly line: number;
  readonly text: string;
  readonly isDone: boolean;
}

const linesOf = (text: string | null) => (text ? text.split(/\r?\n/) : []);

export function itemsOf(text: string | null): readonly ChecklistItem[] {
  return linesOf(text).flatMap((each, line) => {
    const [, , mark, text] = item.exec(each) ?? [];
    return text === undefined ? [] : [{ line, text, isDone: mark !== ' ' }];
  });
}

/** Number of completed items and of all items; undefined without items. */
export function progressOf(text: string | null) {
  const items = itemsOf(text);
  if (items.length === 0) return undefined;
  return { done: items.filter(({ isDone }) => isDone).length, of: items.length };
}

const joined = (lines: readonly string[]) => (lines.length === 0 ? null : lines.join('\n'));

/** Appends one item for each added line; a line that is already a list item is not marked twice. */
export function withItems(text: string | null, added: string): string | null {
  const more = added
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, mark = ' ', text = line] =
        /^(?:[-*+•]|\d+[.)])?\s*(?:\[([ xX])\]\s*)?(.*)$/.exec(line) ?? [];
      return `- [${mark === ' ' ? ' ' : 'x'}] ${text}`;
    });
  const lines = linesOf(text);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return joined([...lines, ...more]);
}

const changed = (text: string | null, at: number, to: (line: string) => readonly string[]) =>
  joined(linesOf(text).flatMap((line, i) => (i === at ? to(line) : [line])));

export const withToggled = (text: string | null, at: number) =>
  changed(text, at, (line) => [
    line.replace(/\[([ xX])\]/, (_, mark: string) => (mark === ' ' ? '[x]' : '[ ]')),
  ]);

/** Replaces the text of an item; an empty text removes it. */
export const withText = (text: string | null, at: number, words: string) =>
  changed(text, at, (line) =>
    words.trim() === ''
      ? []
      : [line.replace(item, (_, head: string, mark: string) => `${head}[${mark}] ${words.trim()}`)],
  );

/** Moves an item to another index among the items. */
export function withReordered(text: string | null, from: number, to: number): string | null {
  const lines = linesOf(text);
  const places = itemsOf(text).map(({ line }) => line);
  const order = [...places];
  const [moved] = order.splice(from, 1);
  if (moved === undefined) return text;
  order.splice(to, 0, moved);
  const next = [...lines];
  for (const [i, place] of places.entries()) next[place] = lines[order[i] ?? place] ?? '';
  return joined(next);
}
