import { useQuery } from '@tanstack/react-query';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate, useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { definitionOf } from './definition.ts';
import { Editor } from './form/Editor.tsx';
import { DryRun } from './lazy-dry-run.ts';
import { type Example, emptyWorkflow, examplesIn } from './model/examples.ts';
import { workflowActions, workflowChoicesQuery } from './queries.ts';

/** Creates a workflow from an example or from scratch. */
export default function NewWorkflow() {
  const words = useWorkflowWords();
  const { slug } = useCurrentTeam();
  const [from, begin] = useParam('from');
  const choices = useQuery(workflowChoicesQuery(slug, []));
  return (
    <>
      <BackLink href={paths.workflows(slug)}>{words.all}</BackLink>
      <Page
        title={words.create}
        actions={
          from ? (
            <Button look="quiet" onClick={() => begin(undefined)}>
              {words.start.change}
            </Button>
          ) : undefined
        }
      >
        <QueryContent query={choices} rows={5}>
          {(terms) => {
            const examples = examplesIn(words, terms);
            return from ? (
              <NewWorkflowEditor
                key={from}
                slug={slug}
                from={from}
                example={examples.find(({ key }) => key === from)}
              />
            ) : (
              <ExamplePicker examples={examples} onStart={begin} />
            );
          }}
        </QueryContent>
      </Page>
    </>
  );
}

interface ExamplePickerProps {
  readonly examples: readonly Example[];
  readonly onStart: (from: string) => void;
}

const card =
  'flex h-full w-full min-h-11 flex-col items-start gap-1 rounded-card border border-border bg-raised p-3 text-left hover:border-control hover:bg-surface';

function ExamplePicker({ examples, onStart }: ExamplePickerProps) {
  const { start: words } = useWorkflowWords();
  return (
    <Section title={words.title} about={words.about}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {[
          ...examples.map(({ key, name, about }) => ({ key: String(key), name, about })),
          { key: 'empty', name: words.empty, about: words.emptyAbout },
        ].map(({ key, name, about }) => (
          <li key={key}>
            <button type="button" className={card} onClick={() => onStart(key)}>
              <span className="font-medium">{name}</span>
              <span className="text-muted">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface NewWorkflowEditorProps {
  readonly slug: string;
  readonly from: string;
  readonly example: Example | undefined;
}

function NewWorkflowEditor({ slug, from, example }: NewWorkflowEditorProps) {
  const words = useWorkflowWords();
  const keptAs = `pauta.workflow/${slug}/new/${from}`;
  return (
    <Editor
      slug={slug}
      keptAs={keptAs}
      stored={example?.definition ?? emptyWorkflow}
      submit={words.saveNew}
      save={async (definition) => {
        const workflow = await workflowActions(slug).create(definition);
        sessionStorage.removeItem(keptAs);
        say(words.made);
        navigate(paths.workflow(slug, workflow.id), { replace: true });
        return definitionOf(workflow);
      }}
    >
      {(draft) => <DryRun draft={draft} />}
    </Editor>
  );
}
