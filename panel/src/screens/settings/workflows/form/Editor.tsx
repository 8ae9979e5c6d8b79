import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { workflowFields } from '#panel/api/records/workflows.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { EditingContext } from '../controls/context.ts';
import { Problems } from '../controls/Problems.tsx';
import { exampleOf } from '../model/catalogue.ts';
import { type Draft, withChange } from '../model/draft.ts';
import { triggerIn } from '../model/form-view.ts';
import { idsIn } from '../model/ids.ts';
import { isObject, isSame, type Json, valueAt } from '../model/json.ts';
import { type Problem, pathIn, problemsAt, problemsIn } from '../model/problems.ts';
import { sampleOf } from '../model/schedule.ts';
import { exampleQuery, workflowChoicesQuery } from '../queries.ts';
import { JsonOnly } from './JsonOnly.tsx';
import { Steps } from './Steps.tsx';
import { TriggerPart } from './TriggerPart.tsx';
import { useWorkflowDraft } from './use-workflow-draft.ts';

const Conditions = lazyWithWords(
  async () => ({ default: (await import('./Conditions.tsx')).Conditions }),
  'nothing',
);
const JsonPart = lazyWithWords(
  async () => ({ default: (await import('./JsonPart.tsx')).JsonPart }),
  'nothing',
);

interface Props {
  readonly slug: string;
  /** Storage key of the unsaved draft. */
  readonly keptAs: string;
  /** Stored definition, or the initial one of a new workflow. */
  readonly stored: Json;
  /** Number of the stored version. */
  readonly version?: number;
  readonly submit: string;
  /** @returns the definition as saved by the server */
  readonly save: (definition: Json) => Promise<Json>;
  /** Content below the form, rendered from the draft. */
  readonly children?: (draft: Draft) => ReactNode;
}

interface RejectedDraft {
  readonly problems: readonly Problem[];
  readonly draft: Draft;
}

/** Problems whose parts have not been edited since. */
const remainingProblems = (refused: RejectedDraft | undefined, draft: Draft): readonly Problem[] =>
  (refused?.problems ?? []).filter(({ place }) => {
    const path = pathIn(place);
    if (path[0] === 'steps' && !isSame(refused?.draft.keys ?? [], draft.keys)) return false;
    return isSame(valueAt(refused?.draft.value, path), valueAt(draft.value, path));
  });

