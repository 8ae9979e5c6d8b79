import { orNull, Type } from '#server/platform/schema.ts';
import { about, kind } from '#server/records/fields.ts';
import { type ImportedResource, importedResources } from '../reading/mapping.ts';
import { problemSchema } from './row-problem.ts';

/* Schemas of imports of tables: contents of the file, mapping, choices and counts. */

const count = (says: string) => about(says, Type.Integer({ minimum: 0 }));

/** Ways to find the record that a row is about. */
export const matchKeys = ['id', 'external_id', 'document', 'phone', 'email'] as const;
export type MatchKey = (typeof matchKeys)[number];
const ofAny = ['id', 'external_id'] as const;
/** Ways in which the records of each resource are found. */
export const matchKeysOf: Readonly<Record<ImportedResource, readonly MatchKey[]>> = {
  contacts: [...ofAny, 'phone'],
  clients: matchKeys,
  projects: ofAny,
  tasks: ofAny,
  deals: ofAny,
  campaigns: ofAny,
  activities: ofAny,
};
export const matchActions = ['skip', 'fill_blanks', 'overwrite'] as const;
export const inactiveActions = ['restore_and_update', 'create_new', 'skip'] as const;
export const emailTargets = ['client', 'notes'] as const;
export const dayOrders = ['dmy', 'mdy'] as const;
export const rowOutcomes = ['created', 'updated', 'unchanged', 'refused', 'in_trash'] as const;
/** Outcomes of records that undoing leaves, and the reasons. */
export const leftOutcomes = ['kept', 'failed'] as const;
export const leftReasons = ['edited', 'in_use', 'refused'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Separators of CSV files by their names. */
export const separators = { semicolon: ';', comma: ',', tab: '\t', pipe: '|' } as const;

/** Most records that a row makes. */
export const maxRecords = 10;
export const maxColumns = 200;

export const mappedRecord = Type.Object({
  key: about('Unique in the mapping.', Type.String({ minLength: 1, maxLength: 40 })),
  resource: Type.Enum([...importedResources]),
  links: about(
    'Field of a link → key of the record of the same row to which it leads.',
    Type.Record(Type.String(), Type.String()),
  ),
});

export const mappedColumn = Type.Object({
  column: about('The column of the file, from 0.', Type.Integer({ minimum: 0, maximum: 199 })),
  record: about('The key of the record.', Type.String()),
  field: about('The field that the column fills.', Type.String()),
});

const question = Type.Object({
  code: Type.Enum(['resource', 'column', 'date_order']),
  column: about('The column; null if it is about the whole table.', orNull(Type.Integer())),
  choices: about('Fields or resources, the likeliest first.', Type.Array(Type.String())),
});

const line = about('The line of the file, or the row of the sheet.', Type.Integer());

/** A row as it would be stored. */
export const sampleRow = Type.Object({
  line,
  records: about(
    'Key of the record → field → value as it would be stored; links have the name to which they lead.',
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  ),
  problems: about('Its problems.', Type.Array(problemSchema)),
});

const mappingProperties = {
  records: about('The records that a row makes.', Type.Array(mappedRecord)),
  columns: about('The columns that fill their fields.', Type.Array(mappedColumn)),
};

export const tableContents = kind(
  Type.Object({
    format: Type.Enum(['csv', 'xlsx', 'vcard', 'trello', 'json_lines']),
    encoding: about('The encoding of a text; mixed if it has two.', Type.String()),
    mixed_line: about(
      'The first line in another encoding than the rest; null if there is none.',
      orNull(Type.Integer()),
    ),
    separator: about('The separator of a CSV file: a character.', orNull(Type.String())),
    sheets: about(
      'The sheets of a workbook.',
      Type.Array(
        Type.Object({
          name: Type.String(),
          is_hidden: about('True if it is hidden.', Type.Boolean()),
        }),
      ),
    ),
    sheet: about('The sheet that was read.', orNull(Type.String())),
    header_line: about('The line of the header; null without one.', orNull(Type.Integer())),
    rows: count('The number of rows to import.'),
    rows_above: count('The number of rows above the header, such as a title.'),
    skipped: about(
      'The first rows that are no records, such as totals.',
      Type.Array(Type.Object({ line, reason: Type.Enum(['total', 'repeated_header', 'footer']) })),
    ),
    skipped_rows: count('The number of those rows.'),
    comments_missing: count('The number of comments that the export of a Trello board lacks.'),
    columns: Type.Array(
      Type.Object({
        column: about('The column, from 0.', Type.Integer()),
        name: about('Its name in the header; empty without one.', Type.String()),
        samples: about('Its first different values.', Type.Array(Type.String())),
        filled: count('The number of rows with a value.'),
        decimal_mark: about('The decimal mark of its numbers.', Type.Enum(['comma', 'point'])),
        date_order: about('The order of its dates.', Type.Enum([...dayOrders])),
        is_noted: about(
          'False if it says nothing about a record, so that it is left out without a field; others can be kept in the notes.',
          Type.Boolean(),
        ),
      }),
    ),
    guess: about(
      'The mapping as it was guessed, or as the preset of a product has it.',
      Type.Object({
        preset: about('The product whose export it is; null for others.', orNull(Type.String())),
        source: about('The source under which ids of the file are kept.', Type.String()),
        ...mappingProperties,
        primary: about('The key of the record that the row is about.', orNull(Type.String())),
        unmapped: about('The columns without a field.', Type.Array(Type.Integer())),
        questions: about(
          'Decisions for the user; empty if the mapping is certain.',
          Type.Array(question),
        ),
        date_order: about('The order of day and month.', Type.Enum([...dayOrders])),
      }),
    ),
    first_rows: about(
      'The cells of the first 20 rows.',
      Type.Array(
        Type.Object({ line, cells: about('Its cells, shortened.', Type.Array(Type.String())) }),
      ),
    ),
    samples: about(
      'The first 20 rows, as they would be stored with the guessed mapping.',
      Type.Array(sampleRow),
    ),
  }),
  'an object',
  'json',
);

export const rowChoices = kind(
  Type.Object({
    ...mappingProperties,
    primary: about('The key of the record that rows are about.', orNull(Type.String())),
    source: about('The source of ids.', Type.String()),
    match_by: about(
      'Key of a record → how it is looked up.',
      Type.Record(Type.String(), orNull(Type.Enum([...matchKeys]))),
    ),
    on_match: Type.Enum([...matchActions]),
    on_inactive: Type.Enum([...inactiveActions]),
    create_linked: about('True to create clients and projects that are named.', Type.Boolean()),
    keep_unmapped: about('True to keep columns without a field.', Type.Boolean()),
    email_to: Type.Enum([...emailTargets]),
    date_order: about(
      'The order of dates; null: that of each column.',
      orNull(Type.Enum([...dayOrders])),
    ),
    area_code: about('The area code of phones without one.', orNull(Type.String())),
    project_id: orNull(Type.String({ format: 'uuid' })),
    emits: about('True to deliver events and run workflows.', Type.Boolean()),
  }),
  'an object',
  'json',
);

const outcomeCounts = {
  created: count('The number of created ones, or that would be.'),
  updated: count('The number of changed ones.'),
  unchanged: count('The number of those that already were the same, or are to be left alone.'),
};

export const rowCounts = kind(
  Type.Object({
    total: count('The number of rows of the file.'),
    done: count(
      'The number of rows that were looked at: always created + updated + unchanged + refused + in_trash.',
    ),
    ...outcomeCounts,
    refused: count('The number of rows that are not stored because of a problem.'),
    in_trash: count(
      'The number of rows whose record is inactive, archived or in the trash, and was left there.',
    ),
    noted: count('The number of stored rows of which a part was kept in another way.'),
    records: about(
      'Resource → the number of its records.',
      Type.Record(Type.String(), Type.Object(outcomeCounts)),
    ),
    comments: count('The number of comments that were added.'),
    reverted: count('The number of records that undoing removed or changed back.'),
    kept: count('The number of records that undoing left, because they were changed since.'),
    failed: count('The number of records that could not be undone.'),
  }),
  'an object',
  'json',
);
