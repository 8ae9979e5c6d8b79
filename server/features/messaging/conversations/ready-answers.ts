import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../../db/database.ts';
import { iso, teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { InvalidValues } from '../../../operations/values.ts';
import { constraintOf } from '../../../platform/constraint.ts';
import { ApiError, duplicate } from '../../../platform/errors.ts';
import { Type } from '../../../platform/schema.ts';
import {
  fillingOf,
  hasStrayBraces,
  newRoom,
  pathsIn,
  valueAt,
} from '../../../platform/templates.ts';
import { kind, line, patterned, required, uuid } from '../../../records/fields.ts';
import { noUser } from './people.ts';

/*
 * Answers that a team has ready, with variables of the conversation and of whoever answers.
 */

/** As long as a message may be. */
const longest = 4_096;

/** What an answer may name. */
export const variables = [
  'contact.name',
  'contact.first_name',
  'contact.phone',
  'client.name',
  'user.name',
  'team.name',
] as const;

const content = kind(
  Type.String({ minLength: 1, maxLength: longest, pattern: '\\S' }),
  `a string of 1 to ${longest} characters, not all of them blank`,
  'text',
);

const shortcut = patterned(
  /^(?=.{1,80}$)[a-z0-9]+([-_][a-z0-9]+)*$/,
  'at most 80 lower-case letters and digits, in words joined by hyphens',
  'preco',
);

const title = line(255, 1);

const keys = ['id', 'shortcut', 'title', 'content', 'created_at', 'updated_at'] as const;
const columns = `id, shortcut, title, content, ${iso('created_at')} as created_at, ${iso('updated_at')} as updated_at`;

const byPeople = { allow: { operator: true, demo: true }, emits: [], one: 'ready answer' } as const;

const unknownIn = (text: string): string[] => [
  ...new Set(pathsIn(text).filter((path) => !variables.some((known) => known === path))),
];

/** @throws InvalidValues naming the variables that there are none of */
function refuseUnknown(text: string | null): void {
  const unknown = text === null ? [] : unknownIn(text);
  const problem =
    unknown.length > 0
      ? `holds variables that there are none of: ${unknown.join(', ')}`
      : text !== null && hasStrayBraces(text)
        ? 'holds {{ that begins no variable'
        : undefined;
  if (problem)
    throw new InvalidValues([
      { name: 'content', problem: `${problem}; there are ${variables.join(', ')}` },
    ]);
}

const explainTaken = async (
  error: unknown,
  _db: unknown,
  { values }: { readonly values: { readonly shortcut: string | null } },
) =>
  constraintOf(error) === 'ready_answers_shortcut_key'
    ? duplicate(`shortcut: the team already has a ready answer ${values.shortcut}.`)
    : error;

const all = teamStatement(`
  select ${columns} from ready_answers where team_id = $team order by shortcut collate "C" limit 10000`);

export const listAnswers = operation({
  ...byPeople,
  name: 'ready_answers.list',
  id: 'listReadyAnswers',
  summary: "List a team's ready answers",
  cli: 'answer list',
  takes: {},
  answers: { kind: 'object', keys: ['answers'] },
  run: async ({ db }) => ({ answers: await db.run(all) }),
});

const insert = teamStatement(`
  insert into ready_answers (team_id, id, shortcut, title, content) values ($team, $id, $shortcut, $title, $content)
  returning ${columns}`);

export const createAnswer = operation({
  ...byPeople,
  name: 'ready_answers.create',
  id: 'createReadyAnswer',
  summary: 'Create a ready answer',
  cli: 'answer create',
  takes: {
    fields: { shortcut: required(shortcut), title: required(title), content: required(content) },
  },
  answers: { kind: 'object', keys },
  async run({ db }, { values }): Promise<Row | undefined> {
    refuseUnknown(values.content);
    return (await db.run(insert, { id: uuidv7(), ...values }))[0];
  },
  explain: explainTaken,
});

const change = teamStatement(`
  update ready_answers set shortcut = coalesce($shortcut, shortcut), title = coalesce($title, title),
    content = coalesce($content, content), updated_at = greatest(clock.now, updated_at)
  from (select now()) clock (now) where team_id = $team and id = $id returning ${columns}`);

export const updateAnswer = operation({
  ...byPeople,
  name: 'ready_answers.update',
  id: 'updateReadyAnswer',
  summary: 'Change a ready answer',
  cli: 'answer set',
  takes: { path: ['id'], fields: { shortcut, title, content } },
  answers: { kind: 'object', keys },
  async run({ db }, { id, values }): Promise<Row | undefined> {
    refuseUnknown(values.content);
    return (await db.run(change, { id, ...values }))[0];
  },
  explain: explainTaken,
});

const remove = teamStatement(
  'delete from ready_answers where team_id = $team and id = $id returning id, true as deleted',
);

export const deleteAnswer = operation({
  ...byPeople,
  name: 'ready_answers.delete',
  id: 'deleteReadyAnswer',
  summary: 'Delete a ready answer',
  cli: 'answer delete',
  takes: { path: ['id'] },
  answers: { kind: 'object', keys: ['id', 'deleted'] },
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

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export const renderAnswer = operation({
  ...byPeople,
  name: 'ready_answers.render',
  id: 'renderReadyAnswer',
  summary: 'Fill in the variables of a ready answer',
  note: 'As the user would send it in the conversation. `empty` names the variables that have no value there: they are left out.',
  cli: 'answer render',
  takes: {
    path: ['id'],
    fields: { conversation_id: required(uuid), user_id: required(uuid) },
  },
  answers: { kind: 'object', keys: ['content', 'empty', 'unknown'] },
  async run({ db }, { id, values }) {
    const [row] = await db.run(find, { id, ...values });
    if (!row) return undefined;
    if (row.conversation_id === null)
      throw new ApiError('NOT_FOUND', 'conversation_id: no conversation has this id.');
    if (row.user_id === null) throw noUser('user_id');
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
    const filled = fillingOf(text)?.(root, newRoom(longestFilled)) ?? text;
    return { content: filled === null ? '' : String(filled), empty, unknown };
  },
});
/** Names are 255 characters at most: an answer of nothing but variables does not come near it. */
const longestFilled = 200_000;
