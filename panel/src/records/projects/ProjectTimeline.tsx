import { useMemo } from 'react';
import { projectShades } from '#panel/display/project-color.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { Timeline } from '#panel/ui/timeline/Timeline.tsx';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useTimeline } from '../shared/list/use-timeline.ts';
import { ProjectLabel } from './DueCalendar.tsx';
import type { ProjectFilters } from './queries.ts';
import { setProjectDays } from './set-days.ts';
import { useEntries } from './use-entries.ts';

interface Props {
  readonly slug: string;
  readonly filters: ProjectFilters;
  /** Sentence for a period without projects. */
  readonly none: string;
}

/** Timeline of projects, each in its row, by their start. */
export default function ProjectTimeline({ slug, filters, none }: Props) {
  const words = useProjectWords();
  const { shown: timeline, days } = useTimeline();
  const { query, entries } = useEntries(slug, filters, days, timeline.today);
  const rows = useMemo(
    () =>
      entries
        .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
        .map((entry) => ({
          key: entry.key,
          name: entry.name,
          shades: projectShades(entry.project),
          entries: [entry],
        })),
    [entries],
  );
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {() => (
          <Timeline
            {...timeline}
            label={words.timeline}
            rows={rows}
            none={none}
            rowLink={({ key }, props) => <RecordLink {...props} kind="projects" id={key} />}
            link={({ key }, props) => <RecordLink {...props} kind="projects" id={key} />}
            entry={(entry) => <ProjectLabel {...entry} />}
            onResize={setProjectDays(slug)}
          />
        )}
      </QueryContent>
    </Fill>
  );
}
