import { teamStatement } from '#server/db/statement.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';
import { meaningOf } from './board.ts';
import { meanings } from './board-table.ts';

/** Max unlisted phases returned. */
const maxUnlisted = 500;

/* Skips from phase to phase in the index deals_phase_wide instead of reading every deal. */
const inUse = `
  with recursive used (phase) as (
    (select d.phase from deals d where d.team_id = $team order by d.phase limit 1)
    union all
    select (select d.phase from deals d where d.team_id = $team and d.phase > used.phase order by d.phase limit 1)
    from used where used.phase is not null),
  found as (
    select l.phase, l.n, true as is_listed from teams x cross join lateral unnest(x.deal_phases) with ordinality l (phase, n)
    where x.id = $team
    union all
    (select used.phase, 1e9::bigint, false from used cross join teams x
     where x.id = $team and used.phase is not null and used.phase <> all(x.deal_phases) limit ${maxUnlisted}))`;

const phases = teamStatement(`${inUse}
  select json_build_object('phases', coalesce((
    select json_agg(row_to_json(p)) from (
      select f.phase, ${meaningOf('f.phase', 'x')} as meaning, f.is_listed
      from found f cross join teams x where x.id = $team order by f.n, fold(f.phase) collate "C") p), '[]'))::text as data`);

const phase = Type.Object(
  {
    phase: about('The phase, as used by deals.', Type.String()),
    meaning: about('The meaning of the phase: open, won or lost.', Type.Enum([...meanings])),
    is_listed: about(
      'True if the team lists the phase; false if it is only in use by deals.',
      Type.Boolean(),
    ),
  },
  { examples: [{ phase: 'proposta', meaning: 'open', is_listed: true }] },
);

export const getPhases: Operation = operation({
  name: 'deals.phases',
  id: 'getDealPhases',
  summary: 'List the deal phases',
  note: `The team’s listed phases in order, then up to ${maxUnlisted} other phases in use by deals, by name. A deal accepts any other text as its phase, which adds a column to the board.`,
  returns: 'The phases.',
  allow: { key: 'read', user: 'member' },
  v1: { method: 'GET', path: '/phases', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'DealPhases',
    fields: {
      phases: about(
        'The phases, those listed by the team first.',
        required(kind(Type.Array(phase), 'a list of phases', 'json')),
      ),
    },
  },
  one: 'team',
  run: async ({ db }) => (await db.read(phases))[0]?.data as string | undefined,
});
