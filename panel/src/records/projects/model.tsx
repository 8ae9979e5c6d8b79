import type { ReactNode } from 'react';
import { projectPriorities, projectStatuses } from '#panel/api/enumerations.ts';
import type { Project } from '#panel/api/schema.ts';
import { ProjectDot } from '#panel/display/ProjectDot.tsx';
import { projectColors } from '#panel/display/project-color.ts';
import { hues } from '#panel/ui/hues.ts';
import { Check, Close, Down, Pause, Play, Stack, Up, Urgent, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import type { ProjectWords } from '#panel/words/projects/use.ts';
import type { SortedProjectFilters } from './queries.ts';

/* Appearance of projects. */

const statuses = projectStatuses;
const priorities = projectPriorities.toReversed();
type Status = Project['status'];
type Priority = Project['priority'];

const statusIcons: Record<Status, ReactNode> = {
  backlog: <Stack size={12} />,
  active: <Play size={12} />,
  paused: <Pause size={12} />,
  completed: <Check size={12} />,
  cancelled: <Close size={12} />,
};
const priorityIcons: Record<Priority, ReactNode> = {
  urgent: <Urgent size={12} />,
  high: <Up size={12} />,
  medium: <Stack size={12} />,
  low: <Down size={12} />,
};
const tones = { active: 'info', completed: 'ok', paused: 'warn' } as const;
const toneOf = (status: Status) => tones[status as keyof typeof tones];

/** Choices for a field of a record, with icons. */
const choicesOf = <T extends string>(
  values: readonly T[],
  labels: Readonly<Record<T, string>>,
  icons?: Readonly<Record<T, ReactNode>>,
) => values.map((value) => ({ value, label: labels[value], icon: icons?.[value] }));

export const statusChoices = (labels: Readonly<Record<Status, string>>) =>
  choicesOf(statuses, labels, statusIcons);
export const priorityChoices = (labels: Readonly<Record<Priority, string>>) =>
  choicesOf(priorities, labels, priorityIcons);

export const StatusIcon = ({ of }: { readonly of: Status }) => statusIcons[of];

export function Status({ of }: { readonly of: Status }) {
  const { values } = useFieldWords();
  const tone = toneOf(of);
  return (
    <Badge icon={statusIcons[of]} {...(tone ? { tone } : {})}>
      {values.projects.status[of]}
    </Badge>
  );
}

export function Priority({ of }: { readonly of: Priority }) {
  const { values } = useFieldWords();
  const tone = of === 'urgent' ? 'danger' : of === 'high' ? 'warn' : undefined;
  return (
    <Badge icon={priorityIcons[of]} {...(tone && { tone })}>
      {values.projects.priority[of]}
    </Badge>
  );
}

export function Late({ words }: { readonly words: ProjectWords }) {
  return (
    <Badge tone="danger" icon={<Warning size={12} />}>
      {words.late}
    </Badge>
  );
}

/** Colour choices: the one of the project's id, the named colours, and the project's current colour. */
export function colorChoices(words: ProjectWords, { id, color }: Pick<Project, 'id' | 'color'>) {
  const choiceOf = (value: string, label: string) => ({
    value,
    label,
    icon: <ProjectDot project={{ id, color: value }} />,
  });
  const named = hues.map((hue) => choiceOf(projectColors[hue], words.colors[hue]));
  const isNamed = color === null || named.some(({ value }) => value === color);
  return [choiceOf('', words.colors.none), ...named, ...(isNamed ? [] : [choiceOf(color, color)])];
}

/** True if a project is completed or cancelled. */
export const isClosed = (status: Status) => status === 'completed' || status === 'cancelled';

/** True if a project is overdue on the team's day. */
export const isLate = ({ status, due_date }: Project, today: string) =>
  due_date !== null && due_date < today && !isClosed(status);

export type Sort = NonNullable<SortedProjectFilters['sort']>;
