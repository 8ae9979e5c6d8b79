import { usePeople } from '../../parts/Avatars.tsx';
import { useCurrentTeam } from '../../parts/use-team.ts';

/** The current user as an assignee; undefined until loaded. */
export function useCurrentUser(
  slug: string,
): { readonly id: string; readonly name: string } | undefined {
  const { me } = useCurrentTeam();
  const { find } = usePeople(slug);
  return me && { id: me.user_id, name: find(me.user_id)?.name ?? '' };
}
