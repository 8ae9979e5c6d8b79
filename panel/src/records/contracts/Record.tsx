import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contractFields } from '#panel/api/records/contracts.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { type ChangeOf, changeRecord, recordQuery } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { Renewal } from '../shared/contracts/Renewal.tsx';
import { ContractStatus } from '../shared/contracts/Status.tsx';
import { Properties } from '../shared/fields/Properties.tsx';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import RecordHistory from '../shared/history/RecordHistory.tsx';
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import type { RecordProps } from '../shared/record-shortcuts.ts';
import { ContractBilling } from './ContractBilling.tsx';
import { ContractHours } from './ContractHours.tsx';
import { ContractProjects } from './ContractProjects.tsx';

const RemoveDialog = lazyWithWords(() => import('./RemoveDialog.tsx'), 'nothing');

const change = changeRecord('contracts');
const propertyNames = [
  'status',
  'client_id',
  'value',
  'period',
  'included_hours',
  'carry_over',
  'overage_rate',
  'starts_on',
  'ends_on',
  'renews_on',
  'notice_days',
  'owner_id',
] as const;

/** Record of a contract: its terms and its projects. */
export default function ContractRecord({ slug, id, isPeek }: RecordProps) {
  const words = useContractWords();
  const { labels } = useFieldWords();
  const { money } = useFieldTexts('contracts');
  const { can } = useCurrentTeam();
  const query = useQuery(recordQuery(slug, 'contracts', id));
  const withPending = useWithPending();
  const { act, failure } = useCommand(change);
  const [isRemoving, setRemoving] = useState(false);
  const save = (fields: ChangeOf<'contracts'>) => act({ slug, id, change: fields });
  const isReadOnly = !can('contracts.update');
  return (
    <RecordOrDeleted slug={slug} kind="contracts" query={query}>
      {(loaded) => {
        const contract = withPending(`contracts/${id}`, loaded);
        const { title, client, value, period, status } = contract;
        const Heading = isPeek ? 'h2' : 'h1';
        return (
          <div className="flex flex-col gap-4">
            <RecordHead
              slug={slug}
              kind="contracts"
              isPeek={isPeek}
              parent={client && { kind: 'clients', ...client }}
              title={
                isReadOnly ? (
                  <Heading
                    className={`break-words py-1 font-semibold ${isPeek ? 'text-title' : 'text-page'}`}
                  >
                    {title}
                  </Heading>
                ) : (
                  <TitleField
                    label={labels.title}
                    name="title"
                    value={title}
                    isPage={!isPeek}
                    onSave={(next) => save({ title: next })}
                  />
                )
              }
              facts={
                <>
                  <ContractStatus of={status} />
                  {value === null ? null : (
                    <span className="tabular-nums">{`${money(value)} ${words.perPeriod[period]}`}</span>
                  )}
                  <Renewal of={contract} />
                </>
              }
              actions={
                can('contracts.delete') ? (
                  <MoreMenu
                    label={words.actions({ name: title })}
                    items={[{ label: words.remove, act: () => setRemoving(true) }]}
                  />
                ) : null
              }
            />
            <FailureNotice failure={failure} />
            <RecordBody
              isPeek={isPeek}
              label={words.data}
              properties={
                <Properties
                  slug={slug}
                  kind="contracts"
                  fields={contractFields}
                  record={contract}
                  save={save}
                  properties={Object.fromEntries(
                    propertyNames.map((name) => [name, { isReadOnly }]),
                  )}
                  hidden={['title', 'project_ids']}
                />
              }
              after={<RecordHistory slug={slug} kind="contracts" id={id} />}
            >
              <ContractHours slug={slug} id={id} />
              <ContractBilling slug={slug} id={id} />
              <ContractProjects
                slug={slug}
                ids={contract.project_ids}
                {...(!isReadOnly && {
                  save: (project_ids: readonly string[]) => save({ project_ids: [...project_ids] }),
                })}
              />
            </RecordBody>
            {isRemoving ? (
              <RemoveDialog slug={slug} id={id} title={title} onClose={() => setRemoving(false)} />
            ) : null}
          </div>
        );
      }}
    </RecordOrDeleted>
  );
}
