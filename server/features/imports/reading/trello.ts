import { buffer } from 'node:stream/consumers';
import { readJson, TooMuch } from '#server/platform/limited-json.ts';
import { FileProblem } from './file-problem.ts';
import { severalSeparator } from './several.ts';
import { type Row, type Table, tableLimits } from './table.ts';
import { decodeText, type OpenBytes, surveyText } from './text.ts';

/*
 * A board of Trello, exported as JSON: a row for each card. The export holds at most 1,000 actions, so comments may be missing; each card says how
 * many. Attachments need a login at Trello: their links are kept.
 */

/** Columns, in order. Those of the board's custom fields follow. */
export const trelloColumns = [
  'id',
  'board',
  'name',
  'desc',
  'list',
  'pos',
  'start',
  'due',
  'dueComplete',
  'closed',
  'labels',
  'members',
  'checklists',
  'attachments',
  'comments',
  'missingComments',
  'shortUrl',
] as const;

type Column = (typeof trelloColumns)[number];

/** Bytes of a board. It is parsed as a whole, which takes a few times its size. */
const maxBytes = 32 * 1024 * 1024;
const jsonLimits = { levels: 64, keys: 3_000_000, values: 6_000_000 };

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : typeof value === 'number' ? String(value) : '';
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const flag = (value: unknown): string => (value === true ? 'true' : 'false');

const byPosition = (a: Json, b: Json) => number(a.pos) - number(b.pos);

const byId = (values: readonly Json[]) => new Map(values.map((value) => [text(value.id), value]));

/** A comment of a card, in a cell as JSON. */
export interface TrelloComment {
  readonly at: string;
  readonly author: string;
  readonly text: string;
}

