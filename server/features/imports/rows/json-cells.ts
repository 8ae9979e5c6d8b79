/*
 * Cells that contain JSON: comments of Trello and ClickUp, checklists and attachments of ClickUp. A cell that is no such JSON is a text.
 */

/** A comment in a cell. */
export interface CellComment {
  readonly author: string;
  /** As written in the file; null if unknown. */
  readonly at: string | null;
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const instantOf = (value: unknown): string | null => {
  const text = textOf(value);
  const time = /^\d{12,13}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
};

/** Most comments of a cell. */
const maxComments = 1_000;
const maxLength = 50_000;

/** Reads the comments of a card or a task. */
export function readComments(cell: string): CellComment[] {
  const value = parse(cell);
  const list = Array.isArray(value) ? value : undefined;
  if (!list) {
    const text = cell.trim();
    return text === '' || text === '[]' ? [] : [{ author: '', at: null, text }];
  }
  return list.slice(0, maxComments).flatMap((each): CellComment[] => {
    if (typeof each === 'string')
      return each.trim() === '' ? [] : [{ author: '', at: null, text: each }];
    if (!isObject(each)) return [];
    const text = (textOf(each.text) || textOf(each.comment)).trim().slice(0, maxLength);
    if (text === '') return [];
    const author = textOf(each.author) || textOf(each.by) || textOf(each.user);
    return [{ author, at: instantOf(each.at ?? each.date), text }];
  });
}

const itemOf = (item: unknown): string => {
  if (!isObject(item)) {
    const [, mark, text] = /^\[([ x])\]\s*(.*)$/s.exec(textOf(item)) ?? [];
    return `- [${mark === 'x' ? 'x' : ' '}] ${text ?? textOf(item)}`;
  }
  const isDone =
    [item.resolved, item.done, item.checked].includes(true) || item.state === 'complete';
  return `- [${isDone ? 'x' : ' '}] ${textOf(item.name) || textOf(item.text)}`;
};

/** Reads checklists as Markdown: `{"name": [items]}` or a list of them. */
export function readChecklists(cell: string): string {
  const value = parse(cell);
  if (value === undefined) return cell.trim();
  const lists = Array.isArray(value) ? value : [value];
  return lists
    .flatMap((list): string[] => {
      if (!isObject(list)) return [itemOf(list)];
      if (Array.isArray(list.items))
        return [[`**${textOf(list.name)}**`, ...list.items.map(itemOf)].join('\n')];
      return Object.entries(list).flatMap(([name, items]) =>
        Array.isArray(items) ? [[`**${name}**`, ...items.map(itemOf)].join('\n')] : [],
      );
    })
    .join('\n\n');
}

/** Reads attachments as links in Markdown. Other texts stay as they are. */
export function readAttachments(cell: string): string[] {
  const value = parse(cell);
  const list = Array.isArray(value) ? value : undefined;
  if (!list) return cell.trim() === '' ? [] : [cell.trim()];
  return list.flatMap((each) => {
    const url = textOf(isObject(each) ? each.url : each);
    if (!/^https?:\/\/\S+$/.test(url)) return [];
    const name = isObject(each) ? textOf(each.title) || textOf(each.name) : '';
    return [name === '' ? url : `[${name.replace(/[[\]]/g, '')}](${url})`];
  });
}
