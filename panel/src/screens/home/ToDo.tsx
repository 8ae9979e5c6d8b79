import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord } from '#panel/data/records.ts';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { ActivityIcon } from '#panel/records/activities/ActivityType.tsx';
import type { useCompleteActivity } from '#panel/records/activities/complete-activity.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Check, Tasks, Warning } from '#panel/ui/icons.tsx';
import { useJoy } from '#panel/ui/joy.ts';
import { Empty } from '#panel/ui/layout.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { valuesOf } from '#panel/words/fields/words.ts';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { DayRow, DaySection } from './DayRow.tsx';
import { daysBetween, type Item, itemsOf } from './model.ts';
import { type Day, type DayTask, isTaskDone } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly day: Day;
  readonly finishing: ReturnType<typeof useCompleteActivity>;
}

const name = 'truncate hover:underline';

/** Overdue work and work due today. */
export function ToDo({ slug, day, finishing }: Props) {
  const words = useMyDayWords();
  const tasks = useListWithPending('tasks', day.tasks);
  const activities = useListWithPending('activities', day.activities);
  const items = itemsOf(day, tasks, activities);
  const late = items.filter(({ on }) => on < day.today);
  const today = items.filter(({ on }) => on === day.today);
  const joy = useJoy(items.length === 0);
  const hidden =
    day.counts.tasks - day.tasks.length + (day.counts.activities - day.activities.length);
  const part = (title: string, list: readonly Item[], isLate: boolean) => (
    <DaySection
      title={title}
      count={list.length}
      countText={words.count({ count: list.length })}
      {...(isLate && { tone: 'danger' as const })}
    >
      {list.map((item) => (
        <Line key={item.is.id} slug={slug} day={day} item={item} finishing={finishing} />
      ))}
    </DaySection>
  );
  return (
    <>
      {part(words.late, late, true)}
      {part(words.today, today, false)}
      {hidden > 0 ? (
        <p className="text-meta text-muted">{words.others({ count: hidden })}</p>
      ) : null}
      {items.length === 0 ? (
        <div className="rounded-card border border-border bg-raised">
          {joy ? (
            <Empty
              text={words.finished}
              ghost={
                <span
                  className={`${joy} inline-flex size-10 items-center justify-center rounded-full bg-ok text-bg`}
                >
                  <Check size={20} />
                </span>
              }
            />
          ) : (
            <Empty text={`${words.clear} ${words.clearAbout}`} ghost={<Ghost of="rows" />} />
          )}
        </div>
      ) : null}
    </>
  );
}

const finishTask = (slug: string, task: DayTask) =>
  isTaskDone(task)
    ? undefined
    : void runWithToast(changeRecord('tasks'), {
        slug,
        id: task.id,
        change:
          task.finishing_column === null
            ? { completed_at: new Date().toISOString() }
            : { column: task.finishing_column },
      });

interface LineProps extends Props {
  readonly item: Item;
}

function Line({ slug, day, item, finishing }: LineProps) {
  const words = useMyDayWords();
  const activity = useActivityWords();
  const fields = useFieldWords();
  const locale = useLocale();
  const late = daysBetween(item.on, day.today);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: day.time_zone });
  const isTask = item.kind === 'tasks';
  const whom = isTask ? item.is.project : (item.is.deal ?? item.is.client);
  const kindOfWhom = isTask ? 'projects' : item.is.deal ? 'deals' : 'clients';
  const what = isTask
    ? words.task
    : (valuesOf(fields, 'activities', 'type')?.[item.is.type] ?? item.is.type);
  const hasTime = !isTask && item.is.due_date === null;
  return (
    <DayRow
      id={item.is.id}
      icon={
        <span title={what}>
          {isTask ? <Tasks size={14} /> : <ActivityIcon type={item.is.type} />}
          <span className="sr-only">{what}</span>
        </span>
      }
      finish={{
        label: words.finish({ name: item.is.title }),
        act: () => (isTask ? finishTask(slug, item.is) : finishing.finish(item.is)),
      }}
      about={
        whom ? (
          <RecordLink kind={kindOfWhom} id={whom.id} className="hover:underline">
            {isTask && item.is.project ? <ProjectName project={item.is.project} /> : whom.name}
          </RecordLink>
        ) : undefined
      }
      end={
        <span className="ml-auto flex shrink-0 items-center gap-1 text-meta">
          {hasTime && late === 0 ? (
            <time dateTime={item.is.occurred_at} className="text-muted">
              {time.format(new Date(item.is.occurred_at))}
            </time>
          ) : null}
          {late > 0 ? (
            <span className="flex items-center gap-1 text-danger">
              <Warning size={12} />
              {activity.late({ days: late })}
            </span>
          ) : null}
        </span>
      }
    >
      <RecordLink kind={item.kind} id={item.is.id} className={name}>
        {item.is.title}
      </RecordLink>
    </DayRow>
  );
}