/** Workflow as a form, optionally with its JSON next to it: two views of one draft. */
export function Editor(props: Props) {
  const { slug, keptAs, stored, version, submit, save, children } = props;
  const words = useWorkflowWords();
  const { draft, isDirty, isKept, isBehind, setDraft, update, settle, forget } = useWorkflowDraft(
    keptAs,
    stored,
  );
  const [isJson, showJson] = useParam('json');
  const box = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<RejectedDraft>();
  const [learnt, learn] = useState<ReadonlyMap<string, string>>(new Map());
  const trigger = triggerIn(draft.value);
  const subject = trigger?.subject;
  const ids = useMemo(() => idsIn(stored), [stored]);
  const { data: choices } = useQuery(workflowChoicesQuery(slug, ids));
  const { data: record } = useQuery({
    ...exampleQuery(slug, subject === 'schedule' ? 'deal' : (subject ?? 'deal')),
    enabled: subject !== undefined && subject !== 'schedule',
  });
  const today = useToday();
  const sampled: Json | undefined =
    subject === 'schedule'
      ? sampleOf(today, trigger?.schedule?.at ?? '')
      : (record as Json | undefined);
  const act = useAction(
    (definition: Json) => save(definition),
    (saved) => {
      settle(saved);
      setRefused(undefined);
    },
  );
  const { failure } = act;
  const refuse = (failure: Failure) => setRefused({ problems: problemsIn(failure), draft });
  // The parts with problems have been expanded by now.
  useEffect(() => {
    const first = refused && box.current?.querySelector('[data-refused]');
    first?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }, [refused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the failure refers to the draft that was sent
  useEffect(() => {
    if (failure?.code === 'VALIDATION_ERROR') refuse(failure);
  }, [failure]);
  const problems = remainingProblems(refused, draft);
  const isFrozen = draft.mistake !== undefined;
  const submitIt = () => {
    if (!isFrozen) act.act(draft.value);
  };
  const editing = {
    slug,
    choices,
    trigger: trigger?.type,
    subject: trigger?.subject,
    example: trigger && sampled ? exampleOf(trigger.type, sampled, words.sample) : undefined,
    problems,
    nameOf: (id: string) =>
      learnt.get(id) ??
      [...(choices?.names ?? []), ...(choices?.people ?? [])].find((each) => each.id === id)?.name,
    learn: (id: string, name: string) => learn(new Map([...learnt, [id, name]])),
    change: (path: Parameters<typeof withChange>[1], value: Json | undefined) =>
      update((now) => withChange(now, path, value)),
    refuse,
    isFrozen,
  };
  const name = valueAt(draft.value, ['name']);
  return (
    <EditingContext value={editing}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key that saves from anywhere in the form */}
      <div
        ref={box}
        data-wide={isJson ? '' : undefined}
        className={clsx('grid items-start gap-4', isJson && 'xl:grid-cols-2')}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
          event.preventDefault();
          submitIt();
        }}
      >
        <div className="flex min-w-0 flex-col gap-4">
          {isKept ? <DraftNotice text={words.kept} label={words.discard} act={forget} /> : null}
          {isBehind && version !== undefined ? (
            <DraftNotice text={words.newer({ version })} label={words.takeNewer} act={forget} />
          ) : null}
          {isFrozen ? <DraftNotice text={words.json.frozen} /> : null}
          {isObject(draft.value) ? (
            <>
              <Section>
                {typeof name === 'string' || name === undefined ? (
                  <Field
                    label={words.name}
                    hint={words.nameHint}
                    value={name ?? ''}
                    maxLength={workflowFields.name.maxLength}
                    autoComplete="off"
                    disabled={isFrozen}
                    onChange={({ target }) => editing.change(['name'], target.value)}
                  />
                ) : (
                  <JsonOnly text={words.control.raw} value={name} />
                )}
                <div
                  data-refused={problemsAt(problems, ['name']).length > 0 || undefined}
                  className="empty:hidden"
                >
                  <Problems problems={problemsAt(problems, ['name'])} />
                </div>
              </Section>
              <TriggerPart value={draft.value} />
              <Conditions value={draft.value} />
              <Steps draft={draft} onDraft={setDraft} />
            </>
          ) : (
            <JsonOnly text={words.json.noObject} value={draft.value} />
          )}
          {children?.(draft)}
          <div className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-2 border-border border-t bg-bg px-1 py-3 max-md:static">
            <FailureNotice
              failure={failure}
              says={{
                VALIDATION_ERROR: words.problem.title({
                  count: failure ? problemsIn(failure).length : 0,
                }),
              }}
            />
            <div className="flex flex-wrap items-center gap-2">
              <Button
                look="primary"
                busy={act.isBusy}
                disabled={isFrozen || (version !== undefined && !isDirty)}
                onClick={submitIt}
              >
                {submit}
              </Button>
              <Button onClick={() => showJson(isJson ? undefined : '1')}>
                {isJson ? words.json.hide : words.json.show}
              </Button>
              {isDirty && version !== undefined ? (
                <>
                  <Button look="quiet" onClick={forget}>
                    {words.discard}
                  </Button>
                  <span role="status" className="text-meta text-muted">
                    {words.unsaved}
                  </span>
                </>
              ) : null}
            </div>
          </div>
        </div>
        {isJson ? (
          <div className="min-w-0 xl:sticky xl:top-4">
            <JsonPart draft={draft} onDraft={setDraft} />
          </div>
        ) : null}
      </div>
    </EditingContext>
  );
}

interface DraftNoticeProps {
  readonly text: string;
  readonly label?: string;
  readonly act?: () => void;
}

/** Notice about the draft. */
function DraftNotice({ text, label, act }: DraftNoticeProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded border border-border bg-surface px-3 py-2"
    >
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {label && act ? <Button onClick={act}>{label}</Button> : null}
    </div>
  );
}
