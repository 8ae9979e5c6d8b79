import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { request } from '#panel/api/call.ts';
import { taskPriorities } from '#panel/api/enumerations.ts';
import type { Task } from '#panel/api/types.ts';
import { type Choice, findClients, findProjects } from '#panel/data/choices.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Chooser, type Option } from '#panel/parts/fields/Chooser.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { addDays, formatDay } from '#panel/ui/calendar/days.ts';
import { filterByWords } from '#panel/ui/filter-by-words.ts';
import { Calendar, Clients, Flag, ListCheck, Person, Projects, Tasks } from '#panel/ui/icons.tsx';
import { Popover } from '#panel/ui/Popover.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useTaskComposerWords } from '#panel/words/task-composer/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { nextMonday } from './format-days.ts';

export interface ComposerValues {
  /** Existing project, or one to create, without an id. */
  readonly project: Choice | undefined;
  /** Client of a project to create. */
  readonly client: Choice | null;
  /** Undefined for the first column. */
  readonly column: string | undefined;
  readonly assignee_ids: readonly string[];
  readonly due_date: string | undefined;
  readonly priority: Task['priority'];
  readonly tags: readonly string[];
}

interface Props {
  readonly slug: string;
  readonly values: ComposerValues;
  readonly onChange: (change: Partial<ComposerValues>) => void;
}

interface ProjectProps extends Props {
  /** True if the task cannot be created without a project: opens its choice. */
  readonly isAsked: boolean;
  readonly onAsked: (isAsked: boolean) => void;
  /** Called after the choice, to return to the title. */
  readonly onChosen: () => void;
}

const chipClass = (isSet: boolean) =>
  clsx(
    'control inline-flex max-w-60 items-center gap-1.5 rounded border px-2 text-ui hover:bg-surface',
    isSet ? 'border-border' : 'border-border border-dashed text-muted',
  );

interface ChipProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Text of the chip; the label without a value. */
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly isMany?: boolean;
  /** Filters the options itself; by default they are filtered by the typed text. */
  readonly onType?: (typed: string) => void;
  /** Names an option for the typed text that does not exist yet. */
  readonly offer?: (typed: string) => string;
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  /** Shown without options. */
  readonly none?: string;
  readonly onTake: (option: Option, typed: string) => void;
}

/** Id of the option that does not exist yet. */
const newId = '';

/** Value of the task as a chip that opens its choices. */
function Chip(props: ChipProps) {
  const { label, icon, value, options, chosen, isMany = false, onType, offer, onTake } = props;
  const [typed, type] = useState('');
  const [isOwnOpen, setOpen] = useState(false);
  const isOpen = props.isOpen || isOwnOpen;
  const wanted = typed.trim();
  const matches = onType ? options : filterByWords(options, typed);
  const isNew =
    offer !== undefined &&
    wanted !== '' &&
    options.every(({ name }) => name.toLowerCase() !== wanted.toLowerCase());
  return (
    <Chooser
      label={label}
      className={chipClass(value !== undefined)}
      options={isNew ? [...matches, { id: newId, name: offer(wanted) }] : matches}
      typed={typed}
      onType={(text) => {
        type(text);
        onType?.(text);
      }}
      isOpen={isOpen}
      onOpen={(is) => {
        setOpen(is);
        props.onOpen?.(is);
      }}
      chosen={chosen}
      isMany={isMany}
      opensByTyping
      none={props.none}
      onTake={(option) => onTake(option, wanted)}
    >
      {icon}
      <span className="truncate">{value ?? label}</span>
    </Chooser>
  );
}

/** Columns of the project's default board. */
const columnsQuery = (slug: string, projectId: string) => ({
  queryKey: ['team', slug, 'pipelines', 'of', projectId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const boards = await request('GET /teams/{team_slug}/pipelines', {
      at: { team_slug: slug },
      query: { project_id: projectId },
      signal,
    });
    const board = boards.find(({ is_default }) => is_default) ?? boards[0];
    return board?.columns.map(({ slug, name }) => ({ id: slug, name })) ?? [];
  },
  enabled: projectId !== '',
});

