import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { WorkflowDryRun } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { type Choice, type FindChoices, findDeals } from '#panel/data/choices.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { EditingContext, useEditing } from './controls/context.ts';
import { inputLook } from './controls/Labelled.tsx';
import type { Subject } from './model/catalogue.ts';
import type { Draft } from './model/draft.ts';
import { idsIn } from './model/ids.ts';
import { isSame, type Json } from './model/json.ts';
import { dryRunWorkflow, workflowChoicesQuery } from './queries.ts';
import { findCampaigns, findConversations, findTasks } from './rare-choices.ts';

const DryRunResult = lazyWithWords(
  async () => ({ default: (await import('./DryRunResult.tsx')).DryRunResult }),
  'nothing',
);

const finds: Readonly<Record<Exclude<Subject, 'schedule'>, FindChoices>> = {
  deal: findDeals,
  task: findTasks,
  conversation: findConversations,
  campaign: findCampaigns,
};

interface DryRunOutcome {
  readonly of: Json;
  readonly answer: WorkflowDryRun;
}

/** Dry run of the workflow in the form, for a real record. */
export function DryRun({ draft }: { readonly draft: Draft }) {
  const { test: words, control } = useWorkflowWords();
  const editing = useEditing();
  const { slug, subject = 'deal', trigger, refuse, learn } = editing;
  const isScheduled = subject === 'schedule';
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const [chosen, choose] = useState<Choice & { readonly subject: Subject }>();
  const [outcome, tell] = useState<DryRunOutcome>();
  const query = useQuery({
    ...finds[isScheduled ? 'deal' : subject](slug, useDeferredValue(typed.trim())),
    enabled: isOpen && !isScheduled,
  });
  const act = useAction(
    async ({ id, definition }: { id: string | null; definition: Json }) => ({
      of: definition,
      answer: await dryRunWorkflow(slug, definition, id),
    }),
    tell,
  );
  const { failure } = act;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure refers to the draft that was sent
  useEffect(() => {
    if (failure?.code === 'VALIDATION_ERROR') refuse(failure);
  }, [failure]);
  const record = chosen?.subject === subject ? chosen : undefined;
  const run = (id: string | null) => act.act({ id, definition: draft.value });
  const ids = outcome ? idsIn(outcome.answer.steps as unknown as Json) : [];
  const { data: names } = useQuery({
    ...workflowChoicesQuery(slug, ids),
    enabled: ids.length > 0,
  });
  const nameOf = (id: string) =>
    editing.nameOf(id) ?? names?.names.find((each) => each.id === id)?.name;
  const isOld = outcome !== undefined && !isSame(outcome.of, draft.value);
  return (
    <Section title={words.title} about={isScheduled ? words.aboutSchedule : words.about}>
      <div className="flex flex-wrap items-end gap-2">
        {isScheduled ? null : (
          <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
            <span className="font-medium">{words.record[subject]}</span>
            <Chooser
              label={words.record[subject]}
              className={`${inputLook} control h-auto! min-h-8 text-left pointer-coarse:min-h-11 ${record ? '' : 'text-faint!'}`}
              options={query.data ?? []}
              typed={typed}
              onType={type}
              isOpen={isOpen}
              onOpen={setOpen}
              chosen={record ? [record.id] : []}
              onTake={(choice) => {
                learn(choice.id, choice.name);
                choose({ ...choice, subject });
                tell(undefined);
                if (!draft.mistake) run(choice.id);
              }}
            >
              {record?.name ?? control.choose}{' '}
            </Chooser>
          </div>
        )}
        <Button
          busy={act.isBusy}
          disabled={
            !(record || isScheduled) || draft.mistake !== undefined || trigger === undefined
          }
          onClick={() => run(isScheduled ? null : (record?.id ?? null))}
        >
          {words.run}
        </Button>
      </div>
      {draft.mistake ? <p className="text-muted">{words.mistake}</p> : null}
      <FailureNotice failure={failure} says={{ VALIDATION_ERROR: words.incomplete }} />
      <div role="status" className="flex flex-col gap-3 empty:hidden">
        {outcome && (record || isScheduled) ? (
          <>
            {isOld ? <p className="text-warn">{words.changed}</p> : null}
            <EditingContext value={{ ...editing, nameOf }}>
              <DryRunResult of={outcome.of} answer={outcome.answer} />
            </EditingContext>
          </>
        ) : null}
      </div>
    </Section>
  );
}
