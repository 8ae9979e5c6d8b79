import { iso, teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { Type } from '../../../platform/schema.ts';
import { kind, line, required, timestamp, uuid } from '../../../records/fields.ts';
import { deals } from './table.ts';

/*
 * What is known of deals beyond their fields: the way that one took through the phases, and the terms that the team uses.
 */

// The phases that a deal went to, in order: at first the one that it came from, if it ever moved.
const course = teamStatement(`
  with deal as materialized (select d.phase, d.created_at from deals d where d.team_id = $team and d.id = $id),
  moved as materialized (
    select m.id, m.was, m.became, m.user_id, m.moved_at, row_number() over (order by m.moved_at, m.id) as n from moves m
    where m.team_id = $team and m.record_id = $id and m.resource = 'deals' and m.field = 'phase'),
  stays as (
    select 0 as n, coalesce((select m.was from moved m where m.n = 1), deal.phase) as phase, deal.created_at as since, null::uuid as user_id
    from deal
    union all
    select m.n, m.became, m.moved_at, m.user_id from moved m cross join deal)
  select s.phase, ${iso('s.since')} as since, ${iso('lead(s.since) over (order by s.n)')} as until, s.user_id from stays s order by s.n`);

export const getCourse = operation({
  name: 'deals.course',
  id: 'getDealCourse',
  summary: 'Get the way of a deal through the phases',
  note: 'Every stay in a phase, the first one first; that which goes on has no until. user_id is who moved the deal there, where a user did. What was before the service kept moves counts as a stay in the first phase that is known.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${deals.path}/:id/course`, status: 200 },
  emits: [],
  takes: { path: ['id'] },
  answers: {
    kind: 'fields',
    name: 'DealStay',
    isList: true,
    fields: {
      phase: required(line(64, 1)),
      since: required(timestamp),
      until: timestamp,
      user_id: uuid,
    },
  },
  one: deals.one,
  async run({ db }, { id }) {
    const rows = await db.read(course, { id });
    return rows.length > 0 ? rows : undefined;
  },
});

/** So many of each are told, the most used first. */
const mostTerms = 100;

const used = (column: string, from = `deals d`) => `(
  select coalesce(json_agg(u.term order by u.n desc, u.term), '[]') from (
    select ${column} as term, count(*) as n from ${from}
    where d.team_id = $team and ${column} <> '' group by 1 order by 2 desc, 1 limit ${mostTerms}) u)`;

const terms = teamStatement(`
  select ${used('d.loss_reason')} as loss_reasons, ${used('d.source')} as sources,
    ${used('tag.name', 'deals d cross join lateral unnest(d.tags) tag (name)')} as tags`);

const listOf = (what: string) =>
  required(kind(Type.Array(Type.String()), `a list of ${what}, the most used first`, 'json'));

export const getTerms = operation({
  name: 'deals.terms',
  id: 'getDealTerms',
  summary: 'Get the reasons, sources and tags that deals have',
  note: `At most ${mostTerms} of each, the most used first.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${deals.path}/terms`, status: 200 },
  emits: [],
  takes: {},
  answers: {
    kind: 'fields',
    name: 'DealTerms',
    fields: {
      loss_reasons: listOf('reasons'),
      sources: listOf('sources'),
      tags: listOf('tags'),
    },
  },
  one: 'team',
  run: async ({ db }) => (await db.scan(terms))[0],
});
