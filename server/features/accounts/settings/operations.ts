import { teamStatement } from '#server/db/statement.ts';
import { hasTwoFactors } from '#server/operations/account-operation.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { conflict, forbidden } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  date,
  kind,
  required,
  singleLine,
  slug,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import { phaseRules } from './phase-rules.ts';
import { phases } from './phases.ts';
import { changeSettings, renamePhase, type SettingsChange } from './settings.ts';

/*
 * Team settings that admins change in the panel.
 */

function isZone(name: unknown): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name as string }) !== undefined;
  } catch {
    return false;
  }
}

/** An IANA time zone. */
const timeZone = kind(
  Type.String({ minLength: 1, maxLength: 64, examples: ['America/Sao_Paulo'] }),
  'a time zone such as America/Sao_Paulo',
  'text',
  // Names that start with a sign or a digit are offsets, without daylight saving time.
  { format: 'time_zone', check: (value) => /^[A-Za-z]/.test(value as string) && isZone(value) },
);

/** Retention of audit entries in days: 90 days to six years. */
export const auditDays = kind(
  Type.Integer({ minimum: 90, maximum: 2_192, examples: [365] }),
  'a whole number from 90 to 2192',
  'integer',
);

/** Days within which requests of persons about their data are answered (LGPD, Art. 19; twice as many for small businesses). */
const privacyDays = kind(
  Type.Integer({ minimum: 1, maximum: 30, examples: [15] }),
  'a whole number from 1 to 30',
  'integer',
);

const fields = {
  name: required(singleLine(255, 1)),
  slug: about('The team’s slug, used in URLs.', required(slug)),
  strict_tax_ids: about('True if CPF and CNPJ must have valid check digits.', required(boolean)),
  requires_second_factor: about('True if the team requires a second factor.', required(boolean)),
  second_factor_from: about(
    'The day, in the team’s time zone, from which a required second factor is enforced; null for immediately.',
    date,
  ),
  allows_agents: about(
    'False if members may not connect agents by signing in; agents with API keys are not affected.',
    required(boolean),
  ),
  deal_phases: about('The phases listed by the team, in order.', required(phases)),
  won_phases: about('The phases that mean won.', required(phases)),
  lost_phases: about('The phases that mean lost.', required(phases)),
  phase_rules: about('The team’s rules for phases.', required(phaseRules)),
  time_zone: required(timeZone),
  audit_days: about('Retention of the audit log in days.', required(auditDays)),
  privacy_days: about(
    'Days within which the team answers requests of persons about their data.',
    required(privacyDays),
  ),
  created_at: required(timestamp),
};

const output = { kind: 'fields', name: 'TeamSettings', fields } as const;

const find = teamStatement(`
  select name, slug, strict_tax_ids, requires_second_factor, second_factor_from::text, allows_agents, deal_phases, won_phases, lost_phases, phase_rules, time_zone, audit_days, privacy_days, created_at
  from teams where id = $team`);

const getSettings = operation({
  name: 'settings.get',
  id: 'getTeamSettings',
  summary: 'Get the team’s settings',
  note: 'Available to every member.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/settings', status: 200 },
  emits: [],
  input: {},
  output,
  one: 'team',
  run: async ({ db }) => (await db.run(find))[0],
});

const requirement = teamStatement(`
  select t.requires_second_factor as is_on, t.second_factor_from::text as since, s.methods from teams t, sessions s
  where t.id = $team and s.person_id = $person and s.id = $session`);

/** @throws ApiError FORBIDDEN if the caller is not an owner, CONFLICT if they would lock themselves out */
async function mayRequire({ db, actor }: Context, change: SettingsChange): Promise<void> {
  if (actor.kind !== 'user') return;
  const [row] = await db.run(requirement, { person: actor.personId, session: actor.sessionId });
  const { requires_second_factor: on = row?.is_on, second_factor_from: from = row?.since } = change;
  if (row?.is_on === on && row?.since === from) return;
  if (actor.role !== 'owner')
    throw forbidden('requires_second_factor: only for owners.', 'owners_only');
  if (on === true && !hasTwoFactors((row?.methods ?? []) as string[]))
    throw conflict(
      'Set up your own second factor first: you would lock yourself out.',
      'second_factor_first',
      'requires_second_factor',
    );
}

