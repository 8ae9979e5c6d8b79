import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { slugOf } from '#server/records/slugs.ts';
import { fold } from '../reading/fold.ts';
import type { CellComment } from './json-cells.ts';
import type { Draft } from './row-reader.ts';

/*
 * Tasks that exist: the column to which a row moves them, and the comments of the row that they do not have yet.
 */

/** A column of a board. */
export interface BoardColumn {
  readonly slug: string;
  readonly name: string;
  readonly is_finishing: boolean;
  readonly position: number;
}

/** A column that a board lacks. */
export interface NewColumn extends BoardColumn {
  readonly id: string;
  readonly pipeline_id: string;
}

const maxBoardColumns = 100;
/** Names of columns that complete a task. */
const finishing =
  /^(?:feit[oa]s?|concluid[oa]s?|conclusao|done|complete[d]?|finalizad[oa]s?|entregues?|closed|pronto)$/;

type Place = Pick<Draft, 'place' | 'exported'>;

/** The column that a row names. */
export const columnNamed = <T extends BoardColumn>(
  columns: readonly T[],
  { place, exported }: Place,
): T | undefined =>
  columns.find(
    ({ slug, name }) =>
      slug === exported.column_slug ||
      fold(name) === fold(place ?? '') ||
      slug === place?.toLowerCase(),
  );

/** A new column with the name that a row has; undefined if the board has no room. */
export function newColumnFor(
  columns: readonly BoardColumn[],
  { place, exported }: Place,
): BoardColumn | undefined {
  if (place === null || columns.length >= maxBoardColumns) return undefined;
  const { column_slug: wanted } = exported;
  return columnAfter(columns, place, finishing.test(fold(place)), wanted);
}

/** A new column at the end of a board, with a slug that no other one has. */
export function columnAfter(
  columns: readonly BoardColumn[],
  name: string,
  isFinishing: boolean,
  wanted?: string,
): BoardColumn {
  const base =
    wanted !== undefined && /^[a-z0-9]+([_-][a-z0-9]+)*$/.test(wanted) && wanted.length <= 80
      ? wanted
      : slugOf(name, 'coluna').slice(0, 70);
  let slug = base;
  for (let n = 2; columns.some((each) => each.slug === slug); n += 1) slug = `${base}-${n}`;
  const position = Math.max(-1, ...columns.map((each) => each.position)) + 1;
  return { slug, name: name.slice(0, 255), is_finishing: isFinishing, position };
}

const columnsOf = teamStatement(`
  select c.pipeline_id, c.slug, c.name, c.is_finishing, c.position from columns c
  where c.team_id = $team and c.pipeline_id = any($ids::uuid[]) order by c.position, c.id`);

const commentsOf = teamStatement(`
  select c.task_id, c.content, extract(epoch from c.created_at) * 1000 as at from comments c
  where c.team_id = $team and c.task_id = any($ids::uuid[]) and c.import_id is not null`);

/** Identity of a comment: its time, or its text if the file has no time. */
const identityOf = ({ at, text }: Pick<CellComment, 'at' | 'text'>) =>
  at === null ? `text ${text}` : `at ${Date.parse(at)}`;

/** Boards and imported comments of the tasks that a batch matches. */
export class MatchedTasks {
  readonly #boards = new Map<string, BoardColumn[]>();
  /** Comment of a task → how often the task has it. */
  readonly #comments = new Map<string, number>();

  /** Reads the columns of boards. */
  async loadBoards(db: TeamDb, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { pipeline_id: id, ...column } of await db.run(columnsOf, { ids }))
      this.#boards.set(String(id), [
        ...(this.#boards.get(String(id)) ?? []),
        column as unknown as BoardColumn,
      ]);
  }

  /** Reads the comments that imports added to tasks, also those that were edited or deleted since. */
  async loadComments(db: TeamDb, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { task_id: task, content, at } of await db.run(commentsOf, { ids })) {
      this.#count(`${String(task)} at ${Math.round(Number(at))}`);
      // The author and the date come before the text if the author is no member.
      const text = String(content).replace(/^\*\*.*?\*\*(?: \(\d\d\/\d\d\/\d{4}\))?\n\n/, '');
      this.#count(`${String(task)} text ${text}`);
    }
  }

  #count(key: string): void {
    this.#comments.set(key, (this.#comments.get(key) ?? 0) + 1);
  }

  /** Comments of a row that the task lacks. */
  newComments(task: string, comments: readonly CellComment[]): CellComment[] {
    const seen = new Map<string, number>();
    return comments.filter((comment) => {
      const key = `${task} ${identityOf(comment)}`;
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      return nth > (this.#comments.get(key) ?? 0);
    });
  }

  /** The column to which a row moves a task, and whether it is new; undefined if it stays. */
  target(
    { pipeline_id: pipeline, column: slug }: Readonly<Record<string, unknown>>,
    draft: Place,
  ):
    | {
        readonly to: BoardColumn;
        readonly from: BoardColumn | undefined;
        readonly made?: NewColumn;
      }
    | undefined {
    const columns = this.#boards.get(String(pipeline));
    if (draft.place === null || !columns) return undefined;
    const from = columns.find((each) => each.slug === slug);
    const present = columnNamed(columns, draft);
    if (present) return present.slug === slug ? undefined : { to: present, from };
    const to = newColumnFor(columns, draft);
    if (!to) return undefined;
    columns.push(to);
    return { to, from, made: { ...to, id: uuidv7(), pipeline_id: String(pipeline) } };
  }
}
