import { useInfiniteQuery } from '@tanstack/react-query';
import type { WorkflowRun } from '#panel/api/types.ts';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, useParam } from '#panel/route/router.tsx';
import { Empty, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { type RunStatus, workflowRunsQuery } from './queries.ts';
import { RunReason } from './RunReason.tsx';
import { RunRecord } from './RunRecord.tsx';
import { RunState } from './RunState.tsx';

const statuses: readonly RunStatus[] = ['pending', 'failed', 'done', 'skipped', 'stopped'];

/** Live list of a workflow's runs, latest first. */
export default function Runs({ slug, id }: { readonly slug: string; readonly id: string }) {
  const { runs: words } = useWorkflowWords();
  const { common } = useWords();
  const [statusParam, ask] = useParam('status');
  const status = statuses.find((each) => each === statusParam);
  const query = useInfiniteQuery(workflowRunsQuery(slug, id, status));
  return (
    <Section about={words.about}>
      <div className="w-48">
        <Select
          label={words.status}
          value={status ?? ''}
          choices={[
            { value: '', label: words.anyStatus },
            ...statuses.map((value) => ({ value, label: words.statuses[value] ?? value })),
          ]}
          onChange={({ target }) => ask(target.value || undefined)}
        />
      </div>
      <PagedRows query={query} none={<Empty text={status ? words.noneSuch : words.none} />}>
        {(rows) => (
          <Table<WorkflowRun>
            label={words.title}
            rows={rows}
            keyOf={(run) => run.id}
            actionsTitle={common.actions}
            columns={[
              {
                key: 'began',
                title: words.began,
                cell: (run) => (
                  <Link
                    href={paths.workflowRun(slug, id, run.id)}
                    className="inline-flex min-h-6 items-center rounded font-medium text-accent hover:underline"
                  >
                    <RelativeTime at={run.created_at} />
                  </Link>
                ),
              },
              {
                key: 'status',
                title: words.status,
                cell: (run) => (
                  <span className="flex flex-col items-start gap-0.5">
                    <RunState status={run.status} next={run.next_step_at} />
                    <RunReason reason={run.reason} details={run.reason_details} />
                  </span>
                ),
              },
              { key: 'record', title: words.record, cell: (run) => <RunRecord run={run} /> },
              {
                key: 'version',
                title: words.ofVersion,
                isWide: true,
                cell: ({ version }) => version ?? '',
              },
            ]}
          />
        )}
      </PagedRows>
    </Section>
  );
}
