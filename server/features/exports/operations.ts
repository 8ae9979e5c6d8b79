import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { requireFresh } from '#server/operations/account-operation.ts';
import { type Actor, storageOf } from '#server/operations/context.ts';
import { seesAll } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { BlobMissing } from '#server/outbound/storage.ts';
import { conflict, forbidden, invalid, notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { detailsSchema } from '#server/records/coded-reason.ts';
import {
  type ExportLanguage,
  exportedColumns,
  exportedResources,
  exportLanguages,
} from '#server/records/exported-columns.ts';
import {
  about,
  distinct,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { type ExportStream, streamList, streamTeam } from './export-stream.ts';
import {
  exportFormats,
  fileNameOf,
  isExportedResource,
  type ListFormat,
  mediaTypes,
} from './files.ts';
import { chosenColumns, countStatement, readExportQuery } from './list-rows.ts';
import { exportProblemCodes } from './problem.ts';
import {
  deleteExport,
  exportStates,
  fileOf,
  insertExport,
  keptHours,
  lockWaiting,
  maxWaiting,
  selectExport,
  selectExports,
} from './statements.ts';

/*
 * Exports of lists and of the whole team. The worker writes the files (exports-queue.ts); only the member who made an export sees and downloads it.
 */

/** Exports of more records require a recent authentication. */
const maxUnproven = 1_000;
const maxColumns = 100;

const resource = about(
  'The records: those of a list, or `team` for everything.',
  required(oneOf('text', [...exportedResources, 'team'])),
);
const format = about(
  'csv: for spreadsheets, with semicolons. xlsx: a workbook. jsonl: a JSON object per line. zip: only and always for `team`.',
  required(oneOf('text', exportFormats)),
);
const language = about(
  'The language of the headers, and of decimals in CSV: pt writes 1234,5.',
  withDefault(oneOf('text', exportLanguages), 'pt'),
);
const query = about(
  'The filters and the order of the list, as in its address: `status=active&sort=name`.',
  withDefault(singleLine(4_000), ''),
);
const columnNames = (minItems: number) =>
  about(
    'The names of the columns; null for all.',
    kind(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems, maxItems: maxColumns }),
      `a list of at most ${maxColumns} names of columns`,
      'text[]',
      { clean: distinct((name) => name) },
    ),
  );

const count = Type.Integer({ minimum: 0 });
const counted = (says: string) => about(says, kind(count, 'a number', 'integer'));

const output = {
  kind: 'fields',
  name: 'Export',
  fields: {
    id: required(uuid),
    resource,
    format,
    language,
    columns: columnNames(0),
    query,
    state: about(
      'waiting and running: the worker is at it. ready: it can be downloaded.',
      required(oneOf('text', exportStates)),
    ),
    reason: about('The reason why it failed.', singleLine()),
    reason_details: about(
      'The code of `reason`.',
      kind(detailsSchema(exportProblemCodes), 'the code of a reason', 'json'),
    ),
    total: counted('The number of records; null until it runs.'),
    done: required(counted('The number of records that were written.')),
    bytes: counted('The size of the file; null until it is ready.'),
    created_at: required(timestamp),
    finished_at: about('When it ended.', timestamp),
    download_until: about('The time until which it can be downloaded.', timestamp),
  },
} as const;

/** @throws Error if the actor is not a member */
function memberIn(actor: Actor): Actor & { readonly kind: 'user' } {
  if (actor.kind !== 'user') throw new Error('exports are for members');
  return actor;
}

const exportOf = async (db: TeamDb, actor: Actor, id: string) =>
  (await db.run(selectExport, { id, user: memberIn(actor).userId }))[0];

const listExports = operation({
  name: 'exports.list',
  id: 'listExports',
  summary: 'List your exports, newest first',
  note: `The latest 50 of the last ${keptHours} hours.`,
  allow: { user: 'member' },
  exports: true,
  panel: { method: 'GET', path: '/exports', status: 200 },
  emits: [],
  input: {},
  output: { ...output, isList: true },
  one: 'export',
  run: ({ db, actor }) => db.run(selectExports, { user: memberIn(actor).userId }),
});

