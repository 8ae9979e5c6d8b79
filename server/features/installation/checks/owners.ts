import { platformStatement } from '#server/db/statement.ts';
import type { Check, Examined } from './check.ts';

const without = platformStatement(`
  select t.slug from teams t where not exists (
    select from users u where u.team_id = t.id and u.role = 'owner' and u.person_id is not null and u.suspended_at is null)
  order by t.slug limit 20`);

/** Lists teams that no owner can manage in the panel. Not a failure: keys and the command line work. */
export async function checkOwners({ platform }: Examined): Promise<Check[]> {
  const rows = await platform.run(without);
  const slugs = rows.map(({ slug }) => slug).join(', ');
  return [
    {
      name: 'owners',
      ok: true,
      found:
        rows.length === 0
          ? 'every team has an owner who can sign in'
          : `nobody can sign in as an owner of ${slugs}: pauta user link EMAIL --team SLUG creates a link`,
    },
  ];
}
