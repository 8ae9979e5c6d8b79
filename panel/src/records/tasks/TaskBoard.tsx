import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { listPositionAmong } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { Avatars, usePeople } from '#panel/display/Avatars.tsx';
import { ProjectDot } from '#panel/display/ProjectDot.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Board, type CardPosition } from '#panel/ui/Board.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import { Info } from '#panel/ui/icons.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useBoardWords } from '#panel/words/board/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { EmptyRecords, type EmptyRecordsProps } from '../shared/list/empty-records.ts';
import {
  type BoardFilters,
  byPlace,
  type CachedBoard,
  type Card,
  type ShownColumn,
  unloadedCountIn,
} from './board.ts';
import { boardColumns, type ColumnCache, type TaskCard } from './board-columns.ts';
import { type CardField, fieldsOfColumn, usualOrder } from './model.ts';
import { changeTask, finishTask, moveTask, taskBoardQuery } from './queries.ts';
import { TaskBadges } from './TaskBadges.tsx';
import { useTaskActions } from './task-actions.tsx';

interface Props {
  readonly slug: string;
  readonly boardFilters: BoardFilters;
  /** Fields that cards show. */
  readonly cardFields: ReadonlySet<CardField>;
  /** Adds a task to a column; without a column, to the first one. */
  readonly onAdd?: (column: { readonly key: string; readonly name: string }) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  /** Content of an empty board, followed by the columns of the pipeline unless filters explain it. */
  readonly empty: EmptyRecordsProps;
  /** Sets its height. */
  readonly className?: string;
}

/** Board of tasks, by pipeline column, person, project, client, priority or due date, with all task actions. */
export function TaskBoard(props: Props) {
  const query = useQuery(taskBoardQuery(props.slug, props.boardFilters));
  return (
    <QueryContent query={query} rows={8}>
      {(board) => <LoadedTaskBoard {...props} board={board} />}
    </QueryContent>
  );
}

