import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { cardFieldsIn } from '../shared/list/card-fields.ts';
import type { EmptyRecordsProps } from '../shared/list/EmptyRecords.tsx';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { useSelection } from '../shared/list/use-selection.ts';
import { countOf, projectOfColumn } from './board.ts';
import { useFilters } from './filters.ts';
import {
  boardParamsIn,
  cardFields,
  fieldsOfColumn,
  filtersIn,
  groupIn,
  layoutIn,
  layouts,
  standardCardFields,
} from './model.ts';
import { composer, type TaskFields } from './open-composer.ts';
import { type TaskFilters, taskBoardQuery, tasksQuery } from './queries.ts';
import { TaskBoard } from './TaskBoard.tsx';
import type { ShownTask } from './task-actions.tsx';

const BoardDisplay = lazyWithWords(() => import('./BoardDisplay.tsx'), 'nothing');
const ExportableBoard = lazyWithWords(
  () => import('../shared/exports/ExportableBoard.tsx'),
  'nothing',
);
const TaskBulkBar = lazyWithWords(() => import('./TaskBulkBar.tsx'), 'nothing');
const TrashLink = lazyWithWords(() => import('./TrashLink.tsx'), 'nothing');
const TaskCalendar = lazyWithWords(() => import('./TaskCalendar.tsx'));
const TaskTimeline = lazyWithWords(() => import('./TaskTimeline.tsx'));
const loadList = () => import('./TaskList.tsx');
const TaskList = lazyWithWords(loadList);
const TaskColumns = lazyWithWords(
  async () => ({ default: (await loadList()).TaskColumns }),
  'nothing',
);

/** Common props of all layouts. */
export interface LayoutProps extends Pick<EmptyRecordsProps, 'fields' | 'none' | 'create'> {
  readonly slug: string;
  readonly filters: Omit<TaskFilters, 'sort'>;
  readonly selection: ReturnType<typeof useSelection>;
}

type Layout = (typeof layouts)[number] | 'timeline';

/** Tab of a project's page. */
interface Props {
  readonly project?: { readonly id: string; readonly layout: Layout };
}

const nothing: readonly ShownTask[] = [];

/** Tasks of the team, or of one project, as a board, list, calendar or timeline with the same filters. */
export default function Tasks({ project }: Props) {
  const words = useTaskWords();
  const { slug } = useCurrentTeam();
  const today = useToday();
  const list = useList(slug, 'tasks');
  const layout: Layout = project?.layout ?? layoutIn(list.get);
  const group = groupIn(list.get);
  const projectId = project?.id;
  const filters = useMemo(
    () => ({
      // Completed tasks have the oldest dates, and would fill the start of a list.
      ...filtersIn(list.get, today, layout === 'list' ? 'open' : undefined),
      ...(projectId !== undefined && { project_id: projectId }),
    }),
    [list, today, layout, projectId],
  );
  const selection = useSelection(listQuery(filters));
  const [selected, select] = selection;
  const fields = useFilters().filter(
    ({ key }) => !project || (key !== 'project' && key !== 'client'),
  );
  const boardFilters = { ...filters, ...boardParamsIn(list.get, today) };
  const card = list.get('card');
  const visibleFields = useMemo(() => cardFieldsIn(card, cardFields, standardCardFields), [card]);
  const sort = (list.get('sort') ?? 'due_date') as NonNullable<TaskFilters['sort']>;
  const { data: board } = useQuery({
    ...taskBoardQuery(slug, boardFilters),
    enabled: layout === 'board',
  });
  const { data: rows } = useInfiniteQuery({
    ...tasksQuery(slug, { ...filters, sort }),
    enabled: layout === 'list',
  });
  const tasks = layout === 'board' ? (board?.cards ?? nothing) : (rows?.rows ?? nothing);
  const counts = {
    board: board && countOf(board),
    list: rows?.total,
    calendar: undefined,
    timeline: undefined,
  };
  const isFiltered = Object.keys(filtersIn(list.get, today)).length > 0;
  const add = (fields: TaskFields = {}, ofColumn?: string) =>
    composer.open({
      projectId: filters.project_id ?? ofColumn,
      fields: {
        ...(filters.assignee_id !== undefined && { assignee_ids: [filters.assignee_id] }),
        ...(filters.priority !== undefined && { priority: filters.priority }),
        ...(filters.tag !== undefined && { tags: [filters.tag] }),
        ...fields,
      },
    });
  const none = isFiltered ? undefined : layout === 'list' ? words.noneOpen : words.none;
  const create = { label: words.add, act: () => add() };
  const viewProps = { slug, filters, selection, fields, none, create };
  return (
    <div>
      <ListHead
        title={project ? undefined : words.title}
        list={list}
        count={counts[layout]}
        fields={fields}
        layouts={project ? [] : layouts.map((key) => ({ key, name: words.layouts[key] }))}
        display={
          layout === 'board' ? (
            <BoardDisplay list={list} isOfProject={project !== undefined} />
          ) : layout === 'list' ? (
            <TaskColumns list={list} isOfProject={project !== undefined} />
          ) : null
        }
        action={
          <>
            {project ? null : <TrashLink slug={slug} />}
            <CreateButton onClick={() => add()}>{words.add}</CreateButton>
          </>
        }
      />
      {layout === 'timeline' && project ? (
        <TaskTimeline slug={slug} project={project.id} boardFilters={filters} none={none} />
      ) : layout === 'calendar' ? (
        <TaskCalendar {...viewProps} onAdd={(due_date) => add({ due_date })} />
      ) : layout === 'list' ? (
        <TaskList {...viewProps} list={list} sort={sort} isOfProject={project !== undefined} />
      ) : (
        <Fill>
          <TaskBoard
            slug={slug}
            boardFilters={boardFilters}
            cardFields={visibleFields}
            onAdd={({ key }) =>
              add(fieldsOfColumn(group, key, today), board && projectOfColumn(board, key))
            }
            selected={selected}
            onSelect={select}
            empty={{ list, fields, none, create }}
            className="min-h-0 flex-1"
          />
        </Fill>
      )}
      {layout === 'board' && board ? (
        <ExportableBoard
          slug={slug}
          kind="tasks"
          query={listQuery(filters)}
          total={countOf(board)}
        />
      ) : null}
      <TaskBulkBar
        slug={slug}
        filters={filters}
        board={layout === 'board' ? board : undefined}
        tasks={tasks}
        total={counts[layout]}
        selected={selected}
        onDone={() => select(new Set())}
      />
    </div>
  );
}
