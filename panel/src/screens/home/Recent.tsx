import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recentDealsQuery, recentTasksQuery } from '../../data/recent.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { When } from '../../parts/When.tsx';
import { Badge, Section } from '../../ui/layout.tsx';
import { useLocale, useWords } from '../../words/t.ts';

/* What changed last, as it changes. */

export function RecentDeals({ slug }: { readonly slug: string }) {
  const { home: words } = useWords();
  const query = useQuery(recentDealsQuery(slug));
  const money = new Intl.NumberFormat(useLocale(), { style: 'currency', currency: 'BRL' });
  return (
    <Section title={words.deals}>
      <Loaded query={query}>
        {(deals) => (
          <Rows label={words.deals} empty={words.noDeals}>
            {deals.map(({ id, title, client, phase, value, updated_at }) => (
              <Row key={id} title={title} about={client?.name} at={updated_at}>
                {value === null ? null : (
                  <span className="tabular-nums">{money.format(value)}</span>
                )}
                <Badge>{phase}</Badge>
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

export function RecentTasks({ slug }: { readonly slug: string }) {
  const { home: words } = useWords();
  const query = useQuery(recentTasksQuery(slug));
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Section title={words.tasks}>
      <Loaded query={query}>
        {(tasks) => (
          <Rows label={words.tasks} empty={words.noTasks}>
            {tasks.map(({ id, title, due_date, column, updated_at }) => (
              <Row
                key={id}
                title={title}
                about={due_date ? words.due({ date: day.format(new Date(due_date)) }) : undefined}
                at={updated_at}
              >
                <Badge>{column}</Badge>
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

interface RowsProps {
  readonly label: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function Rows({ label, empty, children }: RowsProps) {
  if (children.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-border">
      {children}
    </ul>
  );
}

interface RowProps {
  readonly title: string;
  readonly about: string | undefined;
  readonly at: string;
  readonly children: ReactNode;
}

function Row({ title, about, at, children }: RowProps) {
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
      <span className="min-w-0 flex-1 basis-48 truncate">
        {title}
        {about === undefined ? null : <span className="text-muted">{` · ${about}`}</span>}
      </span>
      {children}
      <span className="ml-auto text-right text-meta text-muted md:min-w-24">
        <When at={at} />
      </span>
    </li>
  );
}
