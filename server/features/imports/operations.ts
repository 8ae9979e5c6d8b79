import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import { userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { detailsSchema } from '#server/records/coded-reason.ts';
import {
  about,
  distinct,
  kind,
  oneOf,
  phone,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { InvalidValues, type Problem } from '#server/records/invalid-values.ts';
import type { ChatChoices } from './chats/choices.ts';
import { importProblemCodes } from './problem.ts';
import {
  choicesOf,
  importStates,
  insertImport,
  lockWaiting,
  maxWaiting,
  selectImport,
  selectImports,
  startCheck,
  startRun,
  startUndo,
  stopWork,
} from './statements.ts';

/*
 * Imports of files of other products. The worker reads, checks, applies and undoes them (work.ts); these operations start each step.
 */

const date_orders = ['dmy', 'mdy', 'ymd'] as const;
/** Maximum number of authors who can be the team. */
const maxOurs = 100;
const maxNameLength = 255;

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

const output = {
  kind: 'fields',
  name: 'Import',
  fields: {
    id: required(uuid),
    kind: about('chat: a chat that was exported from WhatsApp.', required(oneOf('text', ['chat']))),
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
        }),
        'the code of a reason',
        'json',
      ),
    ),
    contents: about('The contents of the file; null until it was read.', contents),
    choices: about('The choices for it; null before.', choices),
    counts: about('The counts of its last check or run; null before.', counts),
    user_name: about('The member who started its latest step.', singleLine()),
    created_at: required(timestamp),
    applied_at: about('When it was applied first.', timestamp),
    finished_at: about('When it ended.', timestamp),
    undo_until: about('The time until which it can be undone; null if it cannot be.', timestamp),
  },
} as const;

const importOf = async (db: TeamDb, id: string) => (await db.run(selectImport, { id }))[0];

const listImports = operation({
  name: 'imports.list',
  id: 'listImports',
  summary: 'List imports, newest first',
  note: 'The latest 50. Imports are listed for 90 days.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/imports', status: 200 },
  emits: [],
  input: {},
  output: { ...output, isList: true },
  one: 'import',
  run: ({ db }) => db.run(selectImports),
});

const getImport = operation({
  name: 'imports.get',
  id: 'getImport',
  summary: 'Get an import',
  note: 'The contents of its file, its choices, and its progress or result.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/imports/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'import',
  run: ({ db }, { id }) => importOf(db, id),
});

export const createImport = operation({
  name: 'imports.create',
  id: 'createImport',
  summary: 'Import a file',
  note: 'Upload the file before, with `purpose` set to `import`. The worker reads what it contains; nothing is stored yet. One import of a team runs at a time, and ten can wait.',
  allow: { user: 'admin' },
  panel: { method: 'POST', path: '/imports', status: 201 },
  emits: [],
  input: { fields: { file_id: about('The file.', required(uuid)) } },
  output,
  mayFail: ['CONFLICT'],
  one: 'import',
  async run({ db, actor }, { values }) {
    const id = uuidv7();
    const [row] = await db.transaction(async (tx) => {
      await tx.run(lockWaiting);
      return tx.run(insertImport, { ...values, id, user: userIdOf(actor) });
    });
    if (!row)
      throw invalid(
        'file_id: no file that was uploaded for an import has this id.',
        'file_id',
        'not_found',
      );
    if (row.is_imported === true) throw conflict('This file is already imported.', 'already_done');
    if (row.id === null)
      throw conflict(`At most ${maxWaiting} imports of a team can wait; try again later.`, 'limit');
    return importOf(db, id);
  },
});

const chatFields = {
  inbox_id: about('The inbox whose number the chat belongs to.', required(uuid)),
  conversation_id: about(
    'The conversation that gets the messages. Required for a group; otherwise give `phone` or this.',
    uuid,
  ),
  phone: about('The number of the contact, if there is no conversation yet.', phone),
  ours: about(
    'The authors who are the team; the others are the contact, or the members of the group.',
    required(
      kind(
        Type.Array(Type.String({ minLength: 1, maxLength: maxNameLength }), {
          minItems: 1,
          maxItems: maxOurs,
        }),
        `a list of 1 to ${maxOurs} names of authors`,
        'text[]',
        { clean: distinct((name) => name) },
      ),
    ),
  ),
  date_order: about(
    'The order of the dates; by default the one that was read.',
    oneOf('text', date_orders),
  ),
};

/** Contents of a chat, as far as choices depend on it. */
interface Contents {
  readonly authors: readonly { readonly name: string }[];
  readonly date_order: ChatChoices['date_order'];
}