/** Groups values by a key. */
function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** A checklist in Markdown. */
const checklistText = (list: Json): string =>
  [
    `**${text(list.name)}**`,
    ...objects(list.checkItems)
      .toSorted(byPosition)
      .map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${text(item.name)}`),
  ].join('\n');

const cardIdOf = (action: Json): string => {
  const { data } = action;
  const card = isObject(data) ? data.card : undefined;
  return isObject(card) ? text(card.id) : '';
};

const commentOf = ({ date, memberCreator, data }: Json): TrelloComment => ({
  at: text(date),
  author: isObject(memberCreator) ? text(memberCreator.fullName) : '',
  text: isObject(data) ? text(data.text) : '',
});

/** Name of a label; its colour if it has none. */
const labelOf = (label: Json) => text(label.name).trim() || text(label.color);

/** A custom field of the board. */
interface CustomField {
  readonly id: string;
  readonly name: string;
  /** Options of a list, by their ids. */
  readonly options: ReadonlyMap<string, string>;
}

/** Custom fields of a board, in its order, with names that no column has before them. */
function customFieldsOf(board: Json): CustomField[] {
  const names = new Set<string>(trelloColumns);
  return objects(board.customFields)
    .toSorted(byPosition)
    .slice(0, tableLimits.columns - trelloColumns.length)
    .map((field) => {
      const title = text(field.name).replaceAll('\0', '').trim() || text(field.id);
      let name = title;
      for (let n = 2; names.has(name); n += 1) name = `${title} (${n})`;
      names.add(name);
      const options = objects(field.options).map(
        (option) => [text(option.id), valueText(option.value)] as const,
      );
      return { id: text(field.id), name, options: new Map(options) };
    });
}

/** Value of a custom field: `{"text": "a"}`, `{"number": "1"}`, `{"checked": "true"}` or `{"date": "2026-10-05T14:33:00.000Z"}`. */
const valueText = (value: unknown): string =>
  isObject(value) ? (Object.values(value).map(text).find(Boolean) ?? '') : '';

function customCells(card: Json, fields: readonly CustomField[]): string[] {
  const items = new Map(
    objects(card.customFieldItems).map((item) => [text(item.idCustomField), item]),
  );
  return fields.map(({ id, options }) => {
    const item = items.get(id);
    return item ? (options.get(text(item.idValue)) ?? valueText(item.value)) : '';
  });
}

function rowsOf(board: Json, fields: readonly CustomField[]): Row[] {
  const lists = byId(objects(board.lists));
  const members = byId(objects(board.members));
  const checklists = grouped(objects(board.checklists), (list) => text(list.idCard));
  const comments = grouped(
    objects(board.actions).filter(({ type }) => type === 'commentCard'),
    cardIdOf,
  );
  const listPosition = (card: Json) => number(lists.get(text(card.idList))?.pos);
  const cards = objects(board.cards).toSorted(
    (a, b) => listPosition(a) - listPosition(b) || byPosition(a, b),
  );
  return cards.map((card, index) => {
    const id = text(card.id);
    const list = lists.get(text(card.idList));
    // From the latest in the export; to the latest in the cell.
    const written = (comments.get(id) ?? []).map(commentOf).toReversed();
    const badges = isObject(card.badges) ? card.badges : {};
    const cells: Record<Column, string> = {
      id,
      board: text(board.name),
      name: text(card.name),
      desc: text(card.desc),
      list: text(list?.name),
      pos: String(number(card.pos)),
      start: text(card.start),
      due: text(card.due),
      dueComplete: flag(card.dueComplete),
      closed: flag(card.closed === true || list?.closed === true),
      labels: objects(card.labels).map(labelOf).filter(Boolean).join(severalSeparator),
      members: strings(card.idMembers)
        .map((member) => text(members.get(member)?.fullName))
        .filter(Boolean)
        .join(severalSeparator),
      checklists: (checklists.get(id) ?? []).toSorted(byPosition).map(checklistText).join('\n\n'),
      attachments: objects(card.attachments)
        .map((file) => `[${text(file.name).replace(/[[\]]/g, '')}](${text(file.url)})`)
        .join('\n'),
      comments: written.length === 0 ? '' : JSON.stringify(written),
      missingComments: String(Math.max(0, number(badges.comments) - written.length)),
      shortUrl: text(card.shortUrl),
    };
    return {
      line: index + 1,
      cells: [...trelloColumns.map((column) => cells[column]), ...customCells(card, fields)],
    };
  });
}

/** Parses JSON. @throws FileProblem */
async function parse(open: OpenBytes): Promise<unknown> {
  const limits = { bytes: maxBytes, line: maxBytes };
  const survey = await surveyText(open, limits);
  const source = (await buffer(toBytes(decodeText(open, survey, limits)))).toString('utf8');
  try {
    return readJson(source, jsonLimits);
  } catch (cause) {
    if (cause instanceof TooMuch)
      throw new FileProblem('file_too_large', { values: { limit: maxBytes }, cause });
    throw new FileProblem('invalid_json', { cause });
  }
}

async function* toBytes(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** True for the export of a board. */
const isBoard = (value: unknown): value is Json =>
  isObject(value) && Array.isArray(value.lists) && Array.isArray(value.cards);

/**
 * Reads a board. Lines of rows are numbers of cards in the order of the board.
 * @throws FileProblem
 */
export async function readTrello(open: OpenBytes): Promise<Table> {
  const board = await parse(open);
  if (!isBoard(board)) throw new FileProblem('not_trello');
  const fields = customFieldsOf(board);
  const names = [...trelloColumns, ...fields.map(({ name }) => name)];
  const rows = rowsOf(board, fields);
  return {
    format: 'trello',
    sheets: [],
    sheet: null,
    header: { line: 0, names },
    separator: null,
    encoding: 'utf-8',
    mixedLine: null,
    count: rows.length,
    width: names.length,
    rowsAbove: 0,
    skipped: [],
    skippedCount: 0,
    rows: async function* () {
      yield* rows;
    },
    close: () => Promise.resolve(),
  };
}
