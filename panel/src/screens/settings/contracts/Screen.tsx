import { useInfiniteQuery } from '@tanstack/react-query';
import type { Contract } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { useRowDialogs } from '../use-row-dialogs.tsx';
import { ContractDialog } from './ContractDialog.tsx';
import { contractActions, contractsQuery } from './queries.ts';

export default function Contracts() {
  const { contracts: words, people, pages, readOnly } = useSettingsWords();
  const { common } = useWords();
  const { slug, me, can } = useCurrentTeam();
  const query = useInfiniteQuery(contractsQuery(slug));
  const acts = contractActions(slug);
  const { openNew, editing, menuOf, confirmation } = useRowDialogs<Contract>({
    nameOf: ({ title }) => title,
    remove: acts.remove,
    words: { ...words, actionsFor: people.actionsFor },
  });
  const create = can('contracts.create') ? (
    <Button look="primary" onClick={openNew}>
      {words.create}
    </Button>
  ) : null;
  const isEmpty = query.data?.rows.length === 0;
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? null : create}>
      <Section about={me && !can('contracts.update') ? readOnly : undefined}>
        <PagedRows
          query={query}
          none={<Empty text={words.none} ghost={<Ghost of="rows" />} create={create} />}
        >
          {(rows) => (
            <Table
              label={pages.contracts}
              rows={rows}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'title',
                  title: words.name,
                  cell: ({ title }) => <span className="break-words font-medium">{title}</span>,
                },
                {
                  key: 'client',
                  title: words.client,
                  cell: ({ client }) =>
                    client?.name ?? <span className="text-muted">{words.noClient}</span>,
                },
                {
                  key: 'created',
                  title: words.created,
                  isWide: true,
                  cell: ({ created_at }) => <RelativeTime at={created_at} />,
                },
              ]}
              {...(can('contracts.update') ? { actions: menuOf } : {})}
            />
          )}
        </PagedRows>
      </Section>
      {editing ? (
        <ContractDialog
          slug={slug}
          acts={acts}
          contract={editing.row}
          onClose={editing.onClose}
          onDone={editing.onDone}
        />
      ) : null}
      {confirmation}
    </Page>
  );
}