type ChatValues = { readonly [K in 'conversation_id' | 'phone']: string | null } & {
  readonly ours: readonly string[];
  readonly date_order: string | null;
};

/** Finds what is wrong with choices. */
function problemsOf(
  { conversation_id: conversation, phone: number, ours }: ChatValues,
  { inbox, conversation: present, group_id: group, contents }: Row,
): Problem[] {
  const problems: Problem[] = [];
  const refuse = (name: string, problem: string, code: Problem['code']) =>
    problems.push({ name, problem, code });
  if (inbox === null) refuse('inbox_id', 'the team has no inbox with this id', 'not_found');
  else if (conversation !== null && present === null)
    refuse('conversation_id', 'the inbox has no conversation with this id', 'not_found');
  if (conversation !== null && number !== null)
    refuse('phone', 'cannot be given together with conversation_id', 'conflicting');
  if (conversation === null && number === null)
    refuse('phone', 'is required without conversation_id', 'required');
  const names = (contents as Contents).authors.map(({ name }) => name);
  const unknown = ours.find((name) => !names.includes(name));
  if (unknown !== undefined) refuse('ours', 'must be names of authors of the chat', 'not_allowed');
  else if (group === null && names.filter((name) => !ours.includes(name)).length > 1)
    refuse(
      'ours',
      'must leave one author, the contact; choose the conversation of the group for a group',
      'too_few',
    );
  return problems;
}

/** Starts a step. @returns the import; undefined if there is none @throws ApiError CONFLICT if its state does not allow it */
async function start(db: TeamDb, statement: TeamStatement, values: Row & { readonly id: string }) {
  const [row] = await db.run(statement, values);
  if (!row) return undefined;
  if (row.now === null)
    throw conflict(`The import cannot do this in the state ${String(row.state)}.`, 'changed_since');
  return importOf(db, values.id);
}

const checkImport = operation({
  name: 'imports.check',
  id: 'checkImport',
  summary: 'Check an import',
  note: 'Keeps the choices and counts what applying it would do. Nothing is stored yet.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/imports/:id/choices', status: 200 },
  emits: [],
  input: { path: ['id'], fields: chatFields },
  output,
  mayFail: ['CONFLICT'],
  one: 'import',
  async run({ db, actor }, { id, values }) {
    const { inbox_id: inbox, conversation_id: conversation, phone: number, ours } = values;
    const [facts] = await db.run(choicesOf, { id, inbox, conversation });
    if (!facts) return undefined;
    if (facts.contents === null) throw conflict('The file has not been read yet.', 'changed_since');
    const problems = problemsOf(values, facts);
    if (problems.length > 0) throw new InvalidValues(problems);
    const chosen: ChatChoices = {
      ...{ inbox_id: inbox, conversation_id: conversation, phone: number, ours },
      is_group: facts.group_id !== null,
      date_order:
        date_orders.find((each) => each === values.date_order) ??
        (facts.contents as Contents).date_order,
      time_zone: facts.time_zone as string,
    };
    return start(db, startCheck, {
      ...{ id, choices: JSON.stringify(chosen), user: userIdOf(actor) },
    });
  },
});

const step = {
  allow: { user: 'admin' },
  emits: [],
  input: { path: ['id'] },
  output,
  mayFail: ['CONFLICT'],
  one: 'import',
} as const;

const applyImport = operation({
  ...step,
  name: 'imports.apply',
  id: 'applyImport',
  summary: 'Apply an import',
  note: 'Stores what a check has counted, in the background, and continues an import that was stopped or failed. Nothing follows from imported messages: no event, workflow, alert or automatic reply.',
  panel: { method: 'POST', path: '/imports/:id/apply', status: 200 },
  run: ({ db, actor }, { id }) => start(db, startRun, { id, user: userIdOf(actor) }),
});

const stopImport = operation({
  ...step,
  name: 'imports.stop',
  id: 'stopImport',
  summary: 'Stop an import',
  note: 'Stored records stay; the import can be continued or undone.',
  panel: { method: 'POST', path: '/imports/:id/stop', status: 200 },
  run: ({ db }, { id }) => start(db, stopWork, { id }),
});

const undoImport = operation({
  ...step,
  name: 'imports.undo',
  id: 'undoImport',
  summary: 'Undo an import',
  note: 'Removes what the import created, unless it was used since. Possible for 24 hours.',
  fresh: true,
  panel: { method: 'POST', path: '/imports/:id/undo', status: 200 },
  run: ({ db, actor }, { id }) => start(db, startUndo, { id, user: userIdOf(actor) }),
});

export const operations = [
  listImports,
  getImport,
  createImport,
  checkImport,
  applyImport,
  stopImport,
  undoImport,
] as const;
