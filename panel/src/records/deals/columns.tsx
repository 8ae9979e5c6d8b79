import type { Deal } from '#panel/api/types.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { useDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import type { DataColumn } from '#panel/ui/DataTable.tsx';
import { Starred } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import type { DealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';

/** Default columns. */
export const defaultColumns = ['client', 'value', 'phase', 'responsible', 'expected_close_date'];

/** All columns of the deal table. */
export const columnsOf = (words: DealWords, seesValues: boolean): readonly DataColumn<Deal>[] => {
  const { field } = words;
  return [
    {
      key: 'title',
      title: field.title,
      sortKey: 'title',
      width: 260,
      cell: ({ title, is_starred }) => (
        <>
          {title}
          {is_starred ? (
            <span className="ml-1 inline-block align-middle text-warn">
              <Starred size={12} />
              <span className="sr-only">{words.card.starred}</span>
            </span>
          ) : null}
        </>
      ),
    },
    { key: 'client', title: field.client, width: 170, cell: ({ client }) => client?.name },
    ...(seesValues
      ? [
          {
            key: 'value',
            title: field.value,
            sortKey: 'value',
            width: 120,
            isNumber: true,
            cell: ({ value }: Deal) => <Amount value={value} />,
          },
        ]
      : []),
    {
      key: 'phase',
      title: field.phase,
      sortKey: 'phase',
      width: 130,
      cell: ({ phase }) => <Badge>{phaseName(phase)}</Badge>,
    },
    {
      key: 'responsible',
      title: field.responsible,
      width: 110,
      cell: ({ responsible_id: id }) => (id ? <Avatars ids={[id]} /> : null),
    },
    {
      key: 'expected_close_date',
      title: field.expected_close_date,
      sortKey: 'expected_close_date',
      width: 110,
      cell: ({ expected_close_date: day }) => <Day day={day} />,
    },
    {
      key: 'probability',
      title: field.probability,
      isWide: true,
      isNumber: true,
      cell: ({ probability }) => probability,
    },
    {
      key: 'priority',
      title: field.priority,
      isWide: true,
      cell: ({ priority }) => words.priorities[priority],
    },
    { key: 'source', title: field.source, isWide: true, cell: ({ source }) => source },
    { key: 'tags', title: field.tags, isWide: true, cell: ({ tags }) => tags.join(', ') },
    {
      key: 'loss_reason',
      title: field.loss_reason,
      isWide: true,
      cell: ({ loss_reason }) => loss_reason,
    },
    {
      key: 'status',
      title: field.status,
      isWide: true,
      cell: ({ status }) => words.statuses[status],
    },
    {
      key: 'created_at',
      title: field.created_at,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'updated_at',
      title: field.updated_at,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
};

function Amount({ value }: { readonly value: number | null }) {
  const money = useMoneyFormat();
  return value === null ? null : <span className="tabular-nums">{money(value)}</span>;
}

function Day({ day }: { readonly day: string | null }) {
  const shown = useDayFormat();
  return day === null ? null : shown(day);
}
