import { useQuery } from '@tanstack/react-query';
import { teamIn } from '../route/paths.ts';
import { usePathname } from '../route/router.tsx';
import { allows, type Right } from './can.ts';
import { teamsQuery } from './session.ts';

/** Team in the address, the user's membership in it, and their rights; `me` is undefined until loaded. */
export function useCurrentTeam() {
  const slug = teamIn(usePathname()) ?? '';
  const { data: teams } = useQuery(teamsQuery);
  const me = teams?.find((team) => team.slug === slug);
  return { slug, me, can: (right: Right) => allows(me, right) };
}
