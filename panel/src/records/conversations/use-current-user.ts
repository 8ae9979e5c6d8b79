import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';

/** The current user as an assignee; undefined until loaded. */
export function useCurrentUser(
  slug: string,
): { readonly id: string; readonly name: string } | undefined {
  const { me } = useCurrentTeam();
  const { find } = usePeople(slug);
  return me && { id: me.user_id, name: find(me.user_id)?.name ?? '' };
}
