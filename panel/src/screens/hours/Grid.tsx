import { useQuery } from '@tanstack/react-query';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { useHolidays } from '#panel/display/use-holidays.ts';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useHoursWords } from '#panel/words/hours/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { formatHours, sum } from './duration.ts';
import { HolidayName } from './HolidayName.tsx';
import { HoursCell } from './HoursCell.tsx';
import { type cellsOf, daysFrom, noProject } from './model.ts';
import { setCell, type Week } from './queries.ts';

interface Props {
  readonly week: Week;
  readonly cells: ReturnType<typeof cellsOf>;
  readonly projects: readonly string[];
  readonly isEditable: boolean;
}

/** Hours of a week: a row for each project, a column for each day. */
export function Grid(props: Props) {
  const { week, cells, projects } = props;
  const words = useHoursWords();
  const { labels } = useFieldWords();
  const locale = useLocale();
  const holidays = useHolidays();
  const days = daysFrom(week.week);
  const totals = days.map((day) => sum(projects.map((each) => cells.at(each, day).minutes)));
  return (
    <div className="overflow-x-auto rounded-card border border-border bg-raised">
      <table aria-label={words.title} className="w-full border-collapse tabular-nums">
        <thead>
          <tr className="border-border border-b text-meta text-muted">
            <th scope="col" className="sticky left-0 bg-raised px-3 py-2 text-left font-medium">
              {labels.project_id}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className="px-1 py-2 text-center font-medium">
                {formatDay(day, locale, { weekday: 'short', day: 'numeric' })}
                <HolidayName day={day} holidays={holidays} />
              </th>
            ))}
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {words.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <ProjectRow key={project} {...props} project={project} days={days} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-border border-t font-medium">
            <th scope="row" className="sticky left-0 bg-raised px-3 py-2 text-left font-medium">
              {words.total}
            </th>
            {totals.map((minutes, i) => (
              <td key={days[i]} className="px-1 py-2 text-center">
                {formatHours(minutes)}
              </td>
            ))}
            <td className="px-3 py-2 text-right">{formatHours(sum(totals))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface RowProps extends Props {
  readonly project: string;
  readonly days: readonly string[];
}

function ProjectRow({ week, cells, project, days, isEditable }: RowProps) {
  const words = useHoursWords();
  const locale = useLocale();
  const { data } = useQuery({
    ...recordNameQuery(week.slug, 'projects', project),
    enabled: project !== noProject,
  });
  const name = project === noProject ? words.noProject : (data ?? '…');
  return (
    <tr className="border-border border-b last:border-b-0">
      <th
        scope="row"
        className="sticky left-0 max-w-60 min-w-32 truncate bg-raised px-3 py-1 text-left font-normal"
      >
        {name}
      </th>
      {days.map((day) => {
        const cell = cells.at(project, day);
        return (
          <td key={day} className="px-1 py-1 text-center align-top">
            <HoursCell
              label={words.cell({
                project: name,
                day: formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' }),
              })}
              cell={cell}
              isEditable={isEditable}
              save={(minutes) => setCell(week, { project, day, cell }, minutes)}
            />
          </td>
        );
      })}
      <td className="px-3 py-1 text-right font-medium">
        {formatHours(sum(days.map((day) => cells.at(project, day).minutes)))}
      </td>
    </tr>
  );
}
