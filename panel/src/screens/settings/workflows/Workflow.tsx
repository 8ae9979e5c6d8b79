import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workflow } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { navigate, useParam, usePathname } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check, Close } from '#panel/ui/icons.tsx';
import { Badge, Page } from '#panel/ui/layout.tsx';
import { Tabs } from '#panel/ui/Tabs.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { definitionOf } from './definition.ts';
import { Editor } from './form/Editor.tsx';
import { DryRun } from './lazy-dry-run.ts';
import { workflowActions, workflowQuery } from './queries.ts';

const Runs = lazyWithWords(() => import('./Runs.tsx'));
const Versions = lazyWithWords(() => import('./Versions.tsx'));

/** Page of a workflow: form, runs, versions. */
export default function WorkflowPage() {
  const words = useWorkflowWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(workflowQuery(slug, lastSegment(usePathname())));
  return (
    <>
      <BackLink href={paths.workflows(slug)}>{words.all}</BackLink>
      <QueryContent query={query} title={words.title} rows={5}>
        {(workflow) => <LoadedWorkflow slug={slug} workflow={workflow} />}
      </QueryContent>
    </>
  );
}

const tabs = ['edit', 'runs', 'versions'] as const;

function LoadedWorkflow({
  slug,
  workflow,
}: {
  readonly slug: string;
  readonly workflow: Workflow;
}) {
  const words = useWorkflowWords();
  const [tabParam, ask] = useParam('tab');
  const tab = tabs.find((each) => each === tabParam) ?? 'edit';
  const { id, name, is_active, version } = workflow;
  return (
    <Page
      title={name}
      about={
        <span className="flex flex-wrap items-center gap-2">
          {is_active ? (
            <Badge tone="ok" icon={<Check size={12} />}>
              {words.active}
            </Badge>
          ) : (
            <Badge icon={<Close size={12} />}>{words.off}</Badge>
          )}
          {words.version({ version })}
        </span>
      }
      actions={
        <div className="flex gap-2">
          <Remove slug={slug} workflow={workflow} />
          <OnOff slug={slug} workflow={workflow} />
        </div>
      }
    >
      <Tabs
        label={words.tabsLabel}
        tabs={tabs.map((key) => ({ key, name: words.tabs[key] }))}
        chosen={tab}
        onChoose={(key) => ask(key === 'edit' ? undefined : key)}
      >
        {tab === 'edit' ? <Edited key={id} slug={slug} workflow={workflow} /> : null}
        {tab === 'runs' ? <Runs slug={slug} id={id} /> : null}
        {tab === 'versions' ? <Versions slug={slug} workflow={workflow} /> : null}
      </Tabs>
    </Page>
  );
}

function Edited({ slug, workflow }: { readonly slug: string; readonly workflow: Workflow }) {
  const words = useWorkflowWords();
  const { id, version } = workflow;
  return (
    <Editor
      slug={slug}
      keptAs={`pauta.workflow/${slug}/${id}`}
      stored={definitionOf(workflow)}
      version={version}
      submit={words.save}
      save={async (definition) => {
        const saved = await workflowActions(slug).change(id, definition);
        say(words.saved({ version: saved.version }));
        return definitionOf(saved);
      }}
    >
      {(draft) => <DryRun draft={draft} />}
    </Editor>
  );
}

function Remove({ slug, workflow }: { readonly slug: string; readonly workflow: Workflow }) {
  const words = useWorkflowWords();
  const { id, name } = workflow;
  const [isAsked, ask] = useState(false);
  const act = useAction(
    () => workflowActions(slug).remove(id),
    () => {
      navigate(paths.workflows(slug));
      say(words.removed);
    },
  );
  return (
    <>
      <Button onClick={() => ask(true)}>{words.remove}</Button>
      {isAsked ? (
        <ConfirmDialog
          title={words.removeTitle({ name })}
          about={words.removeAbout}
          submit={words.remove}
          act={act}
          input={undefined}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}

function OnOff({ slug, workflow }: { readonly slug: string; readonly workflow: Workflow }) {
  const words = useWorkflowWords();
  const { id, name, is_active } = workflow;
  const [isAsked, ask] = useState(false);
  const change = useAction(
    () => workflowActions(slug).switch(id, !is_active),
    () => {
      ask(false);
      say(is_active ? words.switchedOff : words.switchedOn);
    },
  );
  return (
    <>
      <Button busy={change.isBusy} onClick={() => (is_active ? ask(true) : change.act(undefined))}>
        {is_active ? words.switchOff : words.switchOn}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={words.switchOffTitle({ name })}
          about={words.switchOffAbout}
          submit={words.switchOff}
          act={change}
          input={undefined}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}
