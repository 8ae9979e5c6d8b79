import ipaddr from 'ipaddr.js';
import Type from 'typebox';
import type { Row } from '../../db/database.ts';
import { platformStatement, teamStatement } from '../../db/statement.ts';
import { installationOperation } from '../../operations/installation.ts';
import { operation } from '../../operations/operation.ts';
import { parseCidrs } from '../../platform/config.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import {
  boolean,
  kind,
  line,
  link,
  oneOf,
  required,
  slug,
  timestamp,
  uuid,
  withDefault,
} from '../../records/fields.ts';
import { phases } from './settings/phases.ts';
import { changeSettings } from './settings/settings.ts';
import { createKey, createTeam } from './teams.ts';

const byOperator = { operator: true } as const;

// Teams ------------------------------------------------------------------------------------------

export const createTeamWithKey = installationOperation({
  name: 'teams.create',
  id: 'createTeam',
  summary: 'Create a team and its first API key',
  cli: 'team create',
  allow: byOperator,
  emits: [],
  takes: { name: required(line(255, 1)), slug },
  answers: ['team', 'api_key'],
  run: ({ platform }, { name, slug }) =>
    platform.transaction(async (tx) => {
      const team = await createTeam(tx, name, slug ?? undefined);
      const { api_key } = await createKey(tx, team.id, {
        name: 'First key',
        scope: 'full',
        userId: null,
        expiresAt: null,
      });
      return { team, api_key };
    }),
});

const allTeams = platformStatement(`
  select id, name, slug, strict_tax_ids, deal_phases, created_at from teams order by created_at, id`);

export const listTeams = installationOperation({
  name: 'teams.list',
  id: 'listTeams',
  summary: 'List all teams',
  cli: 'team list',
  allow: byOperator,
  emits: [],
  takes: {},
  answers: ['teams'],
  run: async ({ platform }) => ({ teams: await platform.run(allTeams) }),
});

const oneTeam = platformStatement(`
  select id, name, slug, strict_tax_ids, deal_phases, created_at from teams where id = $team`);

export const setTeam = installationOperation({
  name: 'teams.set',
  id: 'setTeam',
  summary: "Change a team's settings",
  cli: 'team set',
  allow: { ...byOperator, demo: true },
  emits: [],
  takes: { id: required(uuid), strict_tax_ids: boolean, deal_phases: phases },
  answers: ['team'],
  async run({ platform }, { id: team, strict_tax_ids, deal_phases }) {
    await changeSettings((work) => platform.transaction((_, teamDb) => work(teamDb(team))), {
      ...(strict_tax_ids !== null && { strict_tax_ids }),
      ...(deal_phases !== null && { deal_phases }),
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
  takes: { id: required(uuid) },
  answers: ['team'],
  async run({ platform }, { id: team }) {
    const [found] = await platform.run(oneTeam, { team });
    if (!found) throw notFound('team');
    return { team: found };
  },
});

// Keys -------------------------------------------------------------------------------------------

/** A range as it is stored: at its first address, IPv4 as such also where it was written inside IPv6; undefined for any other text. */
function rangeOf(text: unknown): string | undefined {
  const [range] = (typeof text === 'string' && parseCidrs(text)) || [];
  if (!range) return undefined;
  const [address, bits] = range;
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  const [start, length] = isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
  const first = (start instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${start}/${length}`,
  );
  return `${first}/${length}`;
}

const ranges = kind(
  Type.Array(Type.String(), { minItems: 1, maxItems: 1_000 }),
  'address ranges such as 203.0.113.0/24 and 2001:db8::/32; for one address, 203.0.113.7/32',
  'text[]',
  {
    clean: (value) => (Array.isArray(value) ? value.map((text) => rangeOf(text) ?? text) : value),
    check: (value) => (value as readonly string[]).every((text) => rangeOf(text) !== undefined),
  },
);

const mostPerMinute = 1_000_000_000;
const perMinute = kind(
  Type.Integer({ minimum: 1, maximum: mostPerMinute }),
  `a whole number from 1 to ${mostPerMinute}`,
  'integer',
);

const hasUser = teamStatement('select id from users where team_id = $team and id = $id');

export const createApiKey = operation({
  name: 'keys.create',
  id: 'createKey',
  summary: 'Create an API key; it is shown only once',
  cli: 'key create',
  allow: byOperator,
  emits: [],
  takes: {
    fields: {
      name: required(line(255, 1)),
      scope: withDefault(oneOf('key_scope', ['full', 'read']), 'full'),
      expires_at: timestamp,
      allow_from: ranges,
      per_minute: perMinute,
      user_id: link('users'),
    },
  },
  answers: { kind: 'object', keys: ['id', 'api_key'] },
  one: 'key',
  run: ({ db }, { values: { name, scope, expires_at, allow_from, per_minute, user_id } }) =>
    db.transaction(async (tx) => {
      if (user_id !== null && (await tx.run(hasUser, { id: user_id })).length === 0)
        throw invalid(`The team has no user ${user_id}.`);
      return createKey(tx, tx.id, {
        name,
        scope,
        userId: user_id,
        expiresAt: expires_at === null ? null : new Date(expires_at),
        allowFrom: allow_from,
        perMinute: per_minute,
      });
    }),
});

const allKeys = teamStatement(`
  select id, name, scope, user_id, allow_from as allow, per_minute as rate, created_at, last_used_at, expires_at, revoked_at
  from api_keys where team_id = $team order by created_at, id`);

export const listKeys = operation({
  name: 'keys.list',
  id: 'listKeys',
  summary: "List a team's keys, without their secrets",
  cli: 'key list',
  allow: byOperator,
  emits: [],
  takes: {},
  answers: { kind: 'object', keys: ['keys'] },
  one: 'key',
  run: async ({ db }) => ({ keys: await db.run(allKeys) }),
});

const revoke = teamStatement(`
  update api_keys set revoked_at = coalesce(revoked_at, clock.now) from (select now()) clock (now)
  where team_id = $team and id = $id returning id, revoked_at`);

export const revokeKey = operation({
  name: 'keys.revoke',
  id: 'revokeKey',
  summary: 'Revoke a key, on every node within a second',
  cli: 'key revoke',
  allow: byOperator,
  emits: [],
  takes: { path: ['id'] },
  answers: { kind: 'object', keys: ['id', 'revoked_at'] },
  one: 'key',
  run: async ({ db }, { id }): Promise<Row | undefined> => (await db.run(revoke, { id }))[0],
});
