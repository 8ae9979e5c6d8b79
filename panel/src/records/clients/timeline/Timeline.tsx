import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dayIn } from '#panel/data/time-zone-days.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useDayFormat } from '#panel/display/formatters.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { isKind } from '#panel/route/record-paths.ts';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useTimelineWords } from '#panel/words/timeline/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { type TimelineOwner, timelineQuery } from '../queries.ts';
import { TimelineRow } from './TimelineRow.tsx';

const kinds = [
  'deals',
  'activities',
  'conversations',
  'comments',
  'tasks',
  'projects',
  'campaigns',
  'contracts',
  'contacts',
] as const;

/** Timeline of a client or contact, latest first; the address holds the kinds to show. */
export function Timeline({
  slug,
  of,
  id,
}: {
  readonly slug: string;
  readonly of: TimelineOwner;
  readonly id: string;
}) {
  const words = useTimelineWords();
  const { app } = useWords();
  const [chosen, choose] = useParam('kinds');
  const query = useInfiniteQuery(timelineQuery(slug, of, id, chosen));
  const { find } = usePeople(slug);
  const zone = useTimeZone();
  const format = useDayFormat();
  const days = useMemo(
    () => Map.groupBy(query.data ?? [], ({ at }) => format(dayIn(zone, at))),
    [query.data, zone, format],
  );
  const nameOf = (kind: (typeof kinds)[number]) =>
    isKind(kind) ? app.places[kind] : words.kinds[kind];
  const wanted = chosen?.split(',') ?? [];
  const toggle = (kind: string) => {
    const next = wanted.includes(kind) ? wanted.filter((each) => each !== kind) : [...wanted, kind];
    choose(next.length === 0 ? undefined : next.join());
  };
  const offered = of === 'clients' ? kinds : (['conversations', 'comments'] as const);
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <fieldset className="-mx-2 flex min-w-0 overflow-x-auto *:shrink-0 md:flex-wrap">
        <legend className="sr-only">{words.filter}</legend>
        {offered.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={wanted.includes(kind)}
            onClick={() => toggle(kind)}
            className="control rounded px-2 text-muted text-meta hover:bg-surface aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-text"
          >
            {nameOf(kind)}
          </button>
        ))}
      </fieldset>
      <QueryContent query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty text={words.none} ghost={<Ghost of="rows" />} />
          ) : (
            [...days].map(([day, each]) => (
              <section key={day} className="flex flex-col">
                <h2 className="py-1 text-faint text-meta first-letter:uppercase">{day}</h2>
                <ul className="border-border border-l">
                  {each.map((entry) => (
                    <TimelineRow
                      key={entry.key}
                      slug={slug}
                      entry={entry}
                      who={entry.user_id === null ? undefined : find(entry.user_id)?.name}
                    />
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </QueryContent>
      {query.hasNextPage ? (
        <Button
          className="self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.further}
        </Button>
      ) : null}
    </section>
  );
}
