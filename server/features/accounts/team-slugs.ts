import { NIL } from 'uuid';
import type { Database, TeamDb } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import { remembering } from '../../platform/remembering.ts';

const find = platformStatement('select id from teams where slug = $slug');
const mostRemembered = 10_000;
/** For how long a slug is not looked up again, known or not. */
const rememberedMs = 1_000;

/** Teams by what addresses that carry a slug instead of a key name them. */
export interface TeamsBySlug {
  /**
   * The team's data. A slug that no team has leads to data of no team, which contains nothing: the same statements run as for a
   * team, so that neither their number nor their time says that a slug is taken.
   * @returns undefined for what cannot be a slug
   */
  find(slug: string): Promise<TeamDb | undefined>;
  /** The team's id, as far as it is remembered without asking. */
  known(slug: string): string | undefined;
}

/** Looks teams up by their slugs and remembers each for a second, misses like hits. */
export function teamsBySlug(database: Pick<Database, 'platform' | 'team'>): TeamsBySlug {
  const remembered = remembering<string>(mostRemembered, { ttl: rememberedMs });
  return {
    async find(slug) {
      // Text that cannot be a slug, NUL above all, is not sent to the database.
      if (!/^[a-z0-9-]{1,80}$/.test(slug)) return undefined;
      let id = remembered.get(slug);
      if (id === undefined) {
        const [row] = await database.platform.run(find, { slug });
        id = (row?.id as string | undefined) ?? NIL;
        remembered.set(slug, id);
      }
      return database.team(id);
    },
    known(slug) {
      const id = remembered.peek(slug);
      return id === NIL ? undefined : id;
    },
  };
}
