import type { Database, TeamDb } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';

const find = platformStatement('select id from teams where slug = $slug');
const mostRemembered = 10_000;

/**
 * The data of the team that an address names, for addresses that carry a slug instead of a key. Slugs never change hands:
 * those that were found are remembered.
 * @returns a function from a slug to the team's data; undefined where no team has it
 */
export function teamsBySlug(database: Database): (slug: string) => Promise<TeamDb | undefined> {
  const known = new Map<string, string>();
  return async (slug) => {
    let id = known.get(slug);
    if (id === undefined) {
      // What no slug looks like, NUL above all, is not for the database.
      if (!/^[a-z0-9-]{1,80}$/.test(slug)) return undefined;
      const [row] = await database.platform.run(find, { slug });
      if (!row) return undefined;
      id = row.id as string;
      if (known.size >= mostRemembered) known.clear();
      known.set(slug, id);
    }
    return database.team(id);
  };
}
