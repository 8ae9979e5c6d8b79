import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workflow } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { Switch } from '#panel/parts/Switch.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Check, Close } from '#panel/ui/icons.tsx';
import { Badge, Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { EditingContext, useEditing } from './controls/context.ts';
import type { Json } from './model/json.ts';
import { workflowActions, workflowChoicesQuery, workflowsQuery } from './queries.ts';
import { RunState } from './RunState.tsx';
import { useSentences } from './use-sentences.ts';

/** Workflows of the team: trigger, switch, and status of the last run. */
export default function Workflows() {
  const { slug } = useCurrentTeam();
  const { data: choices } = useQuery(workflowChoicesQuery(slug, []));
  const nobody = useEditing();
  return (
    <EditingContext value={{ ...nobody, slug, choices }}>
      <List slug={slug} />
    </EditingContext>
  );
}

function List({ slug }: { readonly slug: string }) {
  const words = useWorkflowWords();
  const { common } = useWords();
  const { triggerSays } = useSentences();
  const query = useInfiniteQuery(workflowsQuery(slug));
  const [stopping, ask] = useState<Workflow>();
  const change = useAction(
    ({ id, is_active }: Workflow) => workflowActions(slug).switch(id, !is_active),
    (_, { is_active }) => {
      ask(undefined);
      say(is_active ? words.switchedOff : words.switchedOn);
    },
  );
  const create = (
    <Link href={paths.newWorkflow(slug)} className={buttonClass('primary')}>
      {words.create}
    </Link>
  );
  const isEmpty = query.data?.rows.length === 0;
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? null : create}>
      <Section>
        <FailureNotice failure={change.failure} />
        <PagedRows
          query={query}
          none={<Empty text={words.none} ghost={<Ghost of="steps" />} create={create} />}
        >
          {(rows) => (
            <Table
              label={words.title}
              rows={rows}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'name',
                  title: words.name,
                  cell: ({ id, name, trigger }) => (
                    <span className="flex min-w-0 flex-col items-start">
                      <Link
                        href={paths.workflow(slug, id)}
                        className="inline-flex min-h-6 items-center break-words rounded font-medium text-accent hover:underline"
                      >
                        {name}
                      </Link>
                      <span className="text-meta text-muted">
                        {words.whenText({ what: triggerSays(trigger as Json) })}
                      </span>
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
                  cell: ({ id, last_run }) => <LastRun slug={slug} id={id} run={last_run} />,
                },
              ]}
              actions={(workflow) => (
                <Switch
                  name={workflow.name}
                  isOn={workflow.is_active}
                  isBusy={change.isBusy}
                  onSwitch={() => (workflow.is_active ? ask(workflow) : change.act(workflow))}
                />
              )}
            />
          )}
        </PagedRows>
      </Section>
      {stopping ? (
        <ConfirmDialog
          title={words.switchOffTitle({ name: stopping.name })}
          about={words.switchOffAbout}
          submit={words.switchOff}
          act={change}
          input={stopping}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </Page>
  );
}

interface LastRunProps {
  readonly slug: string;
  readonly id: string;
  readonly run: Workflow['last_run'];
}

function LastRun({ slug, id, run }: LastRunProps) {
  const words = useWorkflowWords();
  if (!run) return <span className="text-muted">{words.noRun}</span>;
  return (
    <Link
      href={paths.workflowRun(slug, id, run.id)}
      className="flex min-h-6 flex-col items-start gap-0.5 rounded hover:underline"
    >
      <RunState status={run.status} />
      <span className="text-meta text-muted">
        <RelativeTime at={run.created_at} />
      </span>
    </Link>
  );
}
