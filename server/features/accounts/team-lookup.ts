import { NIL } from 'uuid';
import type { Database, TeamDb } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { lruCache } from '#server/platform/lru-cache.ts';

const find = platformStatement('select id from teams where slug = $slug');
const maxRemembered = 10_000;
/** Time to live of a cached slug, found or not. */
const rememberedMs = 1_000;

/** Teams by slug, for URLs that contain a slug instead of a key. */
export interface TeamsBySlug {
  /**
   * The team's data. An unknown slug returns data of a non-existent team, which is empty: the same statements run as for a team, so that
   * neither their number nor their time reveals whether the slug is taken.
   * @returns undefined for text that cannot be a slug
   */
  find(slug: string): Promise<TeamDb | undefined>;
  /** Cached id of the team. */
  cachedTeamId(slug: string): string | undefined;
}

/** Looks up teams by slug and caches each for a second, misses as well as hits. */
export function teamsBySlug(database: Pick<Database, 'platform' | 'team'>): TeamsBySlug {
  const remembered = lruCache<string>(maxRemembered, { ttl: rememberedMs });
  return {
    async find(slug) {
      // Text that cannot be a slug, especially with NUL, is not sent to the database.
      if (!/^[a-z0-9-]{1,80}$/.test(slug)) return undefined;
      let id = remembered.get(slug);
      if (id === undefined) {
        const [row] = await database.platform.run(find, { slug });
        id = (row?.id as string | undefined) ?? NIL;
        remembered.set(slug, id);
      }
      return database.team(id);
    },
    cachedTeamId(slug) {
      const id = remembered.peek(slug);
      return id === NIL ? undefined : id;
    },
  };
}
