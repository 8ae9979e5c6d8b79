import { clsx } from 'clsx';
import { type DragEvent, Fragment, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Absence, Workload, WorkloadTask } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useHolidays } from '#panel/display/use-holidays.ts';
import { addDays, formatDays } from '#panel/ui/calendar/days.ts';
import { Activities } from '#panel/ui/icons.tsx';
import { Mark } from '#panel/ui/Mark.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { CellTasks } from './CellTasks.tsx';
import { Load } from './Load.tsx';
import { absencesIn, defaultWeeklyHours, type Member, type Sums, totalsOf } from './model.ts';
import { type CellAddress, isSameCell, reassign } from './queries.ts';
import { WeeklyHoursDialog } from './WeeklyHoursDialog.tsx';

interface Props {
  readonly workload: Workload;
  readonly absences: readonly Absence[];
}

/** Task that is being dragged, and the member from whose list it comes. */
interface Dragged {
  readonly task: WorkloadTask;
  readonly from: string;
}

/** Moves the focus to the cell in the direction of an arrow key. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const move = moves[event.key];
  const cell = event.currentTarget.closest('td');
  const row = event.currentTarget.closest('tr');
  if (!move || !cell || !row) return;
  const rows = [...(row.parentElement?.querySelectorAll('tr[data-member]') ?? [])];
  const next = rows[rows.indexOf(row) + move[0]]?.children[cell.cellIndex + move[1]];
  const target = next?.querySelector<HTMLElement>('[data-cell]');
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Planned hours and capacity: a row for each member, a column for each week, and one for tasks without a due date. */
export function Grid({ workload, absences }: Props) {
  const words = useWorkloadWords();
  const { labels } = useFieldWords();
  const locale = useLocale();
  const holidays = useHolidays();
  const holidaysIn = (monday: string) => [
    ...new Set(Array.from({ length: 7 }, (_, i) => holidays.get(addDays(monday, i)) ?? []).flat()),
  ];
  const { slug } = useCurrentTeam();
  const [open, setOpen] = useState<CellAddress>();
  const [dragged, setDragged] = useState<Dragged>();
  const { weeks, members, today } = workload;
  const most = Math.max(...weeks.map(({ working_days }) => working_days));
  const nameOfWeek = (monday: string | undefined) =>
    monday === undefined ? words.undated : formatDays(monday, addDays(monday, 6), locale, today);
  const drop = (to: Member) => {
    if (dragged && dragged.from !== to.user_id)
      void reassign(slug, dragged.task, dragged.from, to.user_id);
    setDragged(undefined);
  };
  return (
    <div className="overflow-x-auto rounded-card border border-border bg-raised">
      <table aria-label={words.title} className="w-full border-collapse">
        <thead>
          <tr className="border-border border-b text-left text-meta text-muted">
            <th scope="col" className="sticky left-0 bg-raised px-3 py-2 font-medium">
              {labels.user_id}
            </th>
            {weeks.map(({ starts_on, working_days }) => (
              <th key={starts_on} scope="col" className="px-3 py-2 font-medium">
                {nameOfWeek(starts_on)}
                {working_days < most ? (
                  <span className="block font-normal">
                    {[words.workingDays({ days: working_days }), ...holidaysIn(starts_on)].join(
                      ' · ',
                    )}
                  </span>
                ) : null}
              </th>
            ))}
            <th scope="col" className="px-3 py-2 font-medium">
              {words.undated}
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => {
            const cellOf = (week: string | undefined, sums: Sums, children: ReactNode) => {
              const address = { user: member.user_id, week };
              const isOpen = isSameCell(address, open);
              return (
                <Cell
                  key={week ?? 'undated'}
                  label={words.cell({ name: member.name, week: nameOfWeek(week) })}
                  isOpen={isOpen}
                  onToggle={() => setOpen(isOpen ? undefined : address)}
                >
                  {children}
                  {sums.without_estimate > 0 ? (
                    <span className="text-meta text-muted">
                      {words.withoutEstimate({ tasks: sums.without_estimate })}
                    </span>
                  ) : null}
                </Cell>
              );
            };
            const isTarget = dragged !== undefined && dragged.from !== member.user_id;
            return (
              <Fragment key={member.user_id}>
                <tr
                  data-member={member.user_id}
                  className={clsx(
                    'border-border border-b align-top',
                    isTarget && member.is_active && 'outline-1 outline-accent outline-dashed',
                  )}
                  onDragOver={(event) => {
                    if (isTarget && member.is_active) event.preventDefault();
                  }}
                  onDrop={(event: DragEvent) => {
                    event.preventDefault();
                    drop(member);
                  }}
                >
                  <MemberName member={member} />
                  {member.weeks.map((week, at) => {
                    const monday = weeks[at]?.starts_on ?? '';
                    return cellOf(
                      monday,
                      week,
                      <>
                        <Load planned={week.planned_hours} capacity={week.capacity_hours} />
                        <Away absences={absencesIn(absences, member.user_id, monday)} />
                      </>,
                    );
                  })}
                  {cellOf(
                    undefined,
                    member.undated,
                    <span className="whitespace-nowrap tabular-nums">
                      {member.undated.tasks === 0
                        ? words.noTasks
                        : words.inHours({ hours: member.undated.planned_hours })}
                    </span>,
                  )}
                </tr>
                {open?.user === member.user_id ? (
                  <tr className="border-border border-b bg-surface">
                    <td colSpan={weeks.length + 2} className="px-3 py-2">
                      <CellTasks
                        key={open.week ?? 'undated'}
                        slug={slug}
                        cell={open}
                        title={words.tasksOf({
                          name: member.name,
                          week: nameOfWeek(open.week),
                        })}
                        members={members}
                        today={today}
                        onDrag={(task) => setDragged(task && { task, from: member.user_id })}
                      />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="align-top font-medium">
            <th scope="row" className="px-3 py-2 text-left font-medium">
              {words.team}
            </th>
            {weeks.map(({ starts_on }, at) => {
              const { planned_hours, capacity_hours } = totalsOf(members, at);
              return (
                <td key={starts_on} className="px-3 py-2">
                  <Load planned={planned_hours} capacity={capacity_hours} />
                </td>
              );
            })}
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface CellProps {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** Button that shows the tasks of a cell below the row. */
function Cell({ label, isOpen, onToggle, children }: CellProps) {
  return (
    <td className="p-1">
      <button
        type="button"
        data-cell
        aria-expanded={isOpen}
        onClick={onToggle}
        onKeyDown={moveFocus}
        className={clsx(
          'flex min-h-12 w-full min-w-28 flex-col items-stretch gap-1 rounded px-2 py-1.5 text-left hover:bg-surface',
          isOpen && 'bg-surface',
        )}
      >
        <span className="sr-only">{`${label} `}</span>
        {children}
      </button>
    </td>
  );
}

/** Absences of a week, with their days in the title and for screen readers. */
function Away({ absences }: { readonly absences: readonly Absence[] }) {
  const { absences: words } = useWorkloadWords();
  const locale = useLocale();
  if (absences.length === 0) return null;
  const texts = absences.map(({ starts_on, ends_on, reason }) =>
    words.away({
      days: formatDays(starts_on, ends_on, locale, starts_on),
      reason: reason === null ? words.hidden : words.reasons[reason],
    }),
  );
  const [first] = absences;
  return (
    <Mark title={texts.join('\n')} icon={<Activities size={12} />}>
      <span aria-hidden="true">{first?.reason ? words.reasons[first.reason] : words.hidden}</span>
      <span className="sr-only">{texts.join(', ')}</span>
    </Mark>
  );
}

function MemberName({ member }: { readonly member: Member }) {
  const words = useWorkloadWords();
  const { slug, can } = useCurrentTeam();
  const { find } = usePeople(slug);
  const [isEditing, edit] = useState(false);
  const hours = words.weekly({ hours: member.weekly_hours ?? defaultWeeklyHours });
  const person = find(member.user_id) ?? { id: member.user_id, name: member.name };
  return (
    <th
      scope="row"
      className="sticky left-0 max-w-40 bg-raised px-3 py-2 text-left font-normal sm:max-w-56"
    >
      <span className="flex items-center gap-2">
        <Avatar person={person} />
        <span className="min-w-0 break-words font-medium">{member.name}</span>
      </span>
      <span className="block text-meta text-muted">
        {!member.is_active ? (
          words.withoutAccess
        ) : can('weekly_hours.set') ? (
          <button
            type="button"
            onClick={() => edit(true)}
            title={words.changeWeekly({ name: member.name })}
            className="control -mx-1 rounded px-1 text-left hover:bg-surface hover:underline"
          >
            {hours}
            <span className="sr-only">{`. ${words.changeWeekly({ name: member.name })}`}</span>
          </button>
        ) : (
          hours
        )}
      </span>
      {isEditing ? <WeeklyHoursDialog member={member} onClose={() => edit(false)} /> : null}
    </th>
  );
}
