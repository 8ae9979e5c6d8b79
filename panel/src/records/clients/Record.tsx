import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord, recordQuery } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { paths } from '#panel/route/paths.ts';
import { withParam } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { ContractsOf } from '../shared/contracts/ContractsOf.tsx';
import { RecordFiles } from '../shared/files/RecordFiles.tsx';
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import type { RecordProps } from '../shared/record-shortcuts.ts';
import { ClientData } from './ClientData.tsx';
import { RelatedTabs } from './RelatedTabs.tsx';
import { Relations } from './Relations.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const ReportLinksDialog = lazyWithWords(() => import('./ReportLinksDialog.tsx'), 'nothing');

const change = changeRecord('clients');

/** Record of a client: what is around it, its data and timeline. */
export default function ClientRecord({ slug, id, isPeek }: RecordProps) {
  const words = useClientWords();
  const { labels, values } = useFieldWords();
  const save = useCommand(change);
  const [isReportOpen, showReport] = useState(false);
  const { can } = useCurrentTeam();
  const query = useQuery(recordQuery(slug, 'clients', id));
  const withPending = useWithPending();
  return (
    <RecordOrDeleted slug={slug} kind="clients" query={query}>
      {(loaded) => {
        const client = withPending(`clients/${id}`, loaded);
        return (
          <div className="flex flex-col gap-4">
            <RecordHead
              slug={slug}
              kind="clients"
              isPeek={isPeek}
              avatar={
                <Avatar person={{ id, name: client.display_name ?? client.name }} size="lg" />
              }
              title={
                <TitleField
                  label={labels.name}
                  value={client.name}
                  onSave={(name) => save.act({ slug, id, change: { name } })}
                  isPage={!isPeek}
                />
              }
              actions={
                can('client_reports.create') ? (
                  <MoreMenu
                    label={words.actions({ name: client.display_name ?? client.name })}
                    items={[
                      { label: words.report, act: () => showReport(true) },
                      ...(can('privacy_requests.create')
                        ? [
                            {
                              label: words.privacy,
                              act: () =>
                                navigate(
                                  `${paths.privacy(slug)}${withParam('', 'new', `clients/${id}`)}`,
                                ),
                            },
                          ]
                        : []),
                    ]}
                  />
                ) : null
              }
              facts={
                <>
                  <StatusBadge of={client.status} />
                  <span>{values.clients.type[client.type]}</span>
                  {client.email ? (
                    <a
                      href={`mailto:${client.email}`}
                      className="min-w-0 truncate hover:text-text hover:underline"
                    >
                      {client.email}
                    </a>
                  ) : null}
                  {client.mobile_phone ? <span>{formatPhone(client.mobile_phone)}</span> : null}
                </>
              }
            />
            <FailureNotice failure={save.failure} />
            {isReportOpen ? (
              <ReportLinksDialog
                slug={slug}
                client={{ id, name: client.display_name ?? client.name }}
                onClose={() => showReport(false)}
              />
            ) : null}
            <RecordBody
              isPeek={isPeek}
              label={words.data}
              properties={<ClientData slug={slug} client={client} isPage={!isPeek} />}
              after={<RelatedTabs slug={slug} of="clients" id={id} />}
            >
              <Relations slug={slug} of="clients" id={id} client_id={id} />
              <ContractsOf slug={slug} of="clients" id={id} />
              <RecordFiles slug={slug} kind="clients" id={id} />
            </RecordBody>
          </div>
        );
      }}
    </RecordOrDeleted>
  );
}
