import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { stored } from '#server/records/input.ts';
import { slugOf } from '#server/records/slugs.ts';
import { keysFor } from '../../work/projects/keys.ts';
import { adjustEntries } from '../../work/time-entries/task-sums.ts';
import { fold } from '../reading/fold.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import { importedTables } from './imported-tables.ts';
import { boardsOf, keysInUse, slugsInUse, templateColumns } from './lookups.ts';
import { type BoardColumn, columnAfter, columnNamed, newColumnFor } from './matched-tasks.ts';
import type { PlannedCreate, PlannedRow, PlannedUpdate, Planner } from './plan.ts';
import {
  addBoards,
  addColumns,
  addComments,
  addMoves,
  changing,
  creating,
  keepExternalIds,
  ownerOf,
  storeChanges,
  storeRows,
} from './store-statements.ts';

/* Stores a planned batch within a transaction: a few statements for all of its rows. */

/** Resources in an order in which links lead to earlier ones. */
export const linkOrder: readonly ImportedResource[] = [
  'clients',
  'contacts',
  'projects',
  'deals',
  'campaigns',
  'activities',
  'tasks',
];

export interface StoreParts {
  readonly importId: string;
  readonly user: string | null;
  readonly jidSuffix: string;
  readonly emits: boolean;
  readonly planner: Planner;
}

type Values = Record<string, unknown>;

/** Values of a new record, all of which a create sets. */
function createdValues(
  { draft, id, values }: PlannedCreate,
  { user, jidSuffix }: StoreParts,
): Values {
  const { table, input } = importedTables[draft.resource];
  const all: Values = {};
  for (const name of input.accepts) {
    const field = table.fields[name];
    const value = values[name];
    all[name] = value ?? (field?.isGenerated ? null : (field?.fallback ?? null));
  }
  return {
    ...stored(table.fields, all),
    ...{ id, suffix: jidSuffix, created_by: user, place_at: draft.exported.position ?? null },
    created_at: draft.moments.created_at ?? null,
    updated_at: draft.moments.updated_at ?? null,
  };
}

const isSlug = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 80;

/** Slugs and keys for new projects: the first free ones for their names. */
async function nameProjects(tx: TeamDb, projects: readonly Values[]): Promise<void> {
  const bases = projects.map(({ name, wanted_slug: slug }) =>
    isSlug(slug) ? slug : slugOf(String(name), 'projeto').slice(0, 70),
  );
  const tried = bases.flatMap((base) => [
    base,
    ...Array.from({ length: 30 }, (_, i) => `${base}-${i + 2}`),
  ]);
  const slugs = new Set(
    (await tx.run(slugsInUse, { slugs: [...new Set(tried)] })).map(({ slug }) => String(slug)),
  );
  const candidates = projects.map(({ name, wanted_key: key }) => [
    ...(typeof key === 'string' && /^[A-Z]{2,6}$/.test(key) ? [key] : []),
    ...keysFor(String(name)),
  ]);
  const keys = new Set(
    (await tx.run(keysInUse, { keys: [...new Set(candidates.flat())] })).map(({ key }) =>
      String(key),
    ),
  );
  for (const [i, project] of projects.entries()) {
    const base = bases[i] ?? 'projeto';
    let slug = base;
    for (let n = 2; slugs.has(slug); n += 1)
      slug = n <= 31 ? `${base}-${n}` : `${base}-${uuidv7().slice(-9)}`;
    slugs.add(slug);
    const key = (candidates[i] ?? []).find((each) => !keys.has(each)) ?? null;
    if (key !== null) keys.add(key);
    Object.assign(project, { slug, key });
  }
}

interface Board {
  readonly id: string;
  readonly columns: BoardColumn[];
}

