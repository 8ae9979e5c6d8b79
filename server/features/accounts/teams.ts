import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import { keyHash, newKey } from '../../platform/api-key.ts';
import { duplicate } from '../../platform/errors.ts';
import { freeNumber, slugOf } from '../../records/slugs.ts';

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

const insertPipeline = platformStatement(`
  insert into pipelines (team_id, id, name, project_id, is_template) values ($team, $id, $name, $project_id, $is_template)`);

const insertColumn = platformStatement(`
  insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing)
  values ($team, $id, $pipeline_id, $slug, $name, $position, $is_finishing)`);

const insertKey = platformStatement(`
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

export interface NewPipeline {
  readonly name: string;
  /** The project it belongs to; null: the team's, for all its projects. */
  readonly projectId: string | null;
  readonly isTemplate: boolean;
  /** In their order; the last of several finishes tasks. */
  readonly columns: readonly { slug: string; name: string }[];
}

/** Makes a pipeline with its columns. */
export async function createPipeline(
  platform: Platform,
  team: string,
  pipeline: NewPipeline,
): Promise<{ id: string; columns: { id: string; slug: string }[] }> {
  const id = uuidv7();
  const { name, projectId, isTemplate } = pipeline;
  await platform.run(insertPipeline, {
    team,
    id,
    name,
    project_id: projectId,
    is_template: isTemplate,
  });
  const columns: { id: string; slug: string }[] = [];
  const last = pipeline.columns.length - 1;
  for (const [position, column] of pipeline.columns.entries()) {
    const made = { id: uuidv7(), slug: column.slug };
    await platform.run(insertColumn, {
      team,
      ...made,
      pipeline_id: id,
      name: column.name,
      position,
      is_finishing: position === last && last > 0,
    });
    columns.push(made);
  }
  return { id, columns };
}

export interface NewKey {
  readonly name: string;
  readonly scope: 'full' | 'read';
  readonly userId: string | null;
  readonly expiresAt: Date | null;
  /** The key itself; a new one when absent. */
  readonly key?: string;
  /** The ranges of addresses that it is taken from; from everywhere when absent. */
  readonly allowFrom?: readonly string[] | undefined;
  /** How many requests a minute it may make; as many as its address when absent. */
  readonly perMinute?: number | undefined;
}

/** Makes an API key of a team; the key is answered here and nowhere else. */
export async function createKey(
  platform: Platform,
  team: string,
  options: NewKey,
): Promise<{ id: string; api_key: string }> {
  const id = uuidv7();
  const key = options.key ?? newKey();
  await platform.run(insertKey, {
    team,
    id,
    hash: keyHash(key),
    name: options.name,
    scope: options.scope,
    user_id: options.userId,
    expires_at: options.expiresAt,
    allow_from: options.allowFrom ?? null,
    per_minute: options.perMinute ?? null,
  });
  return { id, api_key: key };
}

const holdFirstStart = platformStatement('select pg_advisory_xact_lock(7208503)');
const anyTeam = platformStatement('select 1 as one from teams limit 1');

/**
 * On an empty database: the team "My agency" with one key. Several nodes may ask at once; one of them does it.
 * @param key the key to set (BOOTSTRAP_API_KEY); a new one when absent
 * @returns the team and its key, or undefined when there are teams already
 */
export function firstTeam(
  platform: Platform,
  key: string | undefined,
): Promise<{ team: Team; apiKey: string } | undefined> {
  return platform.transaction(async (tx) => {
    await tx.run(holdFirstStart);
    if ((await tx.run(anyTeam)).length > 0) return undefined;
    const team = await createTeam(tx, 'My agency');
    const made = await createKey(tx, team.id, {
      name: 'First key',
      scope: 'full',
      userId: null,
      expiresAt: null,
      ...(key === undefined ? {} : { key }),
    });
    return { team, apiKey: made.api_key };
  });
}
