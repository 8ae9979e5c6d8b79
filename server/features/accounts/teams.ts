import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row, TeamDb } from '../../db/database.ts';
import { platformStatement, teamStatement } from '../../db/statement.ts';
import { recordAudit } from '../../events/audit.ts';
import { acting } from '../../operations/acting.ts';
import { newKey } from '../../platform/api-key.ts';
import { duplicate } from '../../platform/errors.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import { freeNumber, slugOf } from '../../records/slugs.ts';
import { createPipeline } from '../work/pipelines/operations.ts';
import { firstOwnerToken } from './invitations/links.ts';

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

const insertTeam = platformStatement(
  'insert into teams (id, name, slug) values ($id, $name, $slug) on conflict (slug) do nothing returning slug',
);

const holdTeamSlugs = platformStatement('select pg_advisory_xact_lock(7208502)');

const freeSlug = platformStatement(
  freeNumber((slug) => `select true from teams where slug = ${slug}`),
);

/** The board that new projects of a team copy; the last column finishes tasks. */
const template = [
  ['backlog', 'Backlog'],
  ['todo', 'A fazer'],
  ['in_progress', 'Em andamento'],
  ['review', 'Em revisão'],
  ['done', 'Concluído'],
] as const;

const insertKey = teamStatement(`
  insert into api_keys (team_id, id, hash, name, scope, user_id, expires_at, allow_from, per_minute)
  values ($team, $id, $hash, $name, $scope, $user_id, $expires_at, $allow_from, $per_minute)`);

/**
 * Makes a team with its board template.
 * @param slug made of the name when absent, numbered when taken
 * @throws ApiError DUPLICATE_ENTRY when the slug given is taken
 */
export async function createTeam(platform: Platform, name: string, slug?: string): Promise<Team> {
  const id = uuidv7();
  const insert = async (chosen: string) =>
    (await platform.run(insertTeam, { id, name, slug: chosen })).length > 0;
  let chosen = slug ?? slugOf(name, 'team');
  if (slug === undefined) {
    await platform.run(holdTeamSlugs);
    const base = chosen;
    // Again only where somebody gave the very slug meanwhile.
    while (!(await insert(chosen))) {
      const [free] = await platform.run(freeSlug, { slug: base });
      if (!free)
        throw duplicate(`Every numbered form of the slug ${base} is taken; give another slug.`);
      chosen = free.slug as string;
    }
  } else if (!(await insert(chosen))) {
    throw duplicate(`The slug ${chosen} is already used by another team.`);
  }
  await createPipeline(platform, id, {
    name: 'Quadro',
    projectId: null,
    isTemplate: true,
    columns: template.map(([column, label]) => ({ slug: column, name: label })),
  });
  return { id, name, slug: chosen };
}

export interface NewKey {
  readonly name: string;
  readonly scope: 'full' | 'read';
  readonly userId: string | null;
  readonly expiresAt: Date | null;
  /** The key itself; a new one when absent. */
  readonly key?: string;
  /** The ranges of addresses that it is taken from; from everywhere when absent. */
  readonly allowFrom?: readonly string[] | null | undefined;
  /** How many requests a minute it may make; as many as its address when absent. */
  readonly perMinute?: number | null | undefined;
}

/** Makes an API key of a team; the key is answered here and nowhere else. */
export async function createKey(
  on: Pick<TeamDb, 'run'>,
  team: string,
  options: NewKey,
): Promise<{ id: string; api_key: string }> {
  const id = uuidv7();
  const key = options.key ?? newKey();
  await on.run(insertKey, {
    team,
    id,
    hash: secretHash(key),
    name: options.name,
    scope: options.scope,
    user_id: options.userId,
    expires_at: options.expiresAt,
    allow_from: options.allowFrom ?? null,
    per_minute: options.perMinute ?? null,
  });
  return { id, api_key: key };
}

/**
 * The key that a new team begins with, written down with the team.
 * @param tx of the transaction that makes the team
 */
export async function createFirstKey(tx: TeamDb, { id, name, slug }: Team, key?: string) {
  await recordAudit(tx, { type: 'teams', id, after: { name, slug } });
  const about = { name: 'First key', scope: 'full' } as const;
  const made = await createKey(tx, id, {
    ...about,
    userId: null,
    expiresAt: null,
    ...(key === undefined ? {} : { key }),
  });
  await recordAudit(tx, { type: 'keys', id: made.id, after: about });
  return made;
}

/** A team as a caller finds it. */
export interface FoundTeam {
  readonly id: string;
  readonly slug: string;
  readonly strictTaxIds: boolean;
}

const foundTeam = (row: Row | undefined): FoundTeam | undefined =>
  row && {
    id: row.id as string,
    slug: row.slug as string,
    strictTaxIds: row.strict_tax_ids as boolean,
  };

const bySlug = platformStatement('select id, slug, strict_tax_ids from teams where slug = $slug');

/** The team with this slug. */
export const teamBySlug = async (
  platform: Platform,
  slug: string,
): Promise<FoundTeam | undefined> => foundTeam((await platform.run(bySlug, { slug }))[0]);

const owning = (table: string) =>
  platformStatement(`select t.id, t.slug, t.strict_tax_ids
    from ${table} r join teams t on t.id = r.team_id where r.id = $id`);
const owners = {
  api_keys: owning('api_keys'),
  conversations: owning('conversations'),
  inboxes: owning('inboxes'),
  messages: owning('messages'),
  workflow_runs: owning('workflow_runs'),
  workflows: owning('workflows'),
};

/** The team that has the record with this id: for doors that are given an id and no team. */
export const teamOwning = async (
  platform: Platform,
  table: keyof typeof owners,
  id: string,
): Promise<FoundTeam | undefined> => foundTeam((await platform.run(owners[table], { id }))[0]);

const holdFirstStart = platformStatement('select pg_advisory_xact_lock(7208503)');
const anyTeam = platformStatement('select 1 as one from teams limit 1');

/**
 * On an empty database: the team "My agency" with one key, and a link for its first owner. Several nodes may ask at once; one of them does it.
 * @param key the key to set (BOOTSTRAP_API_KEY); a new one when absent
 * @returns the team, its key and the secret of the link, or undefined when there are teams already
 */
export function firstTeam(
  platform: Platform,
  key: string | undefined,
): Promise<{ team: Team; apiKey: string; ownerToken: string } | undefined> {
  return platform.transaction(async (tx, teamIn) => {
    await tx.run(holdFirstStart);
    if ((await tx.run(anyTeam)).length > 0) return undefined;
    const team = await createTeam(tx, 'My agency');
    const { db } = acting(
      { actor: { kind: 'system' }, db: teamIn(team.id) },
      { name: 'teams.create' },
    );
    const made = await createFirstKey(db, team, key);
    return { team, apiKey: made.api_key, ownerToken: await firstOwnerToken(db) };
  });
}
