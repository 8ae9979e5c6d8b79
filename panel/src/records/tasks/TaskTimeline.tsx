import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { projectShades } from '#panel/display/project-color.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import type { EdgeDays } from '#panel/ui/calendar/edges.ts';
import type { CalendarEntry } from '#panel/ui/calendar/model.ts';
import { Fill } from '#panel/ui/Fill.tsx';
import { Block, Check, Warning } from '#panel/ui/icons.tsx';
import { Timeline, type TimelineRow } from '#panel/ui/timeline/Timeline.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { barOf } from '../shared/list/periods.ts';
import { useTimeline } from '../shared/list/use-timeline.ts';
import { type BoardFilters, type CachedBoard, type Card, unloadedCountIn } from './board.ts';
import { changeTask, taskBoardQuery } from './queries.ts';

interface Entry extends CalendarEntry {
  readonly card: Card;
}

interface Props {
  readonly slug: string;
  readonly project: string;
  readonly boardFilters: BoardFilters;
  /** Sentence without any task; undefined if filters hide them. */
  readonly none: string | undefined;
}

const noCards: readonly Card[] = [];
const noColumns: CachedBoard['columns'] = [];

/** Changes the dates of a task by its bar. */
const setDays =
  (slug: string) =>
  (id: string, { start, end }: EdgeDays) =>
    void runWithToast(changeTask, {
      slug,
      id,
      change: {
        ...(start !== undefined && { start_date: start }),
        ...(end !== undefined && { due_date: end }),
      },
    });

function entryOf(card: Card, today: string): Entry[] {
  const bar = barOf(card.start_date, card.due_date);
  if (!bar) return [];
  const isDone = card.completed_at !== null;
  const isLate = !isDone && card.due_date !== null && card.due_date < today;
  const tone = isDone ? ('ok' as const) : isLate ? ('danger' as const) : undefined;
  const shades = projectShades({ id: card.project_id });
  return [{ key: card.id, name: card.title, ...bar, card, shades, ...(tone && { tone }) }];
}

const byDate = (a: Entry, b: Entry) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.card.position - b.card.position;

/**
 * Tasks of a project from their start to their due date, by the columns of its board, with lines from tasks to those that wait for them. Tasks
 * without dates are listed below. Reads the board, so it has the same tasks and the same live changes.
 */
export default function TaskTimeline({ slug, project, boardFilters, none }: Props) {
  const words = useTaskWords();
  const { labels } = useFieldWords();
  const { nothingMatches } = useListWords();
  const { shown: timeline } = useTimeline();
  const query = useQuery(taskBoardQuery(slug, boardFilters));
  const { data: board } = query;
  const cards = useListWithPending('tasks', board?.cards ?? noCards);
  const columns = board?.columns ?? noColumns;
  const color = board?.projects.find(({ id }) => id === project);
  const { today } = timeline;
  const rows = useMemo(() => {
    const shades = projectShades(color ?? { id: project });
    const byColumn = Map.groupBy(
      cards.flatMap((card) => entryOf(card, today)),
      ({ card }) => card.column,
    );
    return columns.flatMap(({ key, name }): TimelineRow<Entry>[] => {
      const entries = (byColumn.get(key) ?? []).toSorted(byDate);
      if (entries.length === 0) return [];
      const heading = `${name ?? key} (${entries.length})`;
      return [
        { key: `column ${key}`, name: heading, shades, entries: [], isHeading: true },
        ...entries.map((entry) => ({
          key: entry.key,
          name: entry.name,
          shades,
          entries: [{ ...entry, shades }],
        })),
      ];
    });
  }, [cards, columns, color, project, today]);
  const links = useMemo(() => {
    const done = new Set(
      cards.filter(({ completed_at }) => completed_at !== null).map(({ id }) => id),
    );
    return cards.flatMap(({ id, blocked_by_ids: ids }) =>
      ids.map((from) => ({ from, to: id, isMet: done.has(from) })),
    );
  }, [cards]);
  const undated = useMemo(
    () => cards.filter(({ start_date, due_date }) => start_date === null && due_date === null),
    [cards],
  );
  const missing = board ? unloadedCountIn(board) : 0;
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {() => (
          <>
            <Timeline
              {...timeline}
              label={words.timeline}
              rowTitle={labels.task_id}
              rows={rows}
              links={links}
              movesByArrows
              none={none ?? nothingMatches({ of: 'tasks' })}
              rowLink={({ key }, props) => <RecordLink {...props} kind="tasks" id={key} />}
              link={({ key }, props) => <RecordLink {...props} kind="tasks" id={key} />}
              entry={(entry) => <Label {...entry} />}
              onResize={setDays(slug)}
            />
            {missing > 0 ? (
              <p className="pt-1 text-meta text-muted">{words.missing({ count: missing })}</p>
            ) : null}
            {undated.length > 0 ? <Undated cards={undated} /> : null}
          </>
        )}
      </QueryContent>
    </Fill>
  );
}

/** Title of a bar, with the states that its colour shows. */
function Label({ name, tone, card }: Entry) {
  const words = useTaskWords();
  const isBlocked = card.is_blocked && card.completed_at === null;
  return (
    <>
      {tone === 'ok' ? <Check size={12} /> : null}
      {tone === 'danger' ? <Warning size={12} /> : null}
      {isBlocked ? <Block size={12} /> : null}
      <span className="sr-only">
        {[
          tone === 'ok' ? words.done : tone === 'danger' ? words.late : '',
          isBlocked ? words.blocked : '',
        ]
          .filter((word) => word !== '')
          .join(', ')}
      </span>
      <span className="truncate">{name}</span>
    </>
  );
}

/** Tasks that have neither a start nor a due date. */
function Undated({ cards }: { readonly cards: readonly Card[] }) {
  const words = useTaskWords();
  return (
    <details className="pt-1">
      <summary className="control inline-flex cursor-pointer items-center rounded font-medium hover:underline">
        {words.undated({ count: cards.length })}
      </summary>
      <ul
        aria-label={words.undated({ count: cards.length })}
        className="flex max-h-40 flex-col overflow-auto"
      >
        {cards.map(({ id, title }) => (
          <li key={id} className="flex min-h-8 items-center pointer-coarse:min-h-11">
            <RecordLink kind="tasks" id={id} className="truncate hover:underline">
              {title}
            </RecordLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
