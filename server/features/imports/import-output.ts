import type { Row, TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import { conflict } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { detailsSchema } from '#server/records/coded-reason.ts';
import {
  about,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { importProblemCodes } from './problem.ts';
import { rowChoices, rowCounts, tableContents } from './rows/schemas.ts';
import { importStates, selectImport } from './statements.ts';

/* An import as operations return it, and the start of its steps. */

export const date_orders = ['dmy', 'mdy', 'ymd'] as const;
const count = (says: string) => about(says, Type.Integer({ minimum: 0 }));
const wallTime = Type.String({ examples: ['2026-10-05T14:33'] });
const order = about('The order of day, month and year in the file.', Type.Enum([...date_orders]));
const period = {
  date_order: order,
  first_at: about('The time of the first message, on the clock of the phone.', wallTime),
  last_at: about('The time of the last message, on the clock of the phone.', wallTime),
};

const contents = kind(
  Type.Object({
    ...period,
    authors: about(
      'The authors, in the order of their first messages.',
      Type.Array(
        Type.Object({ name: Type.String(), messages: count('The number of their messages.') }),
      ),
    ),
    messages: count('The number of messages.'),
    system_messages: count('The number of lines of the messaging network itself.'),
    files: count('The number of messages with a file.'),
    files_omitted: count('The number of messages whose file was left out of the export.'),
    lines_without_message: count('The number of lines that belong to no message.'),
    other_order: about(
      'The other order in which the dates can be read, with its period; null if the order is certain.',
      orNull(Type.Object(period)),
    ),
  }),
  'an object',
  'json',
);

const choices = kind(
  Type.Object({
    inbox_id: about('The inbox.', Type.String({ format: 'uuid' })),
    conversation_id: about('The conversation.', orNull(Type.String({ format: 'uuid' }))),
    phone: about('The number of the contact.', orNull(Type.String())),
    is_group: about('True if the conversation is a group.', Type.Boolean()),
    ours: about('The authors who are the team.', Type.Array(Type.String())),
    date_order: order,
    time_zone: about('The time zone of the phone.', Type.String()),
  }),
  'an object',
  'json',
);

const counts = kind(
  Type.Object({
    done: count('The number of messages that were looked at.'),
    total: count('The number of all messages.'),
    created: count('The number of messages that were stored, or would be.'),
    present: count('The number of messages that the conversation already had.'),
    deleted: count('The number of messages that their authors had deleted.'),
    future: count('The number of messages with a time after the start of the import.'),
    files: count('The number of files that were stored, or would be.'),
    files_missing: count('The number of messages whose file is missing.'),
    removed: count('The number of messages that were removed when the import was undone.'),
    kept: count('The number of messages that were kept then, because later ones answer them.'),
    conversation: about('The conversation.', orNull(Type.String({ format: 'uuid' }))),
    is_begun: about('True if the import began the conversation.', Type.Boolean()),
    contact: about('The contact that it created.', orNull(Type.String({ format: 'uuid' }))),
  }),
  'an object',
  'json',
);

export const importOutput = {
  kind: 'fields',
  name: 'Import',
  fields: {
    id: required(uuid),
    kind: about(
      'chat: a chat that was exported from WhatsApp. rows: a table. Null until the file was read.',
      oneOf('text', ['chat', 'rows']),
    ),
    file_name: about('The name of the file.', required(singleLine())),
    state: about(
      'reading, checking, applying and undoing: the worker is at it. read: it needs choices. checked: it can be applied. stopped and failed: it can be started again.',
      required(oneOf('text', importStates)),
    ),
    reason: about('The reason why it failed.', singleLine()),
    reason_details: about(
      'The code of `reason`.',
      kind(
        detailsSchema(importProblemCodes, {
          line: about('The line of the file.', Type.Integer()),
          limit: about('The limit that was exceeded.', Type.Number()),
          count: about('The number that there are.', Type.Integer()),
          format: about('The format of a picture.', Type.String()),
          sheet: about('The sheet that does not exist.', Type.String()),
          part: about('The damaged part of a workbook.', Type.String()),
        }),
        'the code of a reason',
        'json',
      ),
    ),
    contents: about('The contents of a chat; null until it was read.', contents),
    choices: about('The choices for it; null before.', choices),
    counts: about('The counts of its last check or run; null before.', counts),
    table: about('The contents of a table; null until it was read, and in lists.', tableContents),
    row_choices: about('The choices for a table; null before.', rowChoices),
    row_counts: about('The counts of the last check or run of a table; null before.', rowCounts),
    user_name: about('The member who started its latest step.', singleLine()),
    created_at: required(timestamp),
    applied_at: about('When it was applied first.', timestamp),
    finished_at: about('When it ended.', timestamp),
    undo_until: about('The time until which it can be undone; null if it cannot be.', timestamp),
  },
} as const;

export const importOf = async (db: TeamDb, id: string) => (await db.run(selectImport, { id }))[0];

/** Starts a step. @returns the import; undefined if there is none @throws ApiError CONFLICT if its state does not allow it */
export async function startStep(
  db: TeamDb,
  statement: TeamStatement,
  values: Row & { readonly id: string },
) {
  const [row] = await db.run(statement, values);
  if (!row) return undefined;
  if (row.now === null)
    throw conflict(`The import cannot do this in the state ${String(row.state)}.`, 'changed_since');
  return importOf(db, values.id);
}