/** Chooses the column of each new task, and adds the columns and boards that are missing. */
async function placeTasks(
  tx: TeamDb,
  tasks: readonly { readonly create: PlannedCreate; readonly values: Values }[],
  newProjects: readonly PlannedCreate[],
): Promise<void> {
  const boards = new Map<string, Board>();
  const ids = [...new Set(tasks.map(({ values }) => String(values.project_id)))];
  for (const { project_id, id, columns } of await tx.run(boardsOf, { ids }))
    boards.set(String(project_id), { id: String(id), columns: columns as BoardColumn[] });
  const template = newProjects.length > 0 ? await tx.run(templateColumns) : [];
  const newBoards: object[] = [];
  const newColumns: object[] = [];
  const addColumn = (
    board: Board,
    name: string,
    isFinishing: boolean,
    wanted?: string,
  ): BoardColumn => {
    const column = columnAfter(board.columns, name, isFinishing, wanted);
    board.columns.push(column);
    newColumns.push({ ...column, id: uuidv7(), pipeline_id: board.id });
    return column;
  };
  const addNamed = (board: Board, draft: PlannedCreate['draft']): BoardColumn | undefined => {
    const column = newColumnFor(board.columns, draft);
    return column && addColumn(board, column.name, column.is_finishing, column.slug);
  };
  for (const { id: project } of newProjects) {
    const board: Board = { id: uuidv7(), columns: [] };
    boards.set(project, board);
    const ofProject = tasks.filter((task) => task.values.project_id === project);
    const name = ofProject[0]?.create.draft.exported.board_name ?? template[0]?.board ?? 'Tarefas';
    newBoards.push({ id: board.id, name, project_id: project });
    const hasOwnColumns =
      ofProject.length > 0 && ofProject.every(({ create }) => create.draft.place !== null);
    // A board of another product has its columns, and no more.
    if (!hasOwnColumns)
      for (const { slug, name, is_finishing } of template)
        addColumn(board, String(name), is_finishing === true, String(slug));
    if (board.columns.length === 0 && !hasOwnColumns) addColumn(board, 'Backlog', false);
  }
  for (const { create, values } of tasks) {
    const board = boards.get(String(values.project_id));
    if (!board) continue;
    const { place, moments } = create.draft;
    const { draft } = create;
    const made = place === null ? undefined : columnNamed(board.columns, draft);
    const column =
      place === null ? board.columns[0] : (made ?? addNamed(board, draft) ?? board.columns[0]);
    const { is_finishing: isFinishing = false, slug } = column ?? {};
    Object.assign(values, {
      pipeline_id: board.id,
      column: slug ?? null,
      is_done: isFinishing || moments.is_completed === 'true',
      is_archived: create.draft.isArchived,
    });
  }
  if (newBoards.length > 0) await tx.run(addBoards, { boards: JSON.stringify(newBoards) });
  if (newColumns.length > 0) await tx.run(addColumns, { columns: JSON.stringify(newColumns) });
}

const shortDate = (at: string | null) =>
  at === null ? '' : ` (${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)})`;

async function storeComments(
  tx: TeamDb,
  rows: readonly PlannedRow[],
  { importId, user, planner }: StoreParts,
): Promise<number> {
  const comments = rows.flatMap(({ comments: each }) => each);
  if (comments.length === 0) return 0;
  const [owner] = await tx.run(ownerOf, { user });
  if (!owner) return 0;
  const values = comments.map(({ task, comment: { author, at, text } }) => {
    const wanted = fold(author);
    const member = planner.members.find(
      ({ name, email }) => fold(name) === wanted || email.toLowerCase() === wanted,
    );
    const by = member || author === '' ? '' : `**${author}**${shortDate(at)}\n\n`;
    return {
      ...{ id: uuidv7(), task, author: member?.id ?? owner.id, at },
      content: `${by}${text}`.slice(0, 50_000),
    };
  });
  await tx.run(addComments, { id: importId, comments: JSON.stringify(values) });
  return values.length;
}

/** A record that was stored, and its row. */
interface StoredChange {
  readonly row: PlannedRow;
  readonly change: PlannedCreate | PlannedUpdate;
  readonly version: string;
}

