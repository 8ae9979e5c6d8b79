import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../data/session.ts';
import { teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';

/** The team that the address names, and what one is in it; `me` is undefined until that is known. */
export function useTeamHere() {
  const slug = teamIn(usePathname()) ?? '';
  const { data: teams } = useQuery(teamsQuery);
  const me = teams?.find((team) => team.slug === slug);
  return { slug, me, isAdmin: me !== undefined && me.role !== 'member' };
}
