import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '../../../api/types.ts';
import { useAct } from '../../../commands/use-action.ts';
import { contractActs, contractsQuery } from '../../../data/contracts.ts';
import { Confirm } from '../../../parts/ConfirmDialog.tsx';
import { Further } from '../../../parts/LoadMore.tsx';
import { Loaded } from '../../../parts/QueryContent.tsx';
import { When } from '../../../parts/RelativeTime.tsx';
import { useTeamHere } from '../../../parts/use-team.ts';
import { Button } from '../../../ui/Button.tsx';
import { More } from '../../../ui/icons.tsx';
import { Empty, Page, Section } from '../../../ui/layout.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Table } from '../../../ui/Table.tsx';
import { say } from '../../../ui/Toast.tsx';
import { useSettingsWords } from '../../../words/settings/use.ts';
import { useWords } from '../../../words/translations.ts';
import { ContractDialog } from './ContractDialog.tsx';

export default function Contracts() {
  const { contracts: words, people, pages, readOnly } = useSettingsWords();
  const { common } = useWords();
  const { slug, me, isAdmin } = useTeamHere();
  const query = useInfiniteQuery(contractsQuery(slug));
  const acts = contractActs(slug);
  const [editing, edit] = useState<Contract | 'new'>();
  const [leaving, setLeaving] = useState<Contract>();
  const saved = () => {
    edit(undefined);
    setLeaving(undefined);
    say(common.saved);
  };
  const remove = useAct(acts.remove, saved);
  const make = (
    <Button look="primary" onClick={() => edit('new')}>
      {words.create}
    </Button>
  );
  const menuOf = (contract: Contract) => (
    <Menu
      label={people.actionsFor({ name: contract.title })}
      items={[
        { label: words.edit, act: () => edit(contract) },
        { label: words.remove, isDangerous: true, act: () => setLeaving(contract) },
      ]}
      className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
    >
      <More />
    </Menu>
  );
  return (
    <Page title={words.title} about={words.about} actions={isAdmin ? make : undefined}>
      <Section about={me && !isAdmin ? readOnly : undefined}>
        <Loaded query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty text={words.none} />
            ) : (
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
                    cell: ({ created_at }) => <When at={created_at} />,
                  },
                ]}
                {...(isAdmin ? { actions: menuOf } : {})}
              />
            )
          }
        </Loaded>
        <Further query={query} shown={query.data?.rows.length ?? 0} />
      </Section>
      {editing ? (
        <ContractDialog
          slug={slug}
          acts={acts}
          contract={editing === 'new' ? undefined : editing}
          onClose={() => edit(undefined)}
          onDone={saved}
        />
      ) : null}
      {leaving ? (
        <Confirm
          title={words.removeTitle({ name: leaving.title })}
          about={words.removeAbout}
          submit={words.remove}
          isBusy={remove.isBusy}
          failure={remove.failure}
          onConfirm={() => remove.act(leaving.id)}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </Page>
  );
}
