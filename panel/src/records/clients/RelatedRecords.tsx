import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import type { Kind } from '#panel/route/record-paths.ts';
import { Empty } from '#panel/ui/layout.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { contactsOfClientQuery, dealsOfClientQuery, projectsOfClientQuery } from './queries.ts';

interface Props<T> {
  readonly kind: Kind;
  readonly query: UseQueryResult<readonly T[]>;
  readonly empty: string;
  readonly nameOf: (record: T) => string;
  readonly aboutOf: (record: T) => string;
}

function Records<T extends { readonly id: string }>(props: Props<T>) {
  const { kind, query, empty, nameOf, aboutOf } = props;
  return (
    <QueryContent query={query}>
      {(records) =>
        records.length === 0 ? (
          <Empty text={empty} />
        ) : (
          <ul>
            {records.map((record) => (
              <li
                key={record.id}
                className="flex min-h-9 items-center justify-between gap-3 border-border border-b last:border-b-0 pointer-coarse:min-h-11"
              >
                <RecordLink kind={kind} id={record.id} className="truncate hover:underline">
                  {nameOf(record)}
                </RecordLink>
                <span className="shrink-0 text-meta text-muted">{aboutOf(record)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

interface Of {
  readonly slug: string;
  readonly id: string;
}

export function Deals({ slug, id }: Of) {
  const { noneOf } = useClientWords();
  return (
    <Records
      kind="deals"
      query={useQuery(dealsOfClientQuery(slug, id))}
      empty={noneOf.deals}
      nameOf={({ title }) => title}
      aboutOf={({ phase }) => phaseName(phase)}
    />
  );
}

export function Projects({ slug, id }: Of) {
  const { noneOf } = useClientWords();
  return (
    <Records
      kind="projects"
      query={useQuery(projectsOfClientQuery(slug, id))}
      empty={noneOf.projects}
      nameOf={({ name }) => name}
      aboutOf={({ due_date }) => due_date?.split('-').reverse().join('/') ?? ''}
    />
  );
}

export function Contacts({ slug, id }: Of) {
  const { noneOf } = useClientWords();
  return (
    <Records
      kind="contacts"
      query={useQuery(contactsOfClientQuery(slug, id))}
      empty={noneOf.contacts}
      nameOf={({ custom_name, push_name, phone }) => custom_name ?? push_name ?? phone}
      aboutOf={({ phone }) => formatPhone(phone)}
    />
  );
}
