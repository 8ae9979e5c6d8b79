import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, distinct, kind, oneOf, phone, required, uuid } from '#server/records/fields.ts';
import { InvalidValues, type Problem } from '#server/records/invalid-values.ts';
import type { ChatChoices } from './chats/choices.ts';
import { date_orders, importOf, importOutput, startStep } from './import-output.ts';
import { rowOperations } from './rows/operations.ts';
import {
  choicesOf,
  insertImport,
  lockWaiting,
  maxWaiting,
  selectImports,
  startCheck,
  startRun,
  startUndo,
  stopWork,
} from './statements.ts';

/*
 * Imports of files of other products. The worker reads, checks, applies and undoes them (work.ts); these operations start each step.
 */

/** Maximum number of authors who can be the team. */
const maxOurs = 100;
const maxNameLength = 255;

export const listImports = operation({
  name: 'imports.list',
  id: 'listImports',
  summary: 'List imports, newest first',
  note: 'The latest 50. Imports are listed for 90 days.',
  allow: { user: 'admin', operator: true },
  panel: { method: 'GET', path: '/imports', status: 200 },
  cli: 'import list',
  emits: [],
  input: {},
  output: { ...importOutput, isList: true },
  one: 'import',
  run: ({ db }) => db.run(selectImports),
});

export const getImport = operation({
  name: 'imports.get',
  id: 'getImport',
  summary: 'Get an import',
  note: 'The contents of its file, its choices, and its progress or result.',
  allow: { user: 'admin', operator: true },
  panel: { method: 'GET', path: '/imports/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: importOutput,
  one: 'import',
  run: ({ db }, { id }) => importOf(db, id),
});

export const createImport = operation({
  name: 'imports.create',
  id: 'createImport',
  summary: 'Import a file',
  note: 'Upload the file before, with `purpose` set to `import`. The worker reads what it contains; nothing is stored yet. One import of a team runs at a time, and ten can wait.',
  allow: { user: 'admin', operator: true },
  panel: { method: 'POST', path: '/imports', status: 201 },
  cli: 'import',
  emits: [],
  input: { fields: { file_id: about('The file.', required(uuid)) } },
  output: importOutput,
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

const checkImport = operation({
  name: 'imports.check',
  id: 'checkImport',
  summary: 'Check an import',
  note: 'Keeps the choices and counts what applying it would do. Nothing is stored yet.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/imports/:id/choices', status: 200 },
  emits: [],
  input: { path: ['id'], fields: chatFields },
  output: importOutput,
  mayFail: ['CONFLICT'],
  one: 'import',
  async run({ db, actor }, { id, values }) {
    const { inbox_id: inbox, conversation_id: conversation, phone: number, ours } = values;
    const [facts] = await db.run(choicesOf, { id, inbox, conversation });
    if (!facts) return undefined;
    if (facts.contents === null || facts.kind !== 'chat')
      throw conflict('The file has not been read yet, or is no chat.', 'changed_since');
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
    return startStep(db, startCheck, {
      ...{ id, choices: JSON.stringify(chosen), user: userIdOf(actor) },
    });
  },
});

const step = {
  allow: { user: 'admin', operator: true },
  emits: [],
  input: { path: ['id'] },
  output: importOutput,
  mayFail: ['CONFLICT'],
  one: 'import',
} as const;

export const applyImport = operation({
  ...step,
  name: 'imports.apply',
  id: 'applyImport',
  summary: 'Apply an import',
  note: 'Stores what a check has counted, in the background, and continues an import that was stopped or failed. Nothing follows from imported messages: no event, workflow, alert or automatic reply.',
  panel: { method: 'POST', path: '/imports/:id/apply', status: 200 },
  run: ({ db, actor }, { id }) => startStep(db, startRun, { id, user: userIdOf(actor) }),
});

const stopImport = operation({
  ...step,
  name: 'imports.stop',
  id: 'stopImport',
  summary: 'Stop an import',
  note: 'Stored records stay; the import can be continued or undone.',
  panel: { method: 'POST', path: '/imports/:id/stop', status: 200 },
  run: ({ db }, { id }) => startStep(db, stopWork, { id }),
});

export const undoImport = operation({
  ...step,
  name: 'imports.undo',
  id: 'undoImport',
  summary: 'Undo an import',
  note: 'Removes what the import created, unless it was used since. Possible for 24 hours.',
  fresh: true,
  panel: { method: 'POST', path: '/imports/:id/undo', status: 200 },
  cli: 'import undo',
  run: ({ db, actor }, { id }) => startStep(db, startUndo, { id, user: userIdOf(actor) }),
});

export const operations = [
  listImports,
  getImport,
  createImport,
  checkImport,
  applyImport,
  stopImport,
  undoImport,
  ...rowOperations,
] as const;
