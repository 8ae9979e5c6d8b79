import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ProjectDot } from '../display/ProjectDot.tsx';
import { activeProjectsQuery } from '../records/projects/queries.ts';
import { viewsQuery } from '../records/shared/list/saved-views.ts';
import { listPath, recordPath } from '../route/record-paths.ts';
import { Link, usePathname } from '../route/router.tsx';
import { Filter } from '../ui/icons.tsx';
import { useWords } from '../words/translations.ts';
import { isWithin } from './navigation.tsx';
import { SidebarGroup, sidebarEntryClass } from './sidebar-entry.tsx';

const entryClass = clsx(sidebarEntryClass, 'shrink-0');

/** Pinned saved views and the latest active projects, below the places of the menu. */
export default function SidebarShortcuts({ slug }: { readonly slug: string }) {
  const { app } = useWords();
  const pathname = usePathname();
  const { data: views = [] } = useQuery(viewsQuery(slug));
  const { data: projects = [] } = useQuery(activeProjectsQuery(slug));
  const pinned = views.filter(({ is_pinned }) => is_pinned);
  return (
    <>
      {pinned.length === 0 ? null : (
        <SidebarGroup name={app.groups.pinned} isNameShown>
          {pinned.map(({ id, name, resource }) => (
            <Link
              key={id}
              href={`${listPath(slug, resource)}?saved=${id}`}
              title={name}
              className={entryClass}
            >
              <Filter />
              <span className="min-w-0 truncate">{name}</span>
            </Link>
          ))}
        </SidebarGroup>
      )}
      {projects.length === 0 ? null : (
        <SidebarGroup name={app.groups.projects} isNameShown>
          {projects.map((project) => (
            <Link
              key={project.id}
              href={recordPath(slug, 'projects', project.id)}
              data-within={isWithin(recordPath(slug, 'projects', project.id), pathname)}
              title={project.name}
              className={entryClass}
            >
              <span className="flex w-4 shrink-0 justify-center">
                <ProjectDot project={project} />
              </span>
              <span className="min-w-0 truncate">{project.name}</span>
            </Link>
          ))}
        </SidebarGroup>
      )}
    </>
  );
}
