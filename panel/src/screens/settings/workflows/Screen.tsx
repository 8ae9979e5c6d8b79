import { useInfiniteQuery } from '@tanstack/react-query';
import type { Workflow } from '../../../api/types.ts';
import { useAct } from '../../../commands/act.ts';
import { switches, workflowsQuery } from '../../../data/connections.ts';
import { Further } from '../../../parts/Further.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { FailureNotice } from '../../../parts/Notice.tsx';
import { Switch } from '../../../parts/Switch.tsx';
import { useTeamHere } from '../../../parts/team.ts';
import { When } from '../../../parts/When.tsx';
import { Check, Close, Info, Warning } from '../../../ui/icons.tsx';
import { Badge, Empty, Page, Section } from '../../../ui/layout.tsx';
import { Table } from '../../../ui/Table.tsx';
import { say } from '../../../ui/Toast.tsx';
import { useWords } from '../../../words/t.ts';
import { useUpkeepWords } from '../../../words/upkeep/use.ts';

const phase = (value: unknown) => (typeof value === 'string' ? value : undefined);

export default function Workflows() {
  const { workflows: words } = useUpkeepWords();
  const { common } = useWords();
  const { slug } = useTeamHere();
  const query = useInfiniteQuery(workflowsQuery(slug));
  const change = useAct(
    ({ id, is_active }: Workflow) => switches(slug).workflow(id, !is_active),
    (_, { is_active }) => say(is_active ? words.switchedOff : words.switchedOn),
  );
  const whenOf = ({ trigger: { type, from, to } }: Workflow) =>
    type === 'deal_created' ? words.created : words.moved({ from: phase(from), to: phase(to) });
  return (
    <Page title={words.title} about={words.about}>
      <Section title={words.title}>
        <FailureNotice failure={change.failure} />
        <Loaded query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty text={words.none} />
            ) : (
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: words.name,
                    cell: (workflow) => (
                      <span className="flex min-w-0 flex-col">
                        <span className="break-words font-medium">{workflow.name}</span>
                        <span className="text-meta text-muted">{`${words.trigger} ${whenOf(workflow)}`}</span>
                      </span>
                    ),
                  },
                  {
                    key: 'state',
                    title: words.state,
                    cell: ({ is_active }) =>
                      is_active ? (
                        <Badge tone="ok" icon={<Check size={12} />}>
                          {words.active}
                        </Badge>
                      ) : (
                        <Badge icon={<Close size={12} />}>{words.off}</Badge>
                      ),
                  },
                  {
                    key: 'last',
                    title: words.last,
                    isWide: true,
                    cell: ({ last_run }) => <LastRun run={last_run} />,
                  },
                ]}
                actions={(workflow) => (
                  <Switch
                    name={workflow.name}
                    isOn={workflow.is_active}
                    isBusy={change.isBusy}
                    onSwitch={() => change.act(workflow)}
                  />
                )}
              />
            )
          }
        </Loaded>
        <Further query={query} shown={query.data?.rows.length ?? 0} />
      </Section>
    </Page>
  );
}

const looks = {
  pending: { tone: 'info', icon: <Info size={12} /> },
  done: { tone: 'ok', icon: <Check size={12} /> },
  skipped: { icon: <Close size={12} /> },
  stopped: { icon: <Close size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

function LastRun({ run }: { readonly run: Workflow['last_run'] }) {
  const { workflows: words } = useUpkeepWords();
  if (!run) return <span className="text-muted">{words.noRun}</span>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...looks[run.status]}>{words.statuses[run.status]}</Badge>
      <span className="text-meta text-muted">
        <When at={run.created_at} />
      </span>
      {run.reason ? (
        <span className="break-words text-meta text-muted" lang="en">
          {run.reason}
        </span>
      ) : null}
    </span>
  );
}
