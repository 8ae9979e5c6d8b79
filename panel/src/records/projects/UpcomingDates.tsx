import type { ProjectOverview } from '#panel/api/schema.ts';
import { useDayFormat, useFullDayFormat } from '#panel/display/formatters.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { OverviewSection } from './OverviewSection.tsx';

interface Props {
  readonly overview: ProjectOverview;
}

export function Campaigns({ overview: { campaigns } }: Props) {
  const words = useProjectWords();
  const day = useDayFormat();
  const states: Readonly<Record<string, string>> = useFieldWords().values.campaigns.status;
  return (
    <OverviewSection title={words.campaigns}>
      {campaigns.length === 0 ? (
        <p className="text-faint">{words.noCampaigns}</p>
      ) : (
        <ul className="flex flex-col">
          {campaigns.map(({ id, name, status, start_date, end_date }) => (
            <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-3">
              <RecordLink kind="campaigns" id={id} className="text-accent hover:underline">
                {name}
              </RecordLink>
              <span className="text-muted">{states[status] ?? status}</span>
              <span className="text-muted">
                {[start_date, end_date].flatMap((date) => (date ? [day(date)] : [])).join(' – ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </OverviewSection>
  );
}

/** Groups of conversations that are linked to the project. */
export function Groups({ overview: { groups } }: Props) {
  const words = useProjectWords();
  if (groups.length === 0) return null;
  return (
    <OverviewSection title={words.groups}>
      <ul className="flex flex-col">
        {groups.map(({ id, name, inbox, is_waiting: isWaiting }) => (
          <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-3">
            <RecordLink kind="conversations" id={id} className="text-accent hover:underline">
              {name || words.unnamedGroup}
            </RecordLink>
            <span className="text-muted">{inbox}</span>
            {isWaiting ? <span className="text-warn">{words.groupWaits}</span> : null}
          </li>
        ))}
      </ul>
    </OverviewSection>
  );
}

/** Upcoming due, start and end dates. */
export function UpcomingDates({ overview: { dates } }: Props) {
  const words = useProjectWords();
  const day = useDayFormat();
  const full = useFullDayFormat();
  return (
    <OverviewSection title={words.next}>
      {dates.length === 0 ? (
        <p className="text-faint">{words.noDates}</p>
      ) : (
        <ul className="flex flex-col">
          {dates.map(({ kind, id, name, what, date }) => (
            <li key={`${id} ${what}`} className="flex min-h-9 flex-wrap items-center gap-x-3">
              <time
                dateTime={date}
                title={full(date)}
                className="w-24 shrink-0 whitespace-nowrap text-muted tabular-nums"
              >
                {day(date)}
              </time>
              <RecordLink kind={kind} id={id} className="text-accent hover:underline">
                {name}
              </RecordLink>
              <span className="text-muted">{words.what[what]}</span>
            </li>
          ))}
        </ul>
      )}
    </OverviewSection>
  );
}
