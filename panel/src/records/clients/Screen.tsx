import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Client } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { changeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { type ClientWords, useClientWords } from '#panel/words/clients/use.ts';
import { type ListWords, useListWords } from '#panel/words/lists/use.ts';
import { BulkBar } from '../shared/bulk/BulkBar.tsx';
import { listQuery } from '../shared/bulk/bulk-changes.ts';
import type { FilterField } from '../shared/list/Filters.tsx';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordTable } from '../shared/list/RecordTable.tsx';
import { useSelection } from '../shared/list/use-selection.ts';
import { visibleColumns } from '../shared/list/visible-columns.ts';
import { columnsOf, defaultColumns } from './columns.tsx';
import { Duplicates } from './Duplicates.tsx';
import { NewClientDialog } from './NewClientDialog.tsx';
import { type ClientFilters, clientsQuery, type DuplicateFilters } from './queries.ts';

const nameOf = ({ name }: Client) => name;
const change = changeRecord('clients');

const choice = (param: 'type' | 'status', name: string, is: string, all: object): FilterField => ({
  key: param,
  name,
  operators: [
    {
      param,
      name: is,
      value: {
        kind: 'choice',
        choices: Object.entries(all).map(([value, label]) => ({ value, label: String(label) })),
      },
    },
  ],
});

const fieldsOf = (words: ClientWords, lists: ListWords): readonly FilterField[] => [
  choice('type', words.field.type, lists.is, words.types),
  choice('status', words.field.status, lists.is, words.statuses),
];

export default function Clients() {
  const words = useClientWords();
  const lists = useListWords();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'clients');
  const [isMaking, setMaking] = useState(false);
  const sort = list.get('sort') ?? 'full_name';
  const filters = {
    sort,
    type: list.get('type'),
    status: list.get('status'),
    search: list.get('search'),
  } as ClientFilters;
  const [selected, select] = useSelection(listQuery(filters));
  const query = useInfiniteQuery(clientsQuery(slug, filters));
  const { act, failure } = useCommand(change);
  const [tried, setTried] = useState<DuplicateFilters>({});
  const latest = useRef(act);
  latest.current = act;
  const all = useMemo(
    () =>
      columnsOf(words, (id, change) => {
        setTried({ cpf: change.cpf ?? undefined, cnpj: change.cnpj ?? undefined });
        latest.current({ slug, id, change });
      }),
    [words, slug],
  );
  const columns = useMemo(() => visibleColumns(list, all, defaultColumns), [list, all]);
  const make = (
    <Button look="primary" data-create onClick={() => setMaking(true)}>
      {words.create}
    </Button>
  );
  const isFiltered = filters.type ?? filters.status ?? filters.search;
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={query.data?.total}
        fields={fieldsOf(words, lists)}
        columns={all}
        standard={defaultColumns}
        action={make}
      >
        <FailureNotice failure={failure} says={{ DUPLICATE_ENTRY: words.isTwin }} />
        {failure?.code === 'DUPLICATE_ENTRY' ? <Duplicates slug={slug} filters={tried} /> : null}
      </ListHead>
      <RecordTable
        label={words.title}
        kind="clients"
        list={list}
        query={query}
        columns={columns}
        nameOf={nameOf}
        sort={sort}
        selected={selected}
        onSelect={select}
        empty={
          <Empty text={isFiltered ? lists.nothingMatches : words.none}>
            {isFiltered ? null : make}
          </Empty>
        }
      />
      <BulkBar
        slug={slug}
        kind="clients"
        selected={selected}
        matching={query.data && { total: query.data.total, query: listQuery(filters) }}
        actions={[
          {
            label: words.field.status,
            choices: Object.entries(words.statuses).map(([status, label]) => ({
              label,
              change: { status },
            })),
          },
        ]}
        onDone={() => select(new Set())}
      />
      {isMaking ? <NewClientDialog slug={slug} onClose={() => setMaking(false)} /> : null}
    </div>
  );
}
