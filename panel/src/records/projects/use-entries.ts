import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Project } from '#panel/api/schema.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { projectShades } from '#panel/display/project-color.ts';
import type { CalendarEntry } from '#panel/ui/calendar/model.ts';
import { barOf, type Days } from '../shared/list/periods.ts';
import { isLate } from './model.tsx';
import { type ProjectFilters, projectsOfDays } from './queries.ts';

export interface ProjectEntry extends CalendarEntry {
  readonly project: Project;
}

const none: readonly Project[] = [];

/** Projects of a period as bars, from their start to their due date. */
export function useEntries(slug: string, filters: ProjectFilters, days: Days, today: string) {
  const query = useQuery(projectsOfDays(slug, filters, days));
  const projects = useListWithPending('projects', query.data ?? none);
  const entries = useMemo(
    () =>
      projects.flatMap((project): ProjectEntry[] => {
        const { id: key, name, start_date, due_date } = project;
        const bar = barOf(start_date, due_date);
        if (!bar) return [];
        const tone = isLate(project, today) ? { tone: 'danger' as const } : {};
        return [{ key, name, ...bar, project, shades: projectShades(project), ...tone }];
      }),
    [projects, today],
  );
  return { query, entries };
}
