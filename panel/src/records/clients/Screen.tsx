import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { clientFields, clientFilters } from '#panel/api/records/clients.ts';
import type { Client } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { type ChangeOf, changeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { defaultColumns, useColumns } from './columns.tsx';
import { Duplicates } from './Duplicates.tsx';
import { NewClientDialog } from './NewClientDialog.tsx';
import { type ClientFilters, clientsQuery, type DuplicateFilters } from './queries.ts';

const nameOf = ({ name }: Client) => name;
const change = changeRecord('clients');
const params = listParams(clientFilters);

export default function Clients() {
  const words = useClientWords();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'clients');
  const [isMaking, setMaking] = useState(false);
  const sort = list.get('sort') ?? 'full_name';
  const listFilters = filtersInAddress(list, params);
  const filters = { sort, ...listFilters } as ClientFilters;
  const query = useInfiniteQuery(clientsQuery(slug, filters));
  const { act, failure } = useCommand(change);
  const [tried, setTried] = useState<DuplicateFilters>({});
  const latest = useRef(act);
  latest.current = act;
  const save = useCallback(
    ({ id }: Client, change: ChangeOf<'clients'>) => {
      setTried({ cpf: change.cpf ?? undefined, cnpj: change.cnpj ?? undefined });
      latest.current({ slug, id, change });
    },
    [slug],
  );
  const columns = useColumns(save);
  const fields = useFieldFilters('clients', params, {});
  const create = { label: words.create, act: () => setMaking(true) };
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={query.data?.total}
        fields={fields}
        columns={columns}
        standard={defaultColumns}
        action={<CreateButton onClick={create.act}>{create.label}</CreateButton>}
      >
        <FailureNotice failure={failure} says={{ DUPLICATE_ENTRY: words.isTwin }} />
        {failure?.code === 'DUPLICATE_ENTRY' ? <Duplicates slug={slug} filters={tried} /> : null}
      </ListHead>
      <RecordList
        label={words.title}
        kind="clients"
        list={list}
        query={query}
        filters={filters}
        columns={columns}
        standard={defaultColumns}
        nameOf={nameOf}
        sort={sort}
        fields={fields}
        ghost="people"
        none={Object.keys(listFilters).length > 0 ? undefined : words.none}
        create={create}
        bulk={{ fields: clientFields, actions: [{ field: 'status' }], withoutAction: ['source'] }}
      />
      {isMaking ? <NewClientDialog slug={slug} onClose={() => setMaking(false)} /> : null}
    </div>
  );
}
