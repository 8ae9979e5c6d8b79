import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Client } from '../../api/types.ts';
import { type ClientsAsked, clientsQuery } from '../../data/clients.ts';
import { useKeysAreOn } from '../../data/preferences.ts';
import { columnsShown } from '../../parts/Display.tsx';
import { ListHead } from '../../parts/ListHead.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { useList } from '../../parts/list.ts';
import { openPeek } from '../../parts/RecordLink.tsx';
import { useTeamHere } from '../../parts/team.ts';
import { recordPath } from '../../route/records.ts';
import { navigate } from '../../route/router.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Fill } from '../../ui/Fill.tsx';
import { Empty } from '../../ui/layout.tsx';
import { useClientWords } from '../../words/clients/use.ts';
import { useListWords } from '../../words/lists/use.ts';
import { columnsOf, standard } from './columns.tsx';

const idOf = ({ id }: Client) => id;
const nameOf = ({ name }: Client) => name;

export default function Clients() {
  const words = useClientWords();
  const lists = useListWords();
  const { slug } = useTeamHere();
  const list = useList(slug, 'clients');
  const hasLetters = useKeysAreOn();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const asked: ClientsAsked = {
    sort: (list.get('sort') ?? 'full_name') as NonNullable<ClientsAsked['sort']>,
    type: list.get('type') as ClientsAsked['type'],
    status: list.get('status') as ClientsAsked['status'],
    search: list.get('search'),
  };
  const query = useInfiniteQuery(clientsQuery(slug, asked));
  const all = useMemo(() => columnsOf(words), [words]);
  const columns = useMemo(() => columnsShown(list, all, standard), [list, all]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const href = useCallback(({ id }: Client) => recordPath(slug, 'clients', id), [slug]);
  const onOpen = useCallback((row: Client) => navigate(href(row)), [href]);
  const onPeek = useCallback(({ id }: Client) => openPeek('clients', id), []);
  const isFiltered = asked.type ?? asked.status ?? asked.search;
  const fields = [
    {
      key: 'type',
      name: words.field.type,
      operators: [
        {
          param: 'type',
          name: lists.is,
          value: {
            kind: 'choice' as const,
            choices: Object.entries(words.types).map(([value, label]) => ({ value, label })),
          },
        },
      ],
    },
    {
      key: 'status',
      name: words.field.status,
      operators: [
        {
          param: 'status',
          name: lists.is,
          value: {
            kind: 'choice' as const,
            choices: Object.entries(words.statuses).map(([value, label]) => ({ value, label })),
          },
        },
      ],
    },
  ];
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={query.data?.total}
        fields={fields}
        columns={all}
        standard={standard}
      />
      <Fill>
        <Loaded query={query} rows={8}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <Empty text={isFiltered ? lists.nothingMatches : words.none} />
            ) : (
              <DataTable
                label={words.title}
                words={lists.table}
                rows={rows}
                keyOf={idOf}
                nameOf={nameOf}
                columns={columns}
                sort={asked.sort}
                onSort={(sort) => list.set({ sort })}
                selected={selected}
                onSelect={select}
                kind="clients"
                href={href}
                onOpen={onOpen}
                onPeek={onPeek}
                onEnd={onEnd}
                total={total}
                hasLetters={hasLetters}
              />
            )
          }
        </Loaded>
      </Fill>
    </div>
  );
}
