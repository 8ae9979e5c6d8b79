import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { contractFields, contractFilters } from '#panel/api/records/contracts.ts';
import type { Contract } from '#panel/api/schema.ts';
import { run, useCommand } from '#panel/commands/command.ts';
import { changeRecord, createRecord, type FiltersOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { Renewal, renewalDays } from '../shared/contracts/Renewal.tsx';
import { ContractStatus } from '../shared/contracts/Status.tsx';
import { NewRecordDialog } from '../shared/fields/NewRecordDialog.tsx';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { choiceOf, filterOf } from '../shared/list/filter-fields.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { recordsQuery } from '../shared/list/table-rows.ts';

const params = listParams(contractFilters);
const standard = ['client', 'status', 'value', 'included_hours', 'renews_on', 'owner_id'];
const change = changeRecord('contracts');
const create = createRecord('contracts');

/** Contracts of the team. */
export default function Contracts() {
  const words = useContractWords();
  const { is } = useListWords();
  const { slug, can } = useCurrentTeam();
  const list = useList(slug, 'contracts');
  const [isMaking, setMaking] = useState(false);
  const sort = list.get('sort') ?? '-created_at';
  const listFilters = filtersInAddress(list, params);
  const filters = { sort, ...listFilters } as FiltersOf<'contracts'>;
  const query = useInfiniteQuery(recordsQuery(slug, 'contracts', filters));
  const texts = useFieldTexts('contracts');
  const { all } = usePeople(slug);
  const { act, failure } = useCommand(change);
  const mayWrite = can('contracts.update');
  const columns = useMemo(
    () =>
      fieldColumns<Contract>({
        fields: contractFields,
        texts,
        columns: {
          title: { width: 240 },
          client_id: { width: 180 },
          status: { width: 110, cell: ({ status }) => <ContractStatus of={status} /> },
          value: {
            width: 150,
            cell: ({ value, period }) =>
              value === null ? null : (
                <span className="tabular-nums">
                  {`${texts.money(value)} ${words.perPeriod[period]}`}
                </span>
              ),
          },
          included_hours: {
            width: 130,
            cell: ({ included_hours: hours }) =>
              hours === null ? null : (
                <span className="tabular-nums">{words.inHours({ hours })}</span>
              ),
          },
          renews_on: {
            width: 170,
            cell: (contract) =>
              contract.renews_on === null ? null : (
                <span className="flex flex-wrap items-center gap-x-2">
                  {texts.day(contract.renews_on)}
                  <Renewal of={contract} />
                </span>
              ),
          },
          owner_id: { width: 120 },
        },
        hidden: ['deal_id', 'project_ids'],
        ...(mayWrite && {
          save: ({ id }: Contract, fields: object) => act({ slug, id, change: fields }),
        }),
      }),
    [texts, words, act, slug, mayWrite],
  );
  const fields = useFieldFilters('contracts', params, {
    status: {},
    client_id: {},
    owner_id: { value: choiceOf(all.map(({ id, name }) => [id, name] as const)) },
    period: {},
    project_id: { value: { kind: 'record', target: 'projects' } },
    renews_within: filterOf(words.renewal.filter, is, 'renews_within', {
      kind: 'number',
      min: contractFilters.renews_within.minimum,
      max: contractFilters.renews_within.maximum,
    }),
  });
  const isDue = list.get('renews_within') === String(renewalDays);
  const make = { label: words.create, act: () => setMaking(true) };
  const mayCreate = can('contracts.create');
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={query.data?.total}
        fields={fields}
        columns={columns}
        standard={standard}
        action={
          <>
            <Button
              look="quiet"
              aria-pressed={isDue}
              onClick={() =>
                list.set({
                  renews_within: isDue ? undefined : String(renewalDays),
                  sort: isDue ? undefined : 'renews_on',
                })
              }
            >
              {words.renewal.due60}
            </Button>
            {mayCreate ? <CreateButton onClick={make.act}>{make.label}</CreateButton> : null}
          </>
        }
      >
        <FailureNotice failure={failure} />
      </ListHead>
      <RecordList
        label={words.title}
        kind="contracts"
        list={list}
        query={query}
        filters={filters}
        columns={columns}
        standard={standard}
        nameOf={({ title }) => title}
        sort={sort}
        fields={fields}
        none={Object.keys(listFilters).length > 0 ? undefined : words.none}
        create={mayCreate ? make : undefined}
      />
      {isMaking ? (
        <NewRecordDialog
          slug={slug}
          kind="contracts"
          fields={contractFields}
          names={[
            'title',
            'client_id',
            'period',
            'value',
            'included_hours',
            'starts_on',
            'renews_on',
          ]}
          submit={words.submit}
          create={(fields, done) => run(create, { slug, fields, done })}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </div>
  );
}
