import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError, duplicate } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  fillingOf,
  hasStrayBraces,
  newTemplateBudget,
  pathsIn,
  valueAt,
} from '#server/platform/templates.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import {
  about,
  boolean,
  kind,
  patterned,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { unknownUser } from './user-errors.ts';

/* Canned responses of a team, with variables of the conversation and of the answering user. */

/** Max length of a message. */
const maxLength = 4_096;

/** Variables that a canned response may use. */
const variables = [
  'contact.name',
  'contact.first_name',
  'contact.phone',
  'client.name',
  'user.name',
  'team.name',
] as const;

const content = kind(
  Type.String({ minLength: 1, maxLength, pattern: '\\S' }),
  `a string of 1 to ${maxLength} characters, not all of them blank`,
  'text',
);

const shortcut = patterned(
  /^(?=.{1,80}$)[a-z0-9]+((-|_)[a-z0-9]+)*$/,
  'at most 80 lower-case letters and digits, in words joined by hyphens',
  'preco',
  { format: 'slug' },
);

const title = singleLine(255, 1);

const output = {
  kind: 'fields',
  name: 'ReadyAnswer',
  fields: {
    id: required(uuid),
    shortcut: required(shortcut),
    title: required(title),
    content: about('The text, with {{placeholders}}.', required(content)),
    created_at: required(timestamp),
    updated_at: required(timestamp),
  },
} as const;
const path = '/msgapp/ready-answers';
const item = `${path}/:id`;
const columns = `id, shortcut, title, content, ${iso('created_at')} as created_at, ${iso('updated_at')} as updated_at`;

const byPeople = {
  allow: { operator: true, demo: true, user: 'member' },
  emits: [],
  one: 'canned response',
} as const;

const entryOf = (row: string) =>
  `json_build_object('shortcut', ${row}.shortcut, 'title', ${row}.title, 'content', ${row}.content)::text`;

const unknownIn = (text: string): string[] => [
  ...new Set(pathsIn(text).filter((path) => !variables.some((each) => each === path))),
];

/** @throws InvalidValues naming the unknown variables */
function refuseUnknown(text: string | null): void {
  const unknown = text === null ? [] : unknownIn(text);
  const problem =
    unknown.length > 0
      ? `contains unknown variables: ${unknown.join(', ')}`
      : text !== null && hasStrayBraces(text)
        ? 'contains {{ that does not start a variable'
        : undefined;
  if (problem)
    throw new InvalidValues([
      {
        name: 'content',
        problem: `${problem}; available: ${variables.join(', ')}`,
        code: 'invalid_template',
      },
    ]);
}

const explainTaken = async (
  error: unknown,
  _db: unknown,
  { values }: { readonly values: { readonly shortcut: string | null } },
) =>
  constraintOf(error) === 'ready_answers_shortcut_key'
    ? duplicate(`shortcut: the team already has a canned response ${values.shortcut}.`, 'shortcut')
    : error;

const all = teamStatement(`
  select ${columns} from ready_answers where team_id = $team order by shortcut collate "C" limit 10000`);

export const listCannedResponses = operation({
  ...byPeople,
  name: 'ready_answers.list',
  id: 'listReadyAnswers',
  summary: 'List the team’s canned responses',
  note: 'Ordered by shortcut.',
  cli: 'answer list',
  panel: { method: 'GET', path, status: 200 },
  input: {},
  output: { ...output, isList: true },
  run: ({ db }) => db.run(all),
});

const insert = teamStatement(`
  with t as (
    insert into ready_answers (team_id, id, shortcut, title, content) values ($team, $id, $shortcut, $title, $content)
    returning *),
  ${audits([{ type: 'ready_answers', from: 't', record: 't.id', after: entryOf('t') }])}
  select ${columns} from t`);

export const createCannedResponse = operation({
  ...byPeople,
  name: 'ready_answers.create',
  id: 'createReadyAnswer',
  summary: 'Create a canned response',
  note: 'A text for frequent use, found by its shortcut after a slash.',
  cli: 'answer create',
  panel: { method: 'POST', path, status: 201 },
  input: {
    fields: { shortcut: required(shortcut), title: required(title), content: required(content) },
  },
  output,
  async run({ db }, { values }): Promise<Row | undefined> {
    refuseUnknown(values.content);
    return (await db.run(insert, { id: uuidv7(), ...values }))[0];
  },
  explain: explainTaken,
});

