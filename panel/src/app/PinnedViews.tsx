import { useQuery } from '@tanstack/react-query';
import { viewsQuery } from '../records/shared/list/saved-views.ts';
import { listPath } from '../route/record-paths.ts';
import { Link } from '../route/router.tsx';
import { Filter } from '../ui/icons.tsx';

/** Pinned saved views, below the places of the menu. */
export default function PinnedViews({
  slug,
  className,
}: {
  readonly slug: string;
  readonly className: string;
}) {
  const { data = [] } = useQuery(viewsQuery(slug));
  return data
    .filter(({ is_pinned }) => is_pinned)
    .map(({ id, name, resource }) => (
      <Link
        key={id}
        href={`${listPath(slug, resource)}?saved=${id}`}
        title={name}
        className={className}
      >
        <Filter />
        <span className="min-w-0 truncate">{name}</span>
      </Link>
    ));
}
