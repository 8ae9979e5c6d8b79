import { useQuery } from '@tanstack/react-query';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord } from '#panel/data/records.ts';
import { projectShades } from '#panel/display/project-color.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Calendar } from '#panel/ui/Calendar.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useCalendar } from '../shared/list/use-calendar.ts';
import { isLate } from './model.tsx';
import { type ProjectFilters, projectsDueQuery } from './queries.ts';

const change = changeRecord('projects');

interface Props {
  readonly slug: string;
  readonly filters: ProjectFilters;
  readonly onAdd: (date: string) => void;
}

/** The later or earlier of two days, to intersect the filter's range with the calendar's. */
const later = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a);
const earlier = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);

/** Calendar of projects by due date. */
export default function DueCalendar({ slug, filters, onAdd }: Props) {
  const words = useProjectWords();
  const { shown: calendar, days } = useCalendar();
  const query = useQuery(
    projectsDueQuery(slug, {
      ...filters,
      due_from: later(days.from, filters.due_from),
      due_until: earlier(days.to, filters.due_until),
    }),
  );
  const projects = useListWithPending('projects', query.data ?? []);
  const entries = projects.flatMap((project) => {
    const { id, name, due_date } = project;
    if (due_date === null) return [];
    const tone = isLate(project, calendar.today) ? { tone: 'danger' as const } : {};
    return [{ key: id, date: due_date, name, project, shades: projectShades(project), ...tone }];
  });
  return (
    <QueryContent query={query} rows={8}>
      {() => (
        <Calendar
          {...calendar}
          label={words.calendar}
          entries={entries}
          entry={({ project }) => (
            <span className="flex min-w-0 items-center gap-1.5">
              {isLate(project, calendar.today) ? (
                <span className="text-danger">
                  <Warning size={12} />
                  <span className="sr-only">{words.late}</span>
                </span>
              ) : null}
              <span className="truncate">{project.name}</span>
            </span>
          )}
          link={({ key }, props) => <RecordLink kind="projects" id={key} {...props} />}
          onMove={(id, due_date) => void runWithToast(change, { slug, id, change: { due_date } })}
          onAdd={onAdd}
        />
      )}
    </QueryContent>
  );
}
