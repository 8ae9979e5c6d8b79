import { iso, teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';
import { meaningOf, openChat } from './board.ts';
import { isStep, phaseHistoryFields, stepDay } from './board-table.ts';
import { lastingMoves, undoMinutes } from './phase-moves.ts';
import { deals } from './table.ts';

/*
 * Phase history of a deal, and the terms that a team uses in its deals.
 */

/** Max open activities, and max contacts listed. */
const maxSteps = 50;
const maxContacts = 5;

// Phases of the deal in order, starting with the one it first moved from, if it ever moved.
const course = teamStatement(`
  with deal as materialized (
    select d.id, d.phase, d.client_id, d.created_at, x.deal_phases, x.won_phases, x.lost_phases, x.phase_rules, x.time_zone as zone
    from deals d join teams x on x.id = $team where d.team_id = $team and d.id = $id),
  moved as materialized (
    select m.was, m.became, m.user_id, m.moved_at, row_number() over (order by m.moved_at) as n from (${lastingMoves('$id')}) m),
  stays as (
    select 0 as n, coalesce((select m.was from moved m where m.n = 1), deal.phase) as phase, deal.created_at as since, null::uuid as user_id
    from deal
    union all
    select m.n, m.became, m.moved_at, m.user_id from moved m cross join deal),
  columns as (
    select l.phase, l.n, true as is_listed from deal cross join lateral unnest(deal.deal_phases) with ordinality l (phase, n)
    union all
    select deal.phase, 1e9::bigint, false from deal where deal.phase <> all(deal.deal_phases)),
  rules as (
    select r.* from deal cross join lateral json_to_recordset(deal.phase_rules) r (phase text, limit_days integer, probability double precision))
  select (
      select json_agg(row_to_json(p)) from (
        select c.phase, c.is_listed, ${meaningOf('c.phase', 'deal')} as meaning, r.limit_days, r.probability
        from columns c left join rules r on r.phase = c.phase order by c.n) p) as phases,
    (select json_agg(row_to_json(s)) from (
        select s.phase, ${iso('s.since')} as since, ${iso('lead(s.since) over (order by s.n)')} as until, s.user_id
        from stays s order by s.n) s) as stays,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
        select a.id, a.title, a.type, ${stepDay('deal.zone')} as date
        from activities a where ${isStep} and a.deal_id = deal.id
        order by ${stepDay('deal.zone')}, a.created_at, a.id limit ${maxSteps}) o) as steps,
    (select chat.contact_id from (${openChat('deal.client_id')}) chat) as contact_id,
    (select coalesce(json_agg(row_to_json(o)), '[]') from (
        select k.id, coalesce(k.custom_name, k.push_name, k.phone, '') as name, k.phone, coalesce(v.has_open_chat, false) as has_open_chat
        from contacts k left join lateral (
          select bool_or(c.status <> 'resolved') as has_open_chat, max(c.last_message_at) as last_message_at
          from conversations c where c.team_id = $team and c.contact_id = k.id and ${isVisibleInbox('c.inbox_id')}) v on true
        where k.team_id = $team and k.client_id = deal.client_id
        order by v.last_message_at desc nulls last, k.created_at desc, k.id limit ${maxContacts}) o) as contacts
  from deal`);

export const getPhaseHistory = operation({
  name: 'deals.course',
  id: 'getDealCourse',
  summary: 'Get a deal’s phases, next steps and phase history',
  note: `phases are the team’s listed phases and that of the deal. stays are in order; the current one has no until; user_id is the user who moved the deal there, if a user did. A move that the same person undid within ${undoMinutes} minutes is left out. The time before the service recorded moves counts as a stay in the first known phase. steps are at most ${maxSteps} open activities, as on the board; contact_id is a contact of the client with an open conversation. contacts are at most ${maxContacts} of the client’s, latest message first.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${deals.path}/:id/course`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'fields', name: 'DealCourse', fields: phaseHistoryFields },
  one: deals.one,
  run: async ({ db }, { id }) => (await db.read(course, { id }))[0],
});

/** Max terms of each kind, most used first. */
const maxTerms = 100;

const used = (column: string, from = `deals d`) => `(
  select coalesce(json_agg(u.term order by u.n desc, u.term), '[]') from (
    select ${column} as term, count(*) as n from ${from}
    where d.team_id = $team and ${column} <> '' group by 1 order by 2 desc, 1 limit ${maxTerms}) u)`;

const terms = teamStatement(`
  select ${used('d.loss_reason')} as loss_reasons, ${used('d.source')} as sources,
    ${used('tag.name', 'deals d cross join lateral unnest(d.tags) tag (name)')} as tags`);

const listOf = (what: string) =>
  required(kind(Type.Array(Type.String()), `a list of ${what}, most used first`, 'json'));

export const getTerms = operation({
  name: 'deals.terms',
  id: 'getDealTerms',
  summary: 'List the loss reasons, sources and tags of deals',
  note: `At most ${maxTerms} of each, most used first.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${deals.path}/terms`, status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'DealTerms',
    fields: {
      loss_reasons: about('Loss reasons of deals, most used first.', listOf('reasons')),
      sources: about('Sources of deals, most used first.', listOf('sources')),
      tags: about('Tags of deals, most used first.', listOf('tags')),
    },
  },
  one: 'team',
  run: async ({ db }) => (await db.scan(terms))[0],
});
