import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { useListWords } from '#panel/words/lists/use.ts';

/** Offers admins of an empty list to import what they have elsewhere. */
export function ImportOffer() {
  const words = useListWords();
  const { slug, can } = useCurrentTeam();
  if (!can('imports.create')) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1">
      {words.elsewhere}
      <Link href={paths.imports(slug)} className={buttonClass('quiet', 'text-accent')}>
        {words.import}
      </Link>
    </p>
  );
}
