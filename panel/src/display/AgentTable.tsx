import type { ReactNode } from 'react';
import { Table } from '../ui/Table.tsx';
import { useAgentWords } from '../words/agents/use.ts';
import { useWords } from '../words/translations.ts';
import { RelativeTime } from './RelativeTime.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly scope: 'read' | 'full';
  readonly last_used_at: string | null;
  /** False if its team stopped all assistants. */
  readonly team_allows_agents?: boolean;
}

interface Props<R extends Row> {
  readonly agents: readonly R[];
  /** Title and content of the column with the member or the team. */
  readonly holder: { readonly title: string; readonly of: (agent: R) => ReactNode };
  readonly actions: (agent: R) => ReactNode;
}

/** Connected assistants. */
export function AgentTable<R extends Row>({ agents, holder, actions }: Props<R>) {
  const words = useAgentWords();
  const { common } = useWords();
  return (
    <Table
      label={words.list}
      rows={agents}
      keyOf={({ id }) => id}
      actionsTitle={common.actions}
      columns={[
        {
          key: 'name',
          title: words.assistant,
          cell: ({ name, host, scope, team_allows_agents: isAllowed = true }) => (
            <span className="flex min-w-0 flex-col">
              <span className="break-words font-medium">{name}</span>
              <span className="break-words text-meta text-muted">
                {`${host ?? words.installed} · ${words.scopes[scope]}`}
              </span>
              {isAllowed ? null : <span className="text-meta">{words.stopped}</span>}
            </span>
          ),
        },
        { key: 'holder', title: holder.title, cell: holder.of },
        {
          key: 'used',
          title: words.lastUsed,
          isWide: true,
          cell: ({ last_used_at }) =>
            last_used_at === null ? (
              <span className="text-muted">{words.unused}</span>
            ) : (
              <RelativeTime at={last_used_at} />
            ),
        },
      ]}
      actions={actions}
    />
  );
}
