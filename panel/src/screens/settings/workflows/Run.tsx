import { useQuery } from '@tanstack/react-query';
import type { WorkflowRun } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { usePathname } from '#panel/route/router.tsx';
import { Facts, Page, Section } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { EditingContext, useEditing } from './controls/context.ts';
import { triggerIn } from './model/form-view.ts';
import { idsIn } from './model/ids.ts';
import type { Json } from './model/json.ts';
import { workflowChoicesQuery, workflowRunQuery, workflowVersionsQuery } from './queries.ts';
import { RunActions } from './RunActions.tsx';
import { RunReason } from './RunReason.tsx';
import { RunRecord } from './RunRecord.tsx';
import { RunState } from './RunState.tsx';
import { RunSteps } from './RunSteps.tsx';

/** Live view of a run, step by step. */
export default function RunPage() {
  const { runs: words } = useWorkflowWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(workflowRunQuery(slug, lastSegment(usePathname())));
  return (
    <QueryContent query={query} title={words.one} rows={5}>
      {(run) => <LoadedRun slug={slug} run={run} />}
    </QueryContent>
  );
}

function LoadedRun({ slug, run }: { readonly slug: string; readonly run: WorkflowRun }) {
  const words = useWorkflowWords();
  const nobody = useEditing();
  const { workflow, version } = run;
  const { data: versions } = useQuery(workflowVersionsQuery(slug, workflow.id));
  const versionOfRun = versions?.find((each) => each.version === version) ?? versions?.[0];
  const definition = versionOfRun?.definition as Json | undefined;
  const values = run.steps.map((step) => (step.values ?? null) as Json);
  const { data: choices } = useQuery({
    ...workflowChoicesQuery(slug, definition === undefined ? [] : idsIn([definition, ...values])),
    enabled: definition !== undefined,
  });
  const trigger = definition === undefined ? undefined : triggerIn(definition);
  const editing = {
    ...nobody,
    slug,
    choices,
    trigger: trigger?.type,
    subject: trigger?.subject,
    nameOf: (id: string) =>
      [...(choices?.names ?? []), ...(choices?.people ?? [])].find((each) => each.id === id)?.name,
  };
  const { runs } = words;
  return (
    <EditingContext value={editing}>
      <BackLink href={`${paths.workflow(slug, workflow.id)}?tab=runs`}>
        {runs.back({ name: workflow.name })}
      </BackLink>
      <Page title={runs.one} actions={<RunActions slug={slug} run={run} definition={definition} />}>
        <Section>
          <Facts
            facts={[
              [
                runs.status,
                <span
                  key="status"
                  role="status"
                  className="inline-flex flex-wrap items-center gap-2"
                >
                  <RunState status={run.status} next={run.next_step_at} />
                  <RunReason reason={run.reason} details={run.reason_details} />
                </span>,
              ],
              [runs.record, <RunRecord key="record" run={run} />],
              [runs.began, <RelativeTime key="began" at={run.created_at} />],
              ...(run.completed_at
                ? [[runs.ended, <RelativeTime key="ended" at={run.completed_at} />] as const]
                : []),
              ...(version === null ? [] : [[runs.ofVersion, String(version)] as const]),
            ]}
          />
        </Section>
        <RunSteps run={run} definition={definition} />
      </Page>
    </EditingContext>
  );
}
