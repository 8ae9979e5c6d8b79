import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workflow, WorkflowVersions } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { EditingContext, useEditing } from './controls/context.ts';
import { idsIn } from './model/ids.ts';
import { type Json, print } from './model/json.ts';
import { workflowActions, workflowChoicesQuery, workflowVersionsQuery } from './queries.ts';
import { useDifferences } from './use-differences.ts';

type Version = WorkflowVersions['versions'][number];

interface Props {
  readonly slug: string;
  readonly workflow: Workflow;
}

/** Versions of a workflow: author, time, differences, and an action to restore one. */
export default function Versions({ slug, workflow }: Props) {
  const { versions: words } = useWorkflowWords();
  const nobody = useEditing();
  const query = useQuery(workflowVersionsQuery(slug, workflow.id));
  const ids = idsIn((query.data ?? []).map(({ definition }) => definition as Json));
  const { data: choices } = useQuery({
    ...workflowChoicesQuery(slug, ids),
    enabled: query.data !== undefined,
  });
  const [restoring, restore] = useState<Version>();
  const act = useAction(
    ({ definition }: Version) => workflowActions(slug).change(workflow.id, definition),
    ({ version }) => {
      restore(undefined);
      say(words.restored({ version }));
    },
  );
  const nameOf = (id: string) =>
    [...(choices?.names ?? []), ...(choices?.people ?? [])].find((each) => each.id === id)?.name;
  return (
    <EditingContext value={{ ...nobody, slug, choices, nameOf }}>
      <Section about={words.about}>
        <QueryContent query={query}>
          {(all) => (
            <ol aria-label={words.title} className="flex flex-col">
              {all.map((version, place) => (
                <Row
                  key={version.version}
                  version={version}
                  before={all[place + 1]}
                  isCurrent={version.version === workflow.version}
                  onRestore={() => restore(version)}
                />
              ))}
            </ol>
          )}
        </QueryContent>
        {restoring ? (
          <ConfirmDialog
            title={words.restoreTitle({ version: restoring.version })}
            about={words.restoreAbout}
            submit={words.restore}
            look="primary"
            act={act}
            input={restoring}
            onClose={() => restore(undefined)}
          />
        ) : null}
      </Section>
    </EditingContext>
  );
}

interface RowProps {
  readonly version: Version;
  readonly before: Version | undefined;
  readonly isCurrent: boolean;
  readonly onRestore: () => void;
}

function Row({ version, before, isCurrent, onRestore }: RowProps) {
  const words = useWorkflowWords();
  const { versions } = words;
  const { created_by, created_at, definition } = version;
  const says = useDifferences();
  const lines = before ? says(before.definition as Json, definition as Json) : [versions.first];
  const who = created_by ? versions.by({ name: created_by.name }) : versions.byOperator;
  return (
    <li className="flex flex-col gap-1 border-border border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex flex-wrap items-center gap-2 font-medium">
          {words.version({ version: version.version })}
          {isCurrent ? (
            <Badge tone="ok" icon={<Check size={12} />}>
              {versions.current}
            </Badge>
          ) : null}
        </h2>
        {isCurrent ? null : (
          <Button
            aria-label={`${versions.restore}: ${words.version({ version: version.version })}`}
            onClick={onRestore}
          >
            {versions.restore}
          </Button>
        )}
      </div>
      <p className="text-meta text-muted">
        <RelativeTime at={created_at} /> {who}
      </p>
      <ul className="flex list-disc flex-col gap-0.5 pl-5">
        {(lines.length > 0 ? lines : [versions.same]).map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
      <details>
        <summary className="min-h-6 cursor-pointer rounded text-muted">{versions.see}</summary>
        <pre className="whitespace-pre-wrap break-words rounded border border-border bg-surface p-2 font-mono text-meta">
          {print(definition as Json)}
        </pre>
      </details>
    </li>
  );
}
