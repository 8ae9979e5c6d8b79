import { useEffect } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';

/** Redirects the former address of the trash. */
export default function TrashRedirect() {
  const { slug } = useCurrentTeam();
  useEffect(() => navigate(paths.trash(slug), { replace: true }), [slug]);
  return null;
}
