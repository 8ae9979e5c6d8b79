import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useDayFormat } from '#panel/display/formatters.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { paths } from '#panel/route/paths.ts';
import { Link, useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { Deadline } from './Deadline.tsx';
import { DeadlineSetting } from './DeadlineSetting.tsx';
import { personOf } from './model.ts';
import { NewRequest } from './NewRequest.tsx';
import { privacyRequestsQuery } from './queries.ts';

/** Requests of persons about their data: open ones by their deadline, closed ones, and the deadline itself. */
export default function PrivacyRequests() {
  const words = usePrivacyWords();
  const { pages } = useSettingsWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(privacyRequestsQuery(slug));
  const [isMaking, setMaking] = useState(false);
  // The menu of a contact or a client links here: `new=contacts/ID`.
  const [of, setOf] = useParam('new');
  const create = (
    <Button look="primary" data-create onClick={() => setMaking(true)}>
      {words.create}
    </Button>
  );
  const isOpen = ({ state }: PrivacyRequest) => state !== 'closed';
  const isNoneOpen = query.data !== undefined && !query.data.some(isOpen);
  return (
    <Page title={pages.privacy} about={words.about} actions={isNoneOpen ? null : create}>
      <Section title={words.open}>
        <QueryContent query={query}>
          {(all) =>
            isNoneOpen ? (
              <Empty text={words.none} ghost={<Ghost of="people" />} create={create} />
            ) : (
              <OpenRequests slug={slug} rows={all.filter(isOpen)} />
            )
          }
        </QueryContent>
      </Section>
      {query.data?.every(isOpen) === false ? (
        <Section title={words.closed}>
          <ClosedRequests slug={slug} rows={query.data.filter((each) => !isOpen(each))} />
        </Section>
      ) : null}
      <DeadlineSetting slug={slug} />
      {isMaking || of !== undefined ? (
        <NewRequest
          slug={slug}
          of={of}
          onClose={() => {
            setMaking(false);
            setOf(undefined);
          }}
        />
      ) : null}
    </Page>
  );
}

interface ListProps {
  readonly slug: string;
  readonly rows: readonly PrivacyRequest[];
}

function Person({ slug, of }: { readonly slug: string; readonly of: PrivacyRequest }) {
  const words = usePrivacyWords();
  return (
    <Link
      href={paths.privacyRequest(slug, of.id)}
      className="wrap-anywhere text-accent hover:underline"
    >
      {personOf(of, words, formatPhone)}
    </Link>
  );
}

function OpenRequests({ slug, rows }: ListProps) {
  const words = usePrivacyWords();
  const { common } = useWords();
  return (
    <Table
      label={words.open}
      rows={rows}
      keyOf={({ id }) => id}
      actionsTitle={common.actions}
      columns={[
        { key: 'person', title: words.person, cell: (each) => <Person slug={slug} of={each} /> },
        { key: 'kind', title: words.kind, cell: ({ kind }) => words.kinds[kind] },
        { key: 'due', title: words.due, cell: (each) => <Deadline of={each} /> },
        {
          key: 'state',
          title: words.state,
          isWide: true,
          cell: ({ state }) => words.states[state],
        },
      ]}
    />
  );
}

function ClosedRequests({ slug, rows }: ListProps) {
  const words = usePrivacyWords();
  const { common } = useWords();
  const day = useDayFormat();
  return (
    <Table
      label={words.closed}
      rows={rows}
      keyOf={({ id }) => id}
      actionsTitle={common.actions}
      columns={[
        { key: 'person', title: words.person, cell: (each) => <Person slug={slug} of={each} /> },
        { key: 'kind', title: words.kind, cell: ({ kind }) => words.kinds[kind] },
        {
          key: 'outcome',
          title: words.outcome,
          cell: ({ outcome }) => (outcome === null ? null : words.outcomes[outcome]),
        },
        {
          key: 'due',
          title: words.due,
          isWide: true,
          cell: ({ due_on: due }) => day(due),
        },
        {
          key: 'closed',
          title: words.closedOn,
          isWide: true,
          cell: ({ closed_at: at }) => (at === null ? null : <RelativeTime at={at} />),
        },
      ]}
    />
  );
}
