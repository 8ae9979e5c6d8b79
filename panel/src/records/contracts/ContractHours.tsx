import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDayFormat } from '#panel/display/formatters.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { HoursMeter, type PeriodHours } from '../shared/contracts/HoursMeter.tsx';
import { contractHoursQuery } from '../shared/contracts/hours-queries.ts';

/** Number of periods shown at first. */
const firstShown = 6;

interface Props {
  readonly slug: string;
  readonly id: string;
}

const hasHours = ({ included_minutes, used_minutes }: PeriodHours) =>
  included_minutes > 0 || used_minutes !== 0;

/** Hours of a contract: the current period, then all periods; nothing if it has none. */
export function ContractHours({ slug, id }: Props) {
  const { hours: words } = useContractWords();
  const { data } = useQuery(contractHoursQuery(slug, id));
  const [isAll, setAll] = useState(false);
  const periods = data?.periods ?? [];
  const [current] = periods;
  if (!current || !periods.some(hasHours)) return null;
  const visible = isAll ? periods : periods.slice(0, firstShown);
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold text-title">{words.title}</h2>
      <p>
        <HoursMeter of={current} />
      </p>
      <Table
        label={words.periods}
        rows={visible}
        keyOf={({ starts_on }) => starts_on}
        actionsTitle=""
        columns={[
          { key: 'period', title: words.period, cell: (period) => <Days of={period} /> },
          { key: 'included', title: words.included, cell: (period) => <Included of={period} /> },
          {
            key: 'used',
            title: words.usedTitle,
            isWide: true,
            cell: ({ used_minutes }) => <Time minutes={used_minutes} />,
          },
          { key: 'left', title: words.left, cell: (period) => <Left of={period} /> },
        ]}
      />
      {visible.length < periods.length ? (
        <p>
          <Button look="quiet" onClick={() => setAll(true)}>
            {words.showAll}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** Days of a period. */
function Days({ of: { starts_on, ends_on } }: { readonly of: PeriodHours }) {
  const { hours: words } = useContractWords();
  const day = useDayFormat();
  return (
    <span className="whitespace-nowrap">
      {ends_on === null
        ? words.since({ day: day(starts_on) })
        : words.days({ from: day(starts_on), to: day(ends_on) })}
    </span>
  );
}

function Time({ minutes }: { readonly minutes: number }) {
  const { hours: words } = useContractWords();
  return <span className="whitespace-nowrap tabular-nums">{words.time({ minutes })}</span>;
}

/** Included hours, and those carried over from earlier periods. */
function Included({ of }: { readonly of: PeriodHours }) {
  const { hours: words } = useContractWords();
  return (
    <span className="tabular-nums">
      {words.time({ minutes: of.included_minutes })}
      {of.carried_minutes > 0 ? (
        <span className="text-muted"> {words.carried({ minutes: of.carried_minutes })}</span>
      ) : null}
    </span>
  );
}

/** Hours that are left, or those beyond the included and carried ones. */
function Left({ of }: { readonly of: PeriodHours }) {
  const { hours: words } = useContractWords();
  if (of.overage_minutes === 0)
    return (
      <span className="whitespace-nowrap tabular-nums">
        {words.leftOf({ minutes: of.left_minutes })}
      </span>
    );
  return (
    <Badge tone="danger" icon={<Warning size={12} />}>
      {words.over({ minutes: of.overage_minutes })}
    </Badge>
  );
}