function LoadedTaskBoard(props: Props & { readonly board: CachedBoard }) {
  const { slug, board, cardFields, onAdd, selected, onSelect, className } = props;
  const { empty } = props;
  const words = useTaskWords();
  const boardWords = useBoardWords();
  const today = useToday();
  const hasLetters = useKeysAreOn();
  const people = usePeople(slug);
  const cards = useListWithPending('tasks', board.cards);
  const { labels, values } = useFieldWords();
  const { group = 'column', order = usualOrder(group) } = board.filters;
  const tags = useMemo(() => [...new Set(cards.flatMap(({ tags }) => tags))].sort(), [cards]);
  const acts = useTaskActions(slug, tags);
  const cache = useRef<ColumnCache>(new Map());

  const isSorted = order !== 'position';
  /** Why cards cannot change their column; undefined if they can. */
  const fixed = group === 'client' || group === 'project' ? words.fixed[group] : undefined;

  const nameOf = useCallback(
    ({ key, name }: ShownColumn['column']): string => {
      if (group === 'priority') return values.tasks.priority[key as Card['priority']];
      if (group === 'due') return words.periods[key as keyof typeof words.periods];
      if (key === 'none') return group === 'person' ? words.nobody : words.noClient;
      return (group === 'person' ? people.find(key)?.name : undefined) ?? name ?? words.unknown;
    },
    [group, words, values, people],
  );
  const dress = useCallback(
    ({ column, estimated }: ShownColumn) => {
      const { older, rest } = column;
      const missing = rest - older;
      return {
        name: nameOf(column),
        limit: column.limit,
        isClosed: column.is_finishing,
        canAdd: fieldsOfColumn(group, column.key, today) !== undefined,
        about: estimated > 0 ? words.planned({ hours: estimated }) : null,
        foot:
          rest > 0 ? (
            <>
              {missing > 0 ? <p>{words.more({ count: missing })}</p> : null}
              {older > 0 ? <p>{words.older({ count: older })}</p> : null}
            </>
          ) : null,
      };
    },
    [nameOf, words, group, today],
  );
  const columns = boardColumns(board, cards, cache.current, dress);

  const { projects } = board;
  const hasProject =
    cardFields.has('project') && group !== 'project' && board.filters.project_id === undefined;
  const face = useCallback(
    ({ card }: TaskCard) => {
      const shownProject = hasProject
        ? projects.find(({ id }) => id === card.project_id)
        : undefined;
      return (
        <>
          <div className="flex h-5 min-w-0 items-center gap-2 text-meta text-muted">
            {shownProject || card.parent ? (
              <span
                className="flex min-w-0 items-center gap-1.5"
                title={[shownProject?.client?.name, shownProject?.name, card.parent?.title]
                  .filter(Boolean)
                  .join(' · ')}
              >
                {shownProject ? <ProjectDot project={shownProject} /> : null}
                {card.parent ? (
                  <span className="truncate">
                    <span className="sr-only">{`${labels.parent_id}: `}</span>
                    {card.parent.title}
                  </span>
                ) : (
                  <span className="truncate">{shownProject?.name}</span>
                )}
              </span>
            ) : null}
            <TaskBadges card={card} today={today} fields={cardFields} />
            {cardFields.has('people') ? (
              <span className="ml-auto flex">
                <Avatars ids={card.assignee_ids} />
              </span>
            ) : null}
          </div>
          {cardFields.has('tags') && card.tags.length > 0 ? (
            <p className="truncate text-meta text-muted" title={card.tags.join(', ')}>
              <span className="sr-only">{`${labels.tags}: `}</span>
              {card.tags.join(' · ')}
            </p>
          ) : null}
        </>
      );
    },
    [projects, hasProject, cardFields, labels, today],
  );

  /** @returns false if the card stays: only the user knows the date, or the task is completed */
  const moveToPeriod = (card: Card, period: string): boolean => {
    const days = new Map([
      ['today', today],
      ['tomorrow', addDays(today, 1)],
      ['none', null],
    ]);
    const due_date = days.get(period);
    if (period === 'done') void finishTask(slug, card);
    else if (card.completed_at !== null) say(words.reopenFirst);
    else if (due_date === undefined) acts.choose('due', card);
    else void runWithToast(changeTask, { slug, id: card.id, change: { due_date } });
    return period === 'done' || (card.completed_at === null && due_date !== undefined);
  };
  const move = (key: string, place: CardPosition) => {
    const card = cards.find(({ id }) => id === key);
    const to = columns.find((column) => column.key === place.column);
    if (!card || !to) return false;
    if (group === 'priority') {
      const priority = to.key as TaskCard['card']['priority'];
      void runWithToast(changeTask, { slug, id: key, change: { priority } });
      return;
    }
    if (group === 'due') return moveToPeriod(card, to.key);
    if (group === 'person') {
      const [main, ...others] = card.assignee_ids;
      const rest = others.filter((id) => id !== place.column && id !== main);
      const assignee_ids = place.column === 'none' ? [] : [place.column, ...rest];
      void runWithToast(changeTask, { slug, id: key, change: { assignee_ids } });
      return;
    }
    const inColumn = (column: string) => {
      const all = columns.find((each) => each.key === column)?.cards ?? [];
      return all.map(({ card }) => card).toSorted(byPlace);
    };
    const others = inColumn(to.key).filter(({ id }) => id !== key);
    const { before, after } = place;
    const at = others.findIndex(({ id }) => id === before);
    const behind = others.findIndex(({ id }) => id === after);
    const among = listPositionAmong(
      { column: to.key },
      others,
      at >= 0 ? at : behind >= 0 ? behind + 1 : others.length,
    );
    // Sorted cards have no place that people choose: a moved one is the last in the manual order.
    const isNamed = !isSorted && (before !== undefined || after !== undefined);
    const columnCards = inColumn(card.column);
    const index = columnCards.findIndex(({ id }) => id === key);
    void runWithToast(moveTask, {
      slug,
      id: key,
      to: isNamed ? among : { fields: among.fields },
      from: listPositionAmong(
        { column: card.column },
        columnCards.filter(({ id }) => id !== key),
        index,
      ),
    });
  };
  const onKey = ({ card }: TaskCard, event: KeyboardEvent) => {
    if (acts.onKey(event.key, card)) event.preventDefault();
    else if (event.key === 'c' && onAdd) {
      const column = columns.find(({ cards }) => cards.some(({ key }) => key === card.id));
      if (column) onAdd(column);
      event.preventDefault();
    }
  };
  const missing = unloadedCountIn(board);
  const isEmpty = columns.every(({ count }) => count === 0);
  const hasColumns = group === 'column' && columns.length > 0 && empty.none !== undefined;
  if (isEmpty && !hasColumns) return <EmptyRecords {...empty} ghost="board" />;
  return (
    <>
      {isEmpty ? <EmptyRecords {...empty} /> : null}
      {missing > 0 ? (
        <p className="flex items-center gap-2 pb-2 text-meta text-muted">
          <Info /> {words.missing({ count: missing })}
        </p>
      ) : null}
      <Board
        label={words.about}
        words={boardWords}
        columns={columns}
        hasGhosts={isEmpty}
        href={({ key }) => recordPath(slug, 'tasks', key)}
        card={face}
        items={({ card }) => acts.items(card)}
        onMove={fixed === undefined ? move : undefined}
        onRefuse={fixed === undefined ? undefined : () => say(fixed)}
        isSorted={isSorted}
        onAdd={
          onAdd &&
          ((key) => {
            const column = columns.find((each) => each.key === key);
            if (column) onAdd(column);
          })
        }
        onOpen={(key) => navigate(recordPath(slug, 'tasks', key))}
        onPeek={(key) => openPeek('tasks', key)}
        selected={selected}
        onSelect={onSelect}
        hasLetters={hasLetters}
        onKey={onKey}
        {...(className !== undefined && { className })}
      />
      {acts.menu}
    </>
  );
}
