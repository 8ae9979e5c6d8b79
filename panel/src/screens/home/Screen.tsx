import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFirstSteps } from '#panel/data/preferences.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { afterPaint, lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { useCompleteActivity } from '#panel/records/activities/complete-activity.tsx';
import { formatDay } from '#panel/ui/calendar/days.ts';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { QuickAdd } from './QuickAdd.tsx';
import { type Day, dayQuery } from './queries.ts';
import { ToDo } from './ToDo.tsx';
import { DealsWithoutStep, ToApprove, Waiting } from './Waiting.tsx';

const DueContracts = lazyWithWords(
  afterPaint(() => import('./DueContracts.tsx')),
  'nothing',
);
const AgencyNumbers = lazyWithWords(
  afterPaint(() => import('./AgencyNumbers.tsx')),
  'nothing',
);
const FirstSteps = lazyWithWords(() => import('./FirstSteps.tsx'), 'nothing');

export const preload = (slug: string) => queryClient.prefetchQuery(dayQuery(slug));

/** Start page: today's work of the user, which can be completed inline. */
export default function MyDay() {
  const words = useMyDayWords();
  const locale = useLocale();
  const { app } = useWords();
  useDocumentTitle(app.places.day);
  const { slug, can } = useCurrentTeam();
  const { data: session } = useQuery(sessionQuery);
  const today = useToday();
  const query = useQuery(dayQuery(slug));
  const finishing = useCompleteActivity(slug);
  const { data, refetch } = query;
  const isOver = data !== undefined && data.today < today;
  useEffect(() => {
    if (isOver) void refetch();
  }, [isOver, refetch]);
  const steps = useFirstSteps(slug);
  const hasSteps = ({ has_work }: Day) => steps !== 'hidden' && (steps === 'open' || !has_work);
  const [first = ''] = (session?.name ?? '').split(' ');
  return (
    <div className="flex max-w-[880px] flex-col gap-5 min-[100rem]:max-w-[1400px]">
      <header>
        <h1 className="font-semibold text-page">{words.hello({ name: first })}</h1>
        <p className="text-muted first-letter:uppercase">
          {formatDay(today, locale, { weekday: 'long', day: 'numeric', month: 'long' })}
        </p>
      </header>
      <QueryContent query={query} rows={6}>
        {(day) => (
          <>
            <QuickAdd slug={slug} userId={day.user_id} today={day.today} timeZone={day.time_zone} />
            {hasSteps(day) ? <FirstSteps slug={slug} isEmpty={!day.has_work} /> : null}
            {can('reports.home') && day.has_work ? (
              // Keeps its height while it loads, so that the lists do not move.
              <div className="min-h-[236px] sm:min-h-[220px] min-[100rem]:min-h-[124px]">
                <AgencyNumbers slug={slug} />
              </div>
            ) : null}
            <div className="grid items-start gap-x-12 gap-y-6 min-[100rem]:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-6 empty:hidden">
                {day.has_work || !hasSteps(day) ? (
                  <ToDo slug={slug} day={day} finishing={finishing} />
                ) : null}
              </div>
              <div className="flex min-w-0 flex-col gap-6 empty:hidden">
                <Waiting slug={slug} day={day} />
                <ToApprove day={day} />
                <DealsWithoutStep day={day} askFor={finishing.askFor} />
                <DueContracts slug={slug} />
              </div>
            </div>
          </>
        )}
      </QueryContent>
      {finishing.dialog}
    </div>
  );
}
