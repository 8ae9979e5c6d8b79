import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Calendar } from '#panel/ui/Calendar.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { movedDays } from '../shared/list/periods.ts';
import { useCalendar } from '../shared/list/use-calendar.ts';
import { StatusIcon } from './model.tsx';
import type { ProjectFilters } from './queries.ts';
import { setProjectDays } from './set-days.ts';
import { type ProjectEntry, useEntries } from './use-entries.ts';

interface Props {
  readonly slug: string;
  readonly filters: ProjectFilters;
  /** Sentence for a period without projects. */
  readonly none: string;
  readonly onAdd: (date: string) => void;
}

/** Calendar of projects, from their start to their due date. */
export default function DueCalendar({ slug, filters, none, onAdd }: Props) {
  const words = useProjectWords();
  const { shown: calendar, days } = useCalendar();
  const { query, entries } = useEntries(slug, filters, days, calendar.today);
  const setDays = setProjectDays(slug);
  return (
    <QueryContent query={query} rows={8}>
      {() => (
        <Calendar
          {...calendar}
          label={words.calendar}
          entries={entries}
          none={none}
          entry={(entry) => <ProjectLabel {...entry} />}
          link={({ key }, props) => <RecordLink kind="projects" id={key} {...props} />}
          onMove={(key, date) => {
            const entry = entries.find((each) => each.key === key);
            if (!entry) return;
            const { start_date, due_date } = entry.project;
            setDays(key, movedDays(start_date, due_date, date));
          }}
          onResize={setDays}
          onAdd={onAdd}
        />
      )}
    </QueryContent>
  );
}

/** State and name of a project on its bar. */
export function ProjectLabel({ name, project, tone }: ProjectEntry) {
  const words = useProjectWords();
  const { values } = useFieldWords();
  const state = tone === 'danger' ? words.late : values.projects.status[project.status];
  return (
    <>
      <span title={state} className={tone === 'danger' ? 'shrink-0 text-danger' : 'shrink-0'}>
        {tone === 'danger' ? <Warning size={12} /> : <StatusIcon of={project.status} />}
        <span className="sr-only">{state}</span>
      </span>
      <span className="truncate">{name}</span>
      <span aria-hidden="true" className="hidden shrink-0 @min-[260px]:inline">
        {`· ${state}`}
      </span>
    </>
  );
}
