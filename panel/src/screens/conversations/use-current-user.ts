import { usePeople } from '#panel/parts/Avatars.tsx';
import { useCurrentTeam } from '#panel/parts/use-team.ts';

/** The current user as an assignee; undefined until loaded. */
export function useCurrentUser(
  slug: string,
): { readonly id: string; readonly name: string } | undefined {
  const { me } = useCurrentTeam();
  const { find } = usePeople(slug);
  return me && { id: me.user_id, name: find(me.user_id)?.name ?? '' };
}