const updateSettings = operation({
  name: 'settings.update',
  id: 'updateTeamSettings',
  summary: 'Update the team’s settings',
  note: 'Changes only the given fields. deal_phases lists the phases of deals in order; deals in other phases come after them. A phase removed from the list is also removed from won_phases, lost_phases and phase_rules; deals keep it. phase_rules is replaced as a whole: limit_days is the maximum number of days a deal should stay in a phase; probability applies to deals without a probability. To rename a phase, use the separate operation. strict_tax_ids takes effect on every node within a second. Only owners with a second factor can set requires_second_factor (409 otherwise): members signed in without a second factor then lose access to the team (403 SECOND_FACTOR_REQUIRED); API keys continue to work. With second_factor_from, this takes effect on that day, in the team’s time zone; nothing changes before. Without allows_agents, agents that members connected lose access within a second on every node, and no new ones can be connected; if it is set again, those whose tokens are still valid continue. audit_days is the retention of the audit log in days; entries about access are kept for at least two years.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/settings', status: 200 },
  emits: [],
  input: {
    body: input(
      { name: 'team_settings', one: 'team settings', fields },
      {
        kind: 'update',
        accepts: [
          'name',
          'strict_tax_ids',
          'requires_second_factor',
          'second_factor_from',
          'allows_agents',
          'deal_phases',
          'won_phases',
          'lost_phases',
          'phase_rules',
          'time_zone',
          'audit_days',
          'privacy_days',
        ],
      },
    ),
  },
  output,
  one: 'team',
  mayFail: ['CONFLICT'],
  async run(ctx, { values }) {
    const change = values as SettingsChange;
    if ('requires_second_factor' in change || 'second_factor_from' in change)
      await mayRequire(ctx, change);
    return changeSettings((work) => ctx.db.transaction(work), change);
  },
});

// Two factors confirmed by an OpenID provider are not stored, so members with only those are listed.
const lacking = teamStatement(`
  select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by fold(u.name) collate "C", u.id), '[]') as members
  from users u where u.team_id = $team and u.person_id is not null and u.suspended_at is null
    and not exists (select from credentials c where c.person_id = u.person_id
      and (c.kind = 'passkey' or (c.kind = 'totp' and c.confirmed_at is not null)))`);

const listWithoutSecondFactor = operation({
  name: 'settings.second_factor',
  id: 'listWithoutSecondFactor',
  summary: 'List the members without a second factor',
  note: 'Active members with an account who have set up neither an authenticator app nor a passkey, by name. A second factor confirmed only by an OpenID provider is not detected.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/settings/second-factor', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'MemberWithoutSecondFactor',
    isList: true,
    fields: {
      id: required(uuid),
      name: required(singleLine(255, 1)),
      email: required(singleLine()),
    },
  },
  one: 'team',
  run: async ({ db }) => (await db.run(lacking))[0]?.members as object | undefined,
});

const phase = required(singleLine(64, 1));

const renameDealPhase = operation({
  name: 'settings.rename_phase',
  id: 'renameDealPhase',
  summary: 'Rename a deal phase',
  note: 'Moves all deals of the phase in one step, including archived ones; each emits deal.updated, but not deal.stage_changed, because no deal changed phase. Workflows triggered by the phase follow the new name; conditions and steps that name the phase keep the old name. Returns 409 if another phase has the name.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/settings/phases', status: 200 },
  emits: ['deal.updated'],
  input: {
    fields: {
      from: about('The current name of the phase.', phase),
      to: about('The new name of the phase.', phase),
    },
  },
  output,
  mayFail: ['CONFLICT'],
  one: 'team',
  run: ({ db }, { values: { from, to } }) => renamePhase((work) => db.transaction(work), from, to),
});

export const settingsOperations: readonly Operation[] = [
  getSettings,
  updateSettings,
  listWithoutSecondFactor,
  renameDealPhase,
];
