import type { Database, TeamDb } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';
import { remembering } from '../../platform/remembering.ts';

const find = platformStatement('select id from teams where slug = $slug');
const mostRemembered = 10_000;

/** Teams by what addresses that carry a slug instead of a key name them. */
export interface TeamsBySlug {
  /** The team's data; undefined where no team has the slug. */
  find(slug: string): Promise<TeamDb | undefined>;
  /** The team's id, as far as it is remembered without asking. */
  known(slug: string): string | undefined;
}

/** Slugs never change hands: those that were found are remembered. */
export function teamsBySlug(database: Database): TeamsBySlug {
  const known = remembering<string>(mostRemembered);
  return {
    async find(slug) {
      let id = known.get(slug);
      if (id === undefined) {
        // What no slug looks like, NUL above all, is not for the database.
        if (!/^[a-z0-9-]{1,80}$/.test(slug)) return undefined;
        const [row] = await database.platform.run(find, { slug });
        if (!row) return undefined;
        id = row.id as string;
        known.set(slug, id);
      }
      return database.team(id);
    },
    known: (slug) => known.peek(slug),
  };
}
