import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { projectTabs, recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { RecordFiles } from '../shared/files/RecordFiles.tsx';

type Tab = (typeof projectTabs)[number];

const Tasks = lazyWithWords(() => import('../tasks/Screen.tsx'));
const Campaigns = lazyWithWords(() => import('../campaigns/Screen.tsx'));
const ProjectApprovals = lazyWithWords(() => import('../campaigns/ProjectApprovals.tsx'));

/** In order; the overview has no segment in its address. */
const tabsInOrder: readonly (Tab | undefined)[] = [undefined, ...projectTabs];

interface Props {
  readonly slug: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly tab: Tab | undefined;
}

const pathOf = (slug: string, id: string, tab: Tab | undefined) =>
  recordPath(slug, 'projects', id) + (tab ? `/${tab}` : '');

/** Tabs of a project's page: links, because each has its own address. */
export function ProjectTabs({ slug, project: { id }, tab: current }: Props) {
  const { tabs } = useProjectWords();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab is opened
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 48;
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label={tabs.label}
      className="flex gap-1 overflow-x-auto border-border border-b"
    >
      {tabsInOrder.map((tab) => (
        <Link
          key={tab ?? 'overview'}
          href={pathOf(slug, id, tab)}
          className={clsx(
            'control inline-flex shrink-0 items-center border-b-2 px-2',
            tab === current
              ? 'border-accent font-medium'
              : 'border-transparent text-muted hover:text-text',
          )}
        >
          {tabs[tab ?? 'overview']}
        </Link>
      ))}
    </nav>
  );
}

/** Content of a tab after the overview. */
export function ProjectTab({ slug, project, tab }: Props & { readonly tab: Tab }) {
  const { id } = project;
  switch (tab) {
    case 'files':
      return (
        <div className="max-w-[1160px]">
          <RecordFiles slug={slug} kind="projects" id={id} isWholeProject />
        </div>
      );
    case 'campaigns':
      return <Campaigns project={project} />;
    case 'approvals':
      return (
        <ProjectApprovals slug={slug} projectId={id} campaigns={pathOf(slug, id, 'campaigns')} />
      );
    default:
      // A new tab starts without the selection of the previous one.
      return <Tasks key={tab} project={{ id, layout: tab }} />;
  }
}