const getExport = operation({
  name: 'exports.get',
  id: 'getExport',
  summary: 'Get an export',
  note: 'Its progress or result, for the member who made it.',
  allow: { user: 'member' },
  exports: true,
  panel: { method: 'GET', path: '/exports/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'export',
  run: ({ db, actor }, { id }) => exportOf(db, actor, id),
});

/** Asks members who may not export everything, or not without a proof, to stop. */
async function refuseUnproven(
  db: TeamDb,
  actor: Actor & { readonly kind: 'user' },
  values: { readonly resource: string; readonly query: string },
): Promise<void> {
  const { resource: name, query: text } = values;
  if (!isExportedResource(name)) {
    if (actor.role !== 'owner') throw forbidden('Only owners export the whole team.', 'forbidden');
    if (text !== '') throw invalid('query: the whole team has no filters.', 'query', 'conflicting');
    return requireFresh(actor);
  }
  const list = { resource: name, query: readExportQuery(name, text, seesAll(actor)) };
  const { statement, parameters } = countStatement(list, maxUnproven + 1);
  const [row] = await db.scan(statement, { ...parameters });
  if (Number(row?.count) > maxUnproven) requireFresh(actor);
}

function refuseColumns({
  resource: name,
  columns,
}: {
  readonly resource: string;
  readonly columns: readonly string[] | null;
}): void {
  if (columns === null) return;
  const names = isExportedResource(name) ? exportedColumns[name].map((each) => each.name) : [];
  const unknown = columns.find((each) => !names.includes(each));
  if (unknown !== undefined)
    throw invalid(
      names.length > 0
        ? `columns must be names among ${names.join(', ')}.`
        : 'columns: the whole team has no columns.',
      'columns',
      'not_allowed',
    );
}

const createExport = operation({
  name: 'exports.create',
  id: 'createExport',
  summary: 'Export a list, or the whole team',
  note: `The worker writes the file in the background, from one moment of the data. It can be downloaded for ${keptHours} hours. One export of a team runs at a time, and ${maxWaiting} can wait. More than ${maxUnproven} records require an authentication in the last ten minutes. Only owners export the whole team.`,
  allow: { user: 'member' },
  exports: true,
  panel: { method: 'POST', path: '/exports', status: 201 },
  emits: [],
  input: { fields: { resource, format, language, query, columns: columnNames(1) } },
  output,
  mayFail: ['CONFLICT', 'REAUTH_REQUIRED'],
  one: 'export',
  async run({ db, actor }, { values }) {
    const member = memberIn(actor);
    refuseFormat(values);
    refuseColumns(values);
    await refuseUnproven(db, member, values);
    const id = uuidv7();
    const [row] = await db.transaction(async (tx) => {
      await tx.run(lockWaiting);
      return tx.run(insertExport, { ...values, id, user: member.userId });
    });
    if (!row)
      throw conflict(`At most ${maxWaiting} exports of a team can wait; try again later.`, 'limit');
    return exportOf(db, actor, id);
  },
});

const removeExport = operation({
  name: 'exports.delete',
  id: 'deleteExport',
  summary: 'Delete an export',
  note: 'Stops it if it waits or runs, and removes its file.',
  allow: { user: 'member' },
  panel: { method: 'DELETE', path: '/exports/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'fields', name: 'DeletedExport', fields: { id: required(uuid) } },
  one: 'export',
  run: async ({ db, actor }, { id }) =>
    (await db.run(deleteExport, { id, user: memberIn(actor).userId }))[0],
});

/** @throws ApiError VALIDATION_ERROR if only one of the two is that of a whole team */
function refuseFormat(values: { readonly resource: string; readonly format: string }): void {
  if ((values.format === 'zip') !== (values.resource === 'team'))
    throw invalid(
      'format must be zip for the whole team, and only there.',
      'format',
      'conflicting',
    );
}

const teamName = teamStatement('select t.name from teams t where t.id = $team');

export const streamExport = operation({
  name: 'exports.stream',
  id: 'streamExport',
  summary: 'Export a list, or the whole team',
  cli: 'export',
  allow: { operator: true },
  emits: [],
  input: { fields: { resource, format, language, query, columns: columnNames(1) } },
  output: { kind: 'object', keys: ['stream'] },
  one: 'export',
  async run({ db, team, settings }, { values }): Promise<ExportStream> {
    refuseFormat(values);
    refuseColumns(values);
    const { resource: name, query: text, format: wanted, columns, language: headers } = values;
    const after = { resource: name, format: wanted, query: text };
    if (!isExportedResource(name)) {
      await recordAudit(db, { type: 'exports', id: db.id, after });
      const [row] = await db.run(teamName);
      return streamTeam(db, storageOf(settings), { slug: team.slug, name: String(row?.name) });
    }
    const spec = {
      resource: name,
      query: readExportQuery(name, text, true),
      columns: chosenColumns(name, columns),
      format: wanted as ListFormat,
      language: headers as ExportLanguage,
      isMasked: false,
    };
    await recordAudit(db, { type: 'exports', id: db.id, after });
    return streamList(db, spec);
  },
});

/** Opens the file of an export; the caller's `range` chooses a part of it. */
export const downloadExport = operation({
  name: 'exports.download',
  id: 'downloadExport',
  summary: 'Download an export',
  note: 'Supports `Range` and `If-Range` with the `ETag`. Each request is an entry of the audit log.',
  allow: { user: 'member' },
  exports: true,
  bytes: { method: 'GET', path: '/exports/:id/content', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'object', keys: ['stream'] },
  one: 'export',
  async run({ db, actor, settings, range }, { id }) {
    const member = memberIn(actor);
    const [file] = await db.run(fileOf, { id, user: member.userId });
    if (!file) return undefined;
    if (file.resource === 'team' && member.role !== 'owner')
      throw forbidden('Only owners download the whole team.', 'forbidden');
    if (file.has_values === true && !seesAll(member))
      throw forbidden('The file contains values of deals, which you may not see.', 'forbidden');
    const bytes = file.bytes as number;
    const part = range?.(bytes) ?? { first: 0, last: bytes - 1 };
    await recordAudit(db, {
      type: 'exports',
      id,
      after: { resource: file.resource, format: file.format, first: part.first, last: part.last },
    });
    const { blobs } = storageOf(settings);
    const opened = bytes === 0 ? Readable.from([]) : blobs.read(file.place as string, part);
    const stream = await Promise.resolve(opened).catch((error: unknown) => {
      // A restored backup contains no exports.
      throw error instanceof BlobMissing ? notFound('export') : error;
    });
    const about = file as unknown as Parameters<typeof fileNameOf>[0];
    return {
      id,
      stream,
      range: part,
      bytes,
      sha256: file.sha256 as string,
      mediaType: mediaTypes[about.format as keyof typeof mediaTypes],
      name: fileNameOf(about),
    };
  },
});

export const operations = [
  listExports,
  getExport,
  createExport,
  removeExport,
  downloadExport,
  streamExport,
] as const;
