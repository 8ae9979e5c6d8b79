import { userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  patterned,
  required,
  singleLine,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { sorted, table } from '#server/records/table.ts';
import { importOf, importOutput, startStep } from '../import-output.ts';
import { importedResources } from '../reading/mapping.ts';
import { presetNames } from '../reading/presets.ts';
import type { Row } from '../reading/table.ts';
import { encodings } from '../reading/text.ts';
import { startCheck, startReading, tableOf } from '../statements.ts';
import { type ReadOptions, shownRow } from './read.ts';
import { exportRefusedRows } from './refused-rows.ts';
import {
  primaryOf,
  problemsOfChoices,
  type RowChoices,
  type TableContents,
} from './row-choices.ts';
import { problemSchema } from './row-problem.ts';
import { rowReader } from './row-reader.ts';
import {
  dayOrders,
  emailTargets,
  inactiveActions,
  leftOutcomes,
  leftReasons,
  mappedColumn,
  mappedRecord,
  matchActions,
  matchKeys,
  maxColumns,
  maxRecords,
  rowOutcomes,
  sampleRow,
  separators,
} from './schemas.ts';
import { leftRecords, problemRows, rowsOfImport } from './statements.ts';

/*
 * Imports of tables: reading the file again, trying a mapping, checking it, and the outcomes of its rows.
 */

const separatorNames = Object.keys(separators) as (keyof typeof separators)[];

const admin = { allow: { user: 'admin', operator: true }, emits: [], one: 'import' } as const;

export const readAgain = operation({
  ...admin,
  name: 'imports.read_again',
  id: 'readImportAgain',
  summary: 'Read the file of an import again',
  note: 'With another sheet, header, separator or encoding, as a table of other records or the export of a product, if the first reading was wrong. Its choices are forgotten.',
  panel: { method: 'PUT', path: '/imports/:id/reading', status: 200 },
  input: {
    path: ['id'],
    fields: {
      sheet: about('The sheet of a workbook; guessed without it.', singleLine(255, 1)),
      header_line: about(
        'The line of the header, 0 if the first row is a record; guessed without it.',
        kind(Type.Integer({ minimum: 0, maximum: 1_000 }), 'a number from 0 to 1000', 'integer'),
      ),
      separator: about(
        'The separator of a CSV file; guessed without it.',
        oneOf('text', separatorNames),
      ),
      encoding: about(
        'The encoding of a CSV file, if accents are wrong; recognized without it.',
        oneOf('text', encodings),
      ),
      resource: about(
        'The records that the rows are about; guessed without it.',
        oneOf('text', importedResources),
      ),
      preset: about(
        'The product whose export it is, if it is not recognized.',
        oneOf('text', presetNames),
      ),
    },
  },
  output: importOutput,
  mayFail: ['CONFLICT'],
  async run({ db, actor }, { id, values }) {
    const options = values as ReadOptions;
    return startStep(db, startReading, {
      ...{ id, options: JSON.stringify(options), user: userIdOf(actor) },
    });
  },
});

const recordsField = about(
  'The records that a row makes; those of the guess by default.',
  kind(
    Type.Array(mappedRecord, { minItems: 1, maxItems: maxRecords }),
    `a list of 1 to ${maxRecords} records with key, resource and links`,
    'json',
  ),
);
const columnsField = about(
  'The columns that fill their fields; those of the guess by default.',
  kind(
    Type.Array(mappedColumn, { minItems: 1, maxItems: maxColumns }),
    `a list of 1 to ${maxColumns} columns with column, record and field`,
    'json',
  ),
);

const mappingFields = {
  records: recordsField,
  columns: columnsField,
  primary: about(
    'The key of the record that rows are about: others are linked to it, and made once.',
    singleLine(40, 1),
  ),
  keep_unmapped: about(
    'True to keep columns without a field in the notes, as `Column: value`.',
    withDefault(boolean, true),
  ),
  email_to: about(
    'The place of the e-mail address of a contact without a client: a client that is made for it, or the notes.',
    withDefault(oneOf('text', emailTargets), 'client'),
  ),
  date_order: about(
    'The order of day and month; by default that of each column.',
    oneOf('text', dayOrders),
  ),
  area_code: about(
    'The area code of phones without one; they are refused without it.',
    patterned(/^[1-9][0-9]$/, 'two digits', '11'),
  ),
};

type MappingValues = {
  readonly records: RowChoices['records'] | null;
  readonly columns: RowChoices['columns'] | null;
  readonly primary: string | null;
};

/** Completes a mapping with the guessed one. */
function mappingOf({ records, columns, primary }: MappingValues, { guess }: TableContents) {
  const chosen = { records: records ?? guess.records, columns: columns ?? guess.columns };
  return { ...chosen, primary: primary ?? primaryOf(chosen.records, chosen.columns) };
}

/** The contents of a table that was read. @throws ApiError CONFLICT if it was not */
function contentsOf({ kind, contents }: { readonly kind?: unknown; readonly contents?: unknown }) {
  if (contents === null || kind !== 'rows')
    throw conflict('The file has not been read yet, or is no table.', 'changed_since');
  return contents as TableContents & { readonly first_rows: readonly Row[] };
}

const previewImport = operation({
  ...admin,
  name: 'imports.preview',
  id: 'previewImport',
  summary: 'Try a mapping',
  note: 'Returns the first 20 rows as they would be stored. Nothing is stored; links and matches are looked up by the check only.',
  panel: { method: 'POST', path: '/imports/:id/preview', status: 200 },
  input: { path: ['id'], fields: mappingFields },
  output: {
    kind: 'fields',
    name: 'ImportPreview',
    fields: {
      samples: about(
        'The first rows.',
        required(kind(Type.Array(sampleRow), 'a list of rows', 'json')),
      ),
      primary: about('The key of the record that rows are about.', singleLine()),
    },
  },
  mayFail: ['CONFLICT'],
  async run({ db }, { id, values }) {
    const [row] = await db.run(tableOf, { id, project: null });
    if (!row) return undefined;
    const contents = contentsOf(row);
    const mapping = mappingOf(values, contents);
    const problems = problemsOfChoices({ ...mapping, match_by: {} }, contents);
    if (problems.length > 0) throw new InvalidValues(problems);
    const read = rowReader({
      choices: {
        ...mapping,
        ...{ source: contents.guess.source, match_by: {}, on_match: 'fill_blanks' },
        ...{ on_inactive: 'skip', create_linked: true, project_id: null, emits: false },
        ...choicesOfReading(values),
      },
      columns: contents.columns,
      preset: contents.guess.preset,
      timeZone: String(row.time_zone),
    });
    return {
      samples: contents.first_rows.map((each) => shownRow(read(each))),
      primary: mapping.primary,
    };
  },
});

interface ReadingValues {
  readonly keep_unmapped: boolean;
  readonly email_to: string;
  readonly date_order: string | null;
  readonly area_code: string | null;
}

/** The choices on which the reading of cells depends. */
const choicesOfReading = (values: ReadingValues) => ({
  keep_unmapped: values.keep_unmapped,
  email_to: values.email_to as RowChoices['email_to'],
  date_order: values.date_order as RowChoices['date_order'],
  area_code: values.area_code,
});

export const checkRows = operation({
  ...admin,
  name: 'imports.check_rows',
  id: 'checkImportRows',
  summary: 'Check an import of a table',
  note: 'Keeps the mapping and the choices, and counts what applying them would do to each row. Nothing is stored yet.',
  panel: { method: 'PUT', path: '/imports/:id/mapping', status: 200 },
  input: {
    path: ['id'],
    fields: {
      ...mappingFields,
      source: about(
        'The source under which ids of the file are kept, by default the product of the guess: the same file finds its records again by it.',
        patterned(/^[a-z0-9_]{1,40}$/, '1 to 40 lower-case letters, digits and _', 'pipedrive'),
      ),
      match_by: about(
        'Key of a record → how it is found; null: it is always created. All records are found by id and external_id, contacts also by phone, clients also by document, phone and email. By default, and in rows without the chosen key, by the first of id, external_id, document and phone that the row has.',
        withDefault(
          kind(
            Type.Record(Type.String(), Type.Union([Type.Enum([...matchKeys]), Type.Null()]), {
              examples: [{ contact: 'phone' }],
            }),
            `an object whose values are one of ${matchKeys.join(', ')}, or null`,
            'json',
          ),
          {},
        ),
      ),
      on_match: about(
        'The change of a record that exists: none, its empty fields are filled, or its fields are replaced. Empty cells never clear a field.',
        withDefault(oneOf('text', matchActions), 'fill_blanks'),
      ),
      on_inactive: about(
        'The treatment of an inactive client, an archived deal or a task in the trash that matches.',
        withDefault(oneOf('text', inactiveActions), 'skip'),
      ),
      create_linked: about(
        'True to create clients and projects that are named and do not exist.',
        withDefault(boolean, true),
      ),
      project_id: about('The project of tasks and campaigns that name none.', uuid),
      emits: about(
        'True to deliver events and to run workflows for each record. By default, nothing follows from the import.',
        withDefault(boolean, false),
      ),
    },
  },
  output: importOutput,
  mayFail: ['CONFLICT'],
  async run({ db, actor }, { id, values }) {
    const [row] = await db.run(tableOf, { id, project: values.project_id });
    if (!row) return undefined;
    const contents = contentsOf(row);
    const mapping = mappingOf(values, contents);
    const matchBy = values.match_by as RowChoices['match_by'];
    const problems = problemsOfChoices({ ...mapping, match_by: matchBy }, contents);
    if (values.project_id !== null && row.has_project !== true)
      problems.push({
        ...{ name: 'project_id', problem: ': the team has no project with this id' },
        code: 'not_found',
      });
    if (problems.length > 0) throw new InvalidValues(problems);
    const choices: RowChoices = {
      ...mapping,
      ...choicesOfReading(values),
      source: values.source ?? contents.guess.source,
      match_by: matchBy,
      on_match: values.on_match as RowChoices['on_match'],
      on_inactive: values.on_inactive as RowChoices['on_inactive'],
      create_linked: values.create_linked,
      project_id: values.project_id,
      emits: values.emits,
    };
    return startStep(db, startCheck, {
      ...{ id, choices: JSON.stringify(choices), user: userIdOf(actor) },
    });
  },
});

const rowFields = {
  n: about('The place of the row among the rows of the file, from 1.', required(oneCount())),
  line: about('The line of the file, or the row of the sheet.', required(oneCount())),
  outcome: about(
    'Its outcome. in_trash: its record is inactive, archived or in the trash, and was left there.',
    required(oneOf('text', rowOutcomes)),
  ),
  problems: about(
    'Why it was refused, and what was kept in another way.',
    required(kind(Type.Array(problemSchema), 'a list of problems', 'json')),
  ),
  records: about(
    'The records that it created or changed.',
    required(
      kind(
        Type.Array(
          Type.Object({
            record: about('The key in the mapping.', Type.String()),
            resource: Type.Enum([...importedResources]),
            record_id: Type.String({ format: 'uuid' }),
            action: Type.Enum(['created', 'updated']),
            name: about(
              'Its name; null if it was deleted.',
              Type.Union([Type.String(), Type.Null()]),
            ),
          }),
        ),
        'a list of records',
        'json',
      ),
    ),
  ),
};

function oneCount() {
  return kind(Type.Integer({ minimum: 1 }), 'a number', 'integer');
}

/** Filter that reads the next page. */
const after = {
  field: {
    ...kind(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 'a number', 'integer'),
    fromQuery: (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : text),
  },
  sql: 'true',
  about: 'Only rows after this place `n`, to read the next page.',
};

/** Query of the rows of an import. */
const rowsQuery = table({
  name: 'import_rows',
  one: 'row of an import',
  path: '/imports/:id/rows',
  isWhole: true,
  fields: {},
  filters: {
    outcome: {
      field: oneOf('text', rowOutcomes),
      sql: 'true',
      about: 'Only rows with this outcome.',
    },
    after,
  },
  sorts: sorted({}),
});

/** Query of what undoing left. */
const leftQuery = table({
  name: 'import_changes',
  one: 'record of an import',
  path: '/imports/:id/left',
  isWhole: true,
  fields: {},
  filters: {
    outcome: {
      field: oneOf('text', leftOutcomes),
      sql: 'true',
      about: 'Only records with this outcome.',
    },
    after,
  },
  sorts: sorted({}),
});

const listLeft = operation({
  ...admin,
  name: 'imports.list_left',
  id: 'listImportLeft',
  summary: 'List the records that undoing an import left',
  note: 'At most 100, in the order of the file: those that were changed or used since, and those whose earlier values the database refuses.',
  panel: { method: 'GET', path: '/imports/:id/left', status: 200 },
  input: { path: ['id'], query: leftQuery },
  output: {
    kind: 'fields',
    name: 'ImportLeft',
    isList: true,
    fields: {
      n: rowFields.n,
      line: rowFields.line,
      record: about('The key in the mapping.', required(singleLine())),
      resource: about('The resource of the record.', required(oneOf('text', importedResources))),
      record_id: required(uuid),
      name: about('Its name; null if it was deleted.', singleLine()),
      outcome: about(
        'kept: it was changed or used since. failed: its earlier values cannot be stored.',
        required(oneOf('text', leftOutcomes)),
      ),
      reason: about(
        'edited: it was changed since. in_use: others refer to it. refused: the database does not take the earlier values, such as a phone that another contact has.',
        required(oneOf('text', leftReasons)),
      ),
      fields: about(
        'The fields that were changed since; empty if the whole record stayed.',
        required(kind(Type.Array(Type.String()), 'a list of names', 'text[]')),
      ),
    },
  },
  async run({ db }, { id, query: { filters } }) {
    if (!(await importOf(db, id))) return undefined;
    return db.run(leftRecords, {
      ...{ id, outcome: filters.outcome ?? null, after: filters.after ?? 0 },
    });
  },
});

export const listRows = operation({
  ...admin,
  name: 'imports.list_rows',
  id: 'listImportRows',
  summary: 'List the outcomes of the rows of an import',
  note: 'At most 100, in the order of the file. After a check, only rows with problems are listed; after applying, all rows.',
  panel: { method: 'GET', path: '/imports/:id/rows', status: 200 },
  input: { path: ['id'], query: rowsQuery },
  output: { kind: 'fields', name: 'ImportRow', fields: rowFields, isList: true },
  async run({ db }, { id, query: { filters } }) {
    if (!(await importOf(db, id))) return undefined;
    return db.run(rowsOfImport, {
      ...{ id, outcome: filters.outcome ?? null, after: filters.after ?? 0 },
    });
  },
});

const listProblems = operation({
  ...admin,
  name: 'imports.list_problems',
  id: 'listImportProblems',
  summary: 'List the problems of the rows of an import',
  note: 'The first 100, in the order of the file: refusals first, then what was kept in another way.',
  panel: { method: 'GET', path: '/imports/:id/problems', status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'ImportRowProblem',
    isList: true,
    fields: {
      line: about('The line of the file, or the row of the sheet.', required(oneCount())),
      column_name: about('The name of the column.', singleLine()),
      problem: required(kind(problemSchema, 'a problem', 'json')),
    },
  },
  async run({ db }, { id }) {
    if (!(await importOf(db, id))) return undefined;
    return db.run(problemRows, { id });
  },
});

export const rowOperations = [
  readAgain,
  previewImport,
  checkRows,
  listRows,
  listProblems,
  listLeft,
  exportRefusedRows,
] as const;
