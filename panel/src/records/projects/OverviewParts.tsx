import { useQuery } from '@tanstack/react-query';
import type { ProjectOverview } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Plus, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { composer } from '../tasks/open-composer.ts';
import { Hours } from './Hours.tsx';
import { OverviewSection } from './OverviewSection.tsx';
import { overviewQuery } from './queries.ts';
import { Campaigns, Groups, UpcomingDates } from './UpcomingDates.tsx';

const loadTasks = () => import('./ProjectTasks.tsx');
const ProjectTasks = lazyWithWords(loadTasks, 'nothing');

interface Props {
  readonly slug: string;
  readonly id: string;
}

interface BoardProps {
  readonly id: string;
  readonly overview: ProjectOverview;
}

/** Overview of a project: its boards, late and changed tasks, hours, campaigns, groups and upcoming dates. */
export function OverviewParts({ slug, id }: Props) {
  const query = useQuery(overviewQuery(slug, id));
  usePreload(loadTasks, 0);
  return (
    <QueryContent query={query} rows={4}>
      {(overview) => (
        <>
          <Board id={id} overview={overview} />
          <ProjectTasks slug={slug} id={id} overview={overview} />
          <Hours slug={slug} overview={overview} />
          <Campaigns overview={overview} />
          <Groups overview={overview} />
          <UpcomingDates overview={overview} />
          <FromTemplate slug={slug} overview={overview} />
        </>
      )}
    </QueryContent>
  );
}

/** Name of the template from which the project was created; a link for those who may change it. */
function FromTemplate({ slug, overview }: Pick<Props, 'slug'> & Pick<BoardProps, 'overview'>) {
  const words = useProjectWords();
  const { can } = useCurrentTeam();
  const { template } = overview;
  if (template === null) return null;
  return (
    <p className="text-meta text-muted">
      {`${words.fromTemplate} `}
      {can('project_templates.update') ? (
        <Link href={paths.projectTemplate(slug, template.id)} className="underline">
          {template.name}
        </Link>
      ) : (
        template.name
      )}
    </p>
  );
}

/** Completed tasks of a project, as a bar and in words; nothing without tasks. */
export function Progress({ slug, id }: Props) {
  const words = useProjectWords();
  const { data: overview } = useQuery(overviewQuery(slug, id));
  if (!overview || overview.tasks === 0) return null;
  const { tasks, done, late, people, estimated_hours, actual_hours } = overview;
  const ids = people.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="h-1.5 w-40 max-w-full overflow-hidden rounded bg-border">
        <span className="block h-full bg-accent" style={{ width: `${(100 * done) / tasks}%` }} />
      </span>
      <span>{words.progress({ done, tasks })}</span>
      {late > 0 ? (
        <Badge tone="danger" icon={<Warning size={12} />}>
          {words.lateTasks({ count: late })}
        </Badge>
      ) : null}
      {estimated_hours > 0 ? (
        <span className="tabular-nums">
          {words.hoursOf({ actual: actual_hours, estimated: estimated_hours })}
        </span>
      ) : null}
      <Avatars ids={ids} />
    </div>
  );
}

/** Number of tasks per column; the board itself is on the tasks screen. */
function Board({ id, overview }: BoardProps) {
  const words = useProjectWords();
  const { columns, tasks } = overview;
  const boards = Map.groupBy(columns, ({ pipeline_id }) => pipeline_id);
  return (
    <OverviewSection
      title={words.board}
      more={
        <Button look="quiet" onClick={() => composer.open({ projectId: id })}>
          <Plus /> {words.addTask}
        </Button>
      }
    >
      {tasks === 0 ? <p className="text-faint">{words.noTasks}</p> : null}
      {[...boards].map(([pipeline, all]) => (
        <ul
          key={pipeline}
          aria-label={words.columnsOf({ name: all[0]?.pipeline ?? '' })}
          className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fill,minmax(110px,1fr))]"
        >
          {all.map(({ column, name, count, late }) => (
            <li key={column} className="flex flex-col gap-0.5 rounded bg-surface px-3 py-2">
              <span className="truncate text-muted" title={name}>
                {name}
              </span>
              <span className="flex flex-wrap items-center gap-2 font-semibold text-title tabular-nums">
                {count}
                {late > 0 ? (
                  <span className="inline-flex items-center gap-1 font-normal text-danger text-meta">
                    <Warning size={12} />
                    {words.lateTasks({ count: late })}
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ))}
    </OverviewSection>
  );
}