/** Tags in use, offered to new tasks. */
const tagsQuery = (slug: string) => ({
  queryKey: ['team', slug, 'tags'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    request('GET /teams/{team_slug}/tags', { at: { team_slug: slug }, signal }),
});

const toggled = (all: readonly string[], one: string) =>
  all.includes(one) ? all.filter((each) => each !== one) : [...all, one];

/** Project of a new task, or the name and the client of one that is created with it. */
export function ProjectChips({
  slug,
  values: { project, client },
  isAsked,
  onAsked,
  onChange,
  onChosen,
}: ProjectProps) {
  const words = useTaskComposerWords();
  const { labels } = useFieldWords();
  const settings = useSettingsWords();
  const isNew = project?.id === newId;
  const [typed, type] = useState('');
  const projects = useQuery(findProjects(slug, useDeferredValue(typed.trim())));
  const [sought, seek] = useState('');
  const clients = useQuery({
    ...findClients(slug, useDeferredValue(sought.trim())),
    enabled: isNew,
  });
  const none: Option = { id: 'none', name: words.noClient };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Chip
        label={isAsked ? words.chooseProject : labels.project_id}
        icon={<Projects />}
        value={project && (isNew ? settings.createProject({ name: project.name }) : project.name)}
        options={projects.data ?? []}
        chosen={project ? [project.id] : []}
        onType={type}
        offer={(name) => settings.createProject({ name })}
        none={settings.noProjects}
        isOpen={isAsked}
        onOpen={onAsked}
        onTake={({ id, name }, typedName) => {
          onChange({ project: { id, name: id === newId ? typedName : name }, column: undefined });
          // After the chip has taken the focus back, and before the next key.
          queueMicrotask(onChosen);
        }}
      />
      {isNew ? (
        <Chip
          label={words.projectClient}
          icon={<Clients />}
          value={client?.name ?? words.noClient}
          options={[none, ...(clients.data ?? [])]}
          chosen={[client?.id ?? none.id]}
          onType={seek}
          onTake={(option) => onChange({ client: option.id === none.id ? null : option })}
        />
      ) : null}
    </div>
  );
}

/** Further values of a new task as chips, each with its choices. */
export function ComposerChips({ slug, values, onChange }: Props) {
  const tasks = useTaskWords();
  const words = useTaskComposerWords();
  const { labels, values: texts } = useFieldWords();
  const { me } = useCurrentTeam();
  const { all, find } = usePeople(slug);
  const { project, assignee_ids, priority, tags } = values;
  const { data: columns = [] } = useQuery(columnsQuery(slug, project?.id ?? newId));
  const { data: usedTags } = useQuery(tagsQuery(slug));
  const column = columns.find(({ id }) => id === values.column) ?? columns[0];
  const people = [...all].sort(
    (a, b) => Number(b.id === me?.user_id) - Number(a.id === me?.user_id),
  );
  const [only, ...others] = assignee_ids;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {column ? (
        <Chip
          label={labels.column}
          icon={<Tasks />}
          value={column.name}
          options={columns}
          chosen={[column.id]}
          onTake={({ id }) => onChange({ column: id })}
        />
      ) : null}
      <Chip
        label={labels.assignee_ids}
        icon={<Person />}
        value={
          only === undefined
            ? undefined
            : others.length === 0
              ? (find(only)?.name ?? tasks.unknown)
              : words.people({ count: assignee_ids.length })
        }
        options={people}
        chosen={assignee_ids}
        isMany
        onTake={({ id }) => onChange({ assignee_ids: toggled(assignee_ids, id) })}
      />
      <DueChip value={values.due_date} onChange={(due_date) => onChange({ due_date })} />
      <Chip
        label={labels.priority}
        icon={<Flag />}
        value={priority === 'none' ? undefined : texts.tasks.priority[priority]}
        options={taskPriorities.map((each) => ({ id: each, name: texts.tasks.priority[each] }))}
        chosen={[priority]}
        onTake={({ id }) =>
          onChange({ priority: taskPriorities.find((each) => each === id) ?? 'none' })
        }
      />
      <Chip
        label={labels.tags}
        icon={<ListCheck />}
        value={tags.length === 0 ? undefined : tags.join(', ')}
        options={[...new Set([...tags, ...(usedTags?.tasks ?? [])])].map((tag) => ({
          id: tag,
          name: tag,
        }))}
        chosen={tags}
        isMany
        offer={(tag) => `+ ${tag}`}
        onTake={({ id }, tag) => onChange({ tags: toggled(tags, id === newId ? tag : id) })}
      />
    </div>
  );
}

/** Due date as a chip: common days, or a date. */
function DueChip({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { due } = useTaskWords();
  const { labels } = useFieldWords();
  const locale = useLocale();
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const choose = (day: string | undefined) => {
    onChange(day);
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const days = [
    [due.today, today],
    [due.tomorrow, addDays(today, 1)],
    [due.monday, nextMonday(today)],
    [due.week, addDays(today, 7)],
  ] as const;
  const day =
    value && formatDay(value, locale, { weekday: 'short', day: 'numeric', month: 'short' });
  return (
    <div ref={box}>
      <Popover
        label={day ? `${labels.due_date}: ${day}` : labels.due_date}
        title={labels.due_date}
        trigger={
          <>
            <Calendar /> {day ?? labels.due_date}
          </>
        }
        isOpen={isOpen}
        onToggle={setOpen}
        className={chipClass(value !== undefined)}
      >
        <div className="grid grid-cols-2 gap-2">
          {days.map(([name, on]) => (
            <Button key={name} onClick={() => choose(on)}>
              {name}
            </Button>
          ))}
        </div>
        <LabelledDate
          label={due.date}
          value={value ?? ''}
          onChange={(on, isFinal) => {
            if (isFinal) onChange(on === '' ? undefined : on);
          }}
        />
        {value === undefined ? null : (
          <Button look="quiet" onClick={() => choose(undefined)}>
            {due.none}
          </Button>
        )}
      </Popover>
    </div>
  );
}