const change = teamStatement(`
  with old as materialized (
    select * from ready_answers where team_id = $team and id = $id for no key update),
  t as (
    update ready_answers a set shortcut = coalesce($shortcut, old.shortcut), title = coalesce($title, old.title),
      content = coalesce($content, old.content), updated_at = greatest(now(), old.updated_at)
    from old where a.team_id = $team and a.id = old.id returning a.*),
  ${audits([
    {
      type: 'ready_answers',
      from: 't join old on old.id = t.id',
      record: 't.id',
      before: entryOf('old'),
      after: entryOf('t'),
    },
  ])}
  select ${columns} from t`);

export const updateCannedResponse = operation({
  ...byPeople,
  name: 'ready_answers.update',
  id: 'updateReadyAnswer',
  summary: 'Update a canned response',
  note: 'Messages sent with it stay as they are.',
  cli: 'answer set',
  panel: { method: 'PUT', path: item, status: 200 },
  input: { path: ['id'], fields: { shortcut, title, content } },
  output,
  async run({ db }, { id, values }): Promise<Row | undefined> {
    refuseUnknown(values.content);
    return (await db.run(change, { id, ...values }))[0];
  },
  explain: explainTaken,
});

const remove = teamStatement(`
  with t as (delete from ready_answers where team_id = $team and id = $id returning *),
  ${audits([{ type: 'ready_answers', from: 't', record: 't.id', before: entryOf('t') }])}
  select id, true as deleted from t`);

export const deleteCannedResponse = operation({
  ...byPeople,
  name: 'ready_answers.delete',
  id: 'deleteReadyAnswer',
  summary: 'Delete a canned response',
  note: 'Messages sent with it stay as they are.',
  cli: 'answer delete',
  panel: { method: 'DELETE', path: item, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DeletedReadyAnswer',
    fields: { id: required(uuid), deleted: required(boolean) },
  },
  run: async ({ db }, { id }): Promise<Row | undefined> => (await db.run(remove, { id }))[0],
});

const find = teamStatement(`
  select a.content, t.name as team, u.id as user_id, u.name as user_name, c.id as conversation_id, k.phone,
    coalesce(nullif(k.custom_name, ''), nullif(k.push_name, ''), c.push_name) as contact, coalesce(l.display_name, l.name) as client
  from ready_answers a join teams t on t.id = $team
    left join users u on u.team_id = $team and u.id = $user_id
    left join conversations c on c.team_id = $team and c.id = $conversation_id
    left join contacts k on k.team_id = $team and k.id = c.contact_id
    left join clients l on l.team_id = $team and l.id = k.client_id
  where a.team_id = $team and a.id = $id`);

/** Names have at most 255 characters: even a response made only of variables stays far below this. */
const maxFilledLength = 200_000;
const filled = kind(
  Type.String({ maxLength: maxFilledLength }),
  `a string of at most ${maxFilledLength} characters`,
  'text',
);

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export const renderCannedResponse = operation({
  ...byPeople,
  name: 'ready_answers.render',
  id: 'renderReadyAnswer',
  summary: 'Fill in the variables of a canned response',
  note: 'Fills them in as if the user sent it in the conversation. `empty` lists the variables without a value, which are left out.',
  cli: 'answer render',
  panel: { method: 'POST', path: `${item}/render`, status: 200 },
  input: {
    path: ['id'],
    fields: { conversation_id: required(uuid), user_id: uuid },
  },
  output: {
    kind: 'fields',
    name: 'FilledAnswer',
    fields: {
      content: about('The text with all placeholders filled in.', required(filled)),
      empty: about('Placeholders without a value.', texts(20, 64)),
      unknown: about('Unknown placeholders.', texts(1_000, 4_096)),
    },
  },
  async run({ actor, db }, { id, values: { conversation_id, user_id } }) {
    const user = actingUserOf(actor, user_id, 'user_id');
    const [row] = await db.run(find, { id, conversation_id, user_id: user });
    if (!row) return undefined;
    if (row.conversation_id === null)
      throw new ApiError('NOT_FOUND', 'conversation_id: no conversation has this id.');
    if (row.user_id === null) throw unknownUser('user_id');
    const contact = textOrNull(row.contact);
    const root = {
      contact: {
        name: contact,
        first_name: contact?.trim().split(/\s+/)[0] ?? null,
        phone: textOrNull(row.phone),
      },
      client: { name: textOrNull(row.client) },
      user: { name: textOrNull(row.user_name) },
      team: { name: textOrNull(row.team) },
    };
    const text = row.content as string;
    const unknown = unknownIn(text);
    const paths = [...new Set(pathsIn(text))];
    const empty = paths.filter((path) => !unknown.includes(path) && !valueAt(root, path));
    const made = fillingOf(text)?.(root, newTemplateBudget(maxFilledLength)) ?? text;
    return { content: made === null ? '' : String(made), empty, unknown };
  },
});