/** Stores the records, outcomes and ids of a batch. @returns the number of comments */
export async function storeBatch(
  tx: TeamDb,
  rows: readonly PlannedRow[],
  parts: StoreParts,
): Promise<number> {
  const { importId, emits, user, planner } = parts;
  const stores: StoredChange[] = [];
  const newProjects = rows.flatMap(({ creates }) =>
    creates.filter(({ draft }) => draft.resource === 'projects'),
  );
  for (const resource of linkOrder) {
    const creates = rows.flatMap((row) =>
      row.creates
        .filter(({ draft }) => draft.resource === resource)
        .map((create) => ({ row, create, values: createdValues(create, parts) })),
    );
    if (resource === 'projects' && creates.length > 0)
      await nameProjects(
        tx,
        creates.map(({ values, create: { draft } }) =>
          Object.assign(values, {
            wanted_slug: draft.exported.slug,
            wanted_key: draft.exported.key,
          }),
        ),
      );
    if (resource === 'tasks' && (creates.length > 0 || newProjects.length > 0))
      await placeTasks(tx, creates, newProjects);
    if (creates.length > 0) {
      const made = await tx.run(creating(resource, emits), {
        batch: JSON.stringify(creates.map(({ values }) => values)),
      });
      const versions = new Map(made.map(({ id, version }) => [String(id), String(version)]));
      for (const { row, create } of creates) {
        const version = versions.get(create.id);
        if (version === undefined) throw new Error('an imported record was not stored');
        stores.push({ row, change: create, version });
      }
    }
    if (resource === 'tasks')
      await adjustTasks(
        tx,
        creates.map(({ create, values }) => ({ id: create.id, values })),
        emits,
      );
    if (resource === 'deals') await storeMoves(tx, creates, user, planner);
    const updates = rows.flatMap((row) =>
      row.updates
        .filter(({ draft }) => draft.resource === resource)
        .map((change) => ({ row, change })),
    );
    if (updates.length === 0) continue;
    const columns = updates.flatMap(({ change: { column } }) => column ?? []);
    if (columns.length > 0) await tx.run(addColumns, { columns: JSON.stringify(columns) });
    const { table } = importedTables[resource];
    const changed = await tx.run(changing(resource, emits), {
      batch: JSON.stringify(
        updates.map(({ change: { id, values, isRestored } }) => ({
          ...stored(table.fields, values),
          ...{ id, sets: Object.keys(values), is_restored: isRestored },
        })),
      ),
    });
    if (resource === 'tasks')
      await adjustTasks(
        tx,
        updates.map(({ change }) => change),
        emits,
      );
    const versions = new Map(changed.map(({ id, version }) => [String(id), String(version)]));
    for (const { row, change } of updates)
      stores.push({ row, change, version: versions.get(change.id) ?? new Date().toISOString() });
  }
  const comments = await storeComments(tx, rows, parts);
  const ids = new Map<string, object>();
  for (const { externalIds } of rows)
    for (const each of externalIds) ids.set(`${each.resource}|${each.source}|${each.key}`, each);
  if (ids.size > 0)
    await tx.run(keepExternalIds, { id: importId, ids: JSON.stringify([...ids.values()]) });
  await tx.run(storeRows, { id: importId, rows: outcomesOf(rows) });
  if (stores.length > 0)
    await tx.run(storeChanges, {
      id: importId,
      changes: JSON.stringify(
        stores.map(({ row, change, version }) => ({
          ...{ n: row.n, record: change.draft.key, resource: change.draft.resource },
          ...{ record_id: change.id, version },
          ...('before' in change
            ? {
                action: 'updated',
                before: { ...change.before, ...(change.isRestored && { is_inactive: true }) },
                after: change.values,
              }
            : { action: 'created', before: null, after: null }),
        })),
      ),
    });
  return comments;
}

/** Adds the entries of tasks whose actual hours the file has. */
async function adjustTasks(
  tx: TeamDb,
  tasks: readonly { readonly id: string; readonly values: Values }[],
  emits: boolean,
): Promise<void> {
  const ids = tasks.flatMap(({ id, values }) => ('actual_hours' in values ? [id] : []));
  if (ids.length > 0) await adjustEntries(tx, ids, emits);
}

/** Outcomes of rows as JSON. Only rows with a refusal keep their cells, for the file of refused rows. */
export const outcomesOf = (rows: readonly PlannedRow[]): string =>
  JSON.stringify(
    rows.map(({ n, line, outcome, problems, cells }) => ({
      ...{ n, line, outcome, problems: problems.length > 0 ? problems : null },
      cells: outcome === 'refused' ? cells.map((cell) => cell.toWellFormed()) : null,
    })),
  );

/** Records when deals were won or lost. */
async function storeMoves(
  tx: TeamDb,
  creates: readonly { readonly create: PlannedCreate; readonly values: Values }[],
  user: string | null,
  { phases }: Planner,
): Promise<void> {
  const [first = null] = phases.listed;
  const moves = creates.flatMap(({ create: { id, draft }, values }) => {
    const at =
      draft.outcome === 'lost'
        ? (draft.moments.lost_at ?? draft.moments.updated_at)
        : draft.outcome === 'won'
          ? (draft.moments.won_at ?? draft.moments.updated_at)
          : undefined;
    const was = draft.place ?? first;
    return at === undefined || was === values.phase ? [] : [{ id, was, became: values.phase, at }];
  });
  if (moves.length > 0) await tx.run(addMoves, { user, moves: JSON.stringify(moves) });
}
