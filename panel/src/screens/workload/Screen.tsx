import { useQuery } from '@tanstack/react-query';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { SelectInput } from '#panel/parts/Select.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { addDays, formatDays, isDay, mondayOf } from '#panel/ui/calendar/days.ts';
import { Left, Right } from '#panel/ui/icons.tsx';
import { Page } from '#panel/ui/layout.tsx';
import { useMedia } from '#panel/ui/use-media.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { Absences } from './Absences.tsx';
import { Grid } from './Grid.tsx';
import { absencesQuery, workloadQuery } from './queries.ts';

/** Numbers of weeks to choose from; phones show one at a time. */
const weekCounts = [4, 8, 12] as const;

/** Planned hours of the members against their capacity, and their absences. */
export default function WorkloadScreen() {
  const words = useWorkloadWords();
  const locale = useLocale();
  const { slug } = useCurrentTeam();
  const today = useToday();
  const current = mondayOf(today);
  const [wanted, setWanted] = useParam('week');
  const [wantedCount, setCount] = useParam('weeks');
  const isPhone = useMedia('(max-width: 639px)');
  const monday = isDay(wanted) ? mondayOf(wanted) : current;
  const chosen = weekCounts.find((each) => String(each) === wantedCount) ?? weekCounts[0];
  const count = isPhone ? 1 : chosen;
  const workload = useQuery(workloadQuery(slug, monday, count));
  const absences = useQuery(absencesQuery(slug, monday));
  const go = (day: string) => setWanted(day === current ? undefined : day);
  return (
    <Page title={words.title} about={words.about}>
      <div data-wide className="flex flex-wrap items-center gap-2">
        <Button aria-label={words.previous} onClick={() => go(addDays(monday, -7))}>
          <Left />
        </Button>
        <Button aria-label={words.next} onClick={() => go(addDays(monday, 7))}>
          <Right />
        </Button>
        <h2 className="min-w-44 font-semibold" aria-live="polite">
          {formatDays(monday, addDays(monday, 7 * count - 1), locale, today)}
        </h2>
        {monday === current ? null : (
          <Button look="quiet" onClick={() => go(current)}>
            {words.current}
          </Button>
        )}
        {isPhone ? null : (
          <div className="ml-auto max-w-36">
            <SelectInput
              label={words.weekCount}
              value={String(chosen)}
              choices={weekCounts.map((each) => ({
                value: String(each),
                label: words.weeks({ count: each }),
              }))}
              onChange={({ target }) =>
                setCount(target.value === String(weekCounts[0]) ? undefined : target.value)
              }
            />
          </div>
        )}
      </div>
      <QueryContent query={workload} rows={6}>
        {(workload) => <Grid workload={workload} absences={absences.data ?? []} />}
      </QueryContent>
      <p className="text-meta text-muted">{words.hint}</p>
      <QueryContent query={absences}>{(absences) => <Absences absences={absences} />}</QueryContent>
    </Page>
  );
}
