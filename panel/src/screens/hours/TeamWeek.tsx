import { useQuery } from '@tanstack/react-query';
import type { TeamWeek as Loaded } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { useHolidays } from '#panel/display/use-holidays.ts';
import { Button } from '#panel/ui/Button.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { Check } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useHoursWords } from '#panel/words/hours/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { formatHours, sum } from './duration.ts';
import { HolidayName } from './HolidayName.tsx';
import { daysFrom } from './model.ts';
import { setLock, teamWeekQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  /** Monday of the week. */
  readonly monday: string;
  readonly timeZone: string;
  readonly onOpen: (user: string) => void;
}

/** Hours of all members in a week: a row for each member, a column for each day, and the state of the week. */
export function TeamWeek(props: Props) {
  const query = useQuery(teamWeekQuery(props.slug, props.monday));
  return (
    <QueryContent query={query} rows={6}>
      {({ members }) => <Members {...props} members={members} />}
    </QueryContent>
  );
}

type Member = Loaded['members'][number];

function Members(props: Props & { readonly members: readonly Member[] }) {
  const { slug, monday, timeZone, members } = props;
  const words = useHoursWords();
  const { labels } = useFieldWords();
  const locale = useLocale();
  const holidays = useHolidays();
  const days = daysFrom(monday);
  const { act, isBusy, failure } = useAction(({ user_id, is_locked }: Member) =>
    setLock({ slug, user: user_id, week: monday, timeZone }, !is_locked),
  );
  const totals = days.map((_, day) => sum(members.map(({ minutes }) => minutes[day] ?? 0)));
  const locked = members.filter(({ is_locked }) => is_locked).length;
  return (
    <>
      <p className="text-muted">{words.submitted({ locked, of: members.length })}</p>
      <div data-wide className="overflow-x-auto rounded-card border border-border bg-raised">
        <table aria-label={words.team} className="w-full border-collapse tabular-nums">
          <thead>
            <tr className="border-border border-b text-meta text-muted">
              <th scope="col" className="sticky left-0 bg-raised px-3 py-2 text-left font-medium">
                {labels.user_id}
              </th>
              {days.map((day) => (
                <th key={day} scope="col" className="px-2 py-2 text-right font-medium">
                  {formatDay(day, locale, { weekday: 'short', day: 'numeric' })}
                  <HolidayName day={day} holidays={holidays} />
                </th>
              ))}
              <th scope="col" className="px-3 py-2 text-right font-medium">
                {words.total}
              </th>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {words.state}
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.user_id}
                {...props}
                member={member}
                isBusy={isBusy}
                onLock={() => act(member)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr className="border-border border-t font-medium">
              <th scope="row" className="sticky left-0 bg-raised px-3 py-2 text-left font-medium">
                {words.total}
              </th>
              {totals.map((minutes, day) => (
                <td key={days[day]} className="px-2 py-2 text-right">
                  {formatHours(minutes)}
                </td>
              ))}
              <td className="px-3 py-2 text-right">{formatHours(sum(totals))}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="text-meta text-muted">{words.teamHint}</p>
      <FailureNotice failure={failure} />
    </>
  );
}

interface RowProps extends Props {
  readonly member: Member;
  readonly isBusy: boolean;
  readonly onLock: () => void;
}

function MemberRow({ slug, member, isBusy, onOpen, onLock }: RowProps) {
  const words = useHoursWords();
  const { find } = usePeople(slug);
  const { user_id, name, minutes, is_active, is_running, is_locked } = member;
  return (
    <tr
      onClick={() => onOpen(user_id)}
      className="cursor-pointer border-border border-b last:border-b-0 hover:bg-surface"
    >
      <th
        scope="row"
        className="sticky left-0 min-w-32 max-w-40 sm:max-w-60 bg-raised px-3 py-1 text-left font-normal"
      >
        <button
          type="button"
          className="control flex w-full items-center gap-2 rounded text-left hover:underline"
          onClick={(event) => {
            event.stopPropagation();
            onOpen(user_id);
          }}
        >
          <Avatar person={find(user_id) ?? { id: user_id, name }} />
          <span className="min-w-0 truncate font-medium">{name}</span>
        </button>
        {is_active ? null : (
          <span className="block text-meta text-muted">{words.withoutAccess}</span>
        )}
      </th>
      {minutes.map((each, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week keep their places
        <td key={day} className="px-2 py-1 text-right">
          {formatHours(each)}
        </td>
      ))}
      <td className="px-3 py-1 text-right font-medium">
        {formatHours(sum(minutes))}
        {is_running ? (
          <span className="block font-normal text-meta text-muted">{words.running}</span>
        ) : null}
      </td>
      <td className="px-3 py-1">
        <span className="flex items-center justify-between gap-2">
          {is_locked ? (
            <Badge tone="ok" icon={<Check size={12} />}>
              {words.states.locked}
            </Badge>
          ) : (
            <Badge>{words.states.open}</Badge>
          )}
          <Button
            look="quiet"
            disabled={isBusy}
            aria-label={is_locked ? words.reopenOf({ name }) : words.lockOf({ name })}
            onClick={(event) => {
              event.stopPropagation();
              onLock();
            }}
          >
            {is_locked ? words.reopenShort : words.lockShort}
          </Button>
        </span>
      </td>
    </tr>
  );
}
