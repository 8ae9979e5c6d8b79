import { platformStatement } from '#server/db/statement.ts';
import { installationOperation } from '#server/operations/installation-operation.ts';
import { notFound } from '#server/platform/errors.ts';
import { boolean, required, singleLine, slug, uuid } from '#server/records/fields.ts';
import { auditDays } from './settings/operations.ts';
import { phaseRules } from './settings/phase-rules.ts';
import { phases } from './settings/phases.ts';
import { changeSettings } from './settings/settings.ts';
import { createFirstKey, createTeam } from './teams.ts';

const byOperator = { operator: true } as const;

// Teams ------------------------------------------------------------------------------------------

export const createTeamWithKey = installationOperation({
  name: 'teams.create',
  id: 'createTeam',
  summary: 'Create a team and its first API key',
  cli: 'team create',
  allow: byOperator,
  emits: [],
  input: { name: required(singleLine(255, 1)), slug },
  output: ['team', 'api_key'],
  run: ({ platform }, { name, slug }) =>
    platform.transaction(async (tx, teamIn) => {
      const team = await createTeam(tx, name, slug ?? undefined);
      const { api_key } = await createFirstKey(teamIn(team.id), team);
      return { team, api_key };
    }),
});

const allTeams = platformStatement(`
  select id, name, slug, strict_tax_ids, deal_phases, audit_days, created_at from teams order by created_at, id`);

export const listTeams = installationOperation({
  name: 'teams.list',
  id: 'listTeams',
  summary: 'List all teams',
  cli: 'team list',
  allow: byOperator,
  emits: [],
  input: {},
  output: ['teams'],
  run: async ({ platform }) => ({ teams: await platform.run(allTeams) }),
});

const oneTeam = platformStatement(`
  select id, name, slug, strict_tax_ids, deal_phases, audit_days, created_at from teams where id = $team`);

export const setTeam = installationOperation({
  name: 'teams.set',
  id: 'setTeam',
  summary: "Update a team's settings",
  cli: 'team set',
  allow: { ...byOperator, demo: true },
  emits: [],
  input: {
    id: required(uuid),
    strict_tax_ids: boolean,
    deal_phases: phases,
    won_phases: phases,
    lost_phases: phases,
    phase_rules: phaseRules,
    audit_days: auditDays,
  },
  output: ['team'],
  async run({ platform }, { id: team, ...values }) {
    await changeSettings((work) => platform.transaction((_, teamDb) => work(teamDb(team))), {
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
    });
    const [row] = await platform.run(oneTeam, { team });
    if (!row) throw notFound('team');
    return { team: row };
  },
});

export const getTeam = installationOperation({
  name: 'teams.get',
  id: 'getTeam',
  summary: 'Get a team and its settings',
  allow: { ...byOperator, demo: true },
  emits: [],
  input: { id: required(uuid) },
  output: ['team'],
  async run({ platform }, { id: team }) {
    const [row] = await platform.run(oneTeam, { team });
    if (!row) throw notFound('team');
    return { team: row };
  },
});
