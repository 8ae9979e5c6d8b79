import { useQuery } from '@tanstack/react-query';
import { teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';
import { teamsQuery } from './session.ts';

/** Team in the address and the user's membership in it; `me` is undefined until loaded. */
export function useCurrentTeam() {
  const slug = teamIn(usePathname()) ?? '';
  const { data: teams } = useQuery(teamsQuery);
  const me = teams?.find((team) => team.slug === slug);
  return { slug, me, isAdmin: me !== undefined && me.role !== 'member' };
}
