import { randomInt } from 'node:crypto';
import { teamStatement } from '#server/db/statement.ts';
import { hasQueued } from '#server/events/outbox.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { withoutMarks } from '#server/platform/combining-marks.ts';
import { duplicate } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { textOf } from '#server/records/crud-queries.ts';
import { required } from '#server/records/fields.ts';
import { changeEvents, changeOf, emitsChange } from '#server/records/statements.ts';
import { key, projects } from './table.ts';

/*
 * Keys of projects, the first part of task numbers (docs/adr/0161-task-numbers.md).
 */

/** Words that say nothing about a project. */
const stopWords = new Set(
  'A O AS OS E DE DA DO DAS DOS EM NA NO PARA POR COM THE OF FOR AND'.split(' '),
);
const maxLength = 6;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const randomLetters = (count: number) =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');

/**
 * Possible keys for a name, the best first: its first word, its initials, then its first letters with random ones, so that one of them
 * is free whatever the number of equal names.
 */
export function keysFor(name: string): string[] {
  const all =
    withoutMarks(name, 'NFKD')
      .toUpperCase()
      .match(/[A-Z]+/g) ?? [];
  const telling = all.filter((word) => !stopWords.has(word));
  const words = telling.length > 0 ? telling : all;
  const [first = ''] = words.filter((word) => word.length > 1);
  const joined = words.join('');
  const start = joined.slice(0, 2).padEnd(2, 'P');
  const candidates = [
    first.length <= maxLength ? first : first.slice(0, 4),
    words
      .map(([initial]) => initial)
      .join('')
      .slice(0, maxLength),
    joined.slice(0, 3),
    joined.slice(0, 4),
    joined.slice(0, maxLength),
    ...[1, 2, 3, 4, 4, 4].map((count) => start + randomLetters(count)),
  ];
  return [...new Set(candidates)].filter((each) => each.length > 1);
}

/** SQL: a project, current or earlier, has this key. Not `exists`: it may be planned as one scan of all of the team's records. */
const isTaken = (key: string, isOfTeam: string) => `coalesce(
  (select true from projects x where ${isOfTeam} and x.key = ${key} limit 1),
  (select true from project_keys x where ${isOfTeam} and x.key = ${key} limit 1), false)`;

/** SQL: the first free one of `$keys`. @param isOfTeam SQL: `x` is of the team */
export const firstFree = (isOfTeam: string) => `(select k.key from unnest($keys::text[]) k (key)
  where case when not ${isTaken('k.key', isOfTeam)}
    then pg_try_advisory_xact_lock(hashtextextended($team::text || 'projects.key/' || k.key, 9)) end
  limit 1)`;

/**
 * SQL: the first of `$keys` that no project has and no open transaction takes. Null if there is none: the worker then assigns one.
 */
export const freeKey = firstFree('x.team_id = $team');

// Changing a key ----------------------------------------------------------------------------------

const parts = changeOf(
  projects,
  [],
  [],
  { key: '$key::text' },
  {
    name: 'place',
    parts: `place as (select exists (
      select from project_keys k join old on k.project_id <> old.id where k.team_id = $team and k.key = $key::text) as is_taken),`,
    where: 'not place.is_taken',
  },
);
const emitted = emitsChange(projects, parts, changeEvents(projects, 'updated'));
const change = teamStatement(`
  with ${parts.with},
    reused as (delete from project_keys k using t where k.team_id = $team and k.key = t.key),
    earlier as (
      insert into project_keys (team_id, key, project_id)
      select $team, old.key, old.id from old join t on t.id = old.id where old.key is not null),
    ${emitted}
  select doc.data, place.is_taken, ${hasQueued(emitted)} as has_queued from old, place, doc`);

/** One change of a key at a time in a team: a key must not become an earlier key of two projects. */
const lockKeys = teamStatement(
  `select pg_advisory_xact_lock(hashtextextended($team::text || 'projects.keys', 9))`,
);

const keyTaken = () => duplicate('key is already used by another project of the team.', 'key');

export const setKey: Operation = operation({
  name: 'projects.set_key',
  id: 'setProjectKey',
  summary: 'Change the key of a project',
  note: 'The key is the first part of the numbers of the project’s tasks. Numbers with an earlier key keep leading to the tasks, so the key of one project, also an earlier one, is never available to another.',
  allow: { key: 'full', user: 'admin' },
  panel: { method: 'PUT', path: '/projects/:id/key', status: 200 },
  emits: ['project.updated'],
  input: { path: ['id'], fields: { key: required(key) } },
  output: { kind: 'record', table: projects },
  mayFail: ['DUPLICATE_ENTRY'],
  one: 'project',
  run: ({ db }, { id, values }) =>
    db.transaction(async (tx) => {
      await tx.run(lockKeys);
      const [row] = await tx.run(change, { id, key: values.key });
      if (row?.is_taken === true) throw keyTaken();
      return textOf(row);
    }),
  explain: async (error) => (constraintOf(error) === 'projects_key_key' ? keyTaken() : error),
});
