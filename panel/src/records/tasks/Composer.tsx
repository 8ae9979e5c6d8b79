import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { taskFields } from '#panel/api/records/tasks.ts';
import type { Choice } from '#panel/data/choices.ts';
import { findProjects } from '#panel/data/choices.ts';
import { recordQuery } from '#panel/data/records.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RejectedFields, useRejectedFields } from '#panel/display/rejected-fields.ts';
import { TitleDateChip, useTitleDate } from '#panel/parts/title-date.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { focusWhenShown } from '#panel/ui/focusable-items.ts';
import { Kbd } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskComposerWords } from '#panel/words/task-composer/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { ComposerChips, type ComposerValues, ProjectChips } from './ComposerChips.tsx';
import { clearDraft, draftOf, saveDraft } from './composer-draft.ts';
import type { TaskPreset } from './open-composer.ts';
import { createTask } from './unsent-tasks.ts';

interface Props {
  readonly slug: string;
  readonly preset: TaskPreset;
  readonly onClose: () => void;
}

/** Project of the last new task of a team, the default for the next one. */
const last = new Map<string, Choice>();

/** Time after which a task that is not created yet is said to wait. */
const waitingMs = 1_500;

/** Keys that create the task from any field. */
const submitKeys = [/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'Enter'];

const valuesOf = ({ project, client = null, fields = {} }: TaskPreset): ComposerValues => ({
  project,
  client,
  column: fields.column ?? undefined,
  assignee_ids: fields.assignee_ids ?? [],
  due_date: fields.due_date ?? undefined,
  priority: fields.priority ?? 'none',
  tags: fields.tags ?? [],
});

/** Project that the screen, the last task or the only project of the team suggests. */
function useLikelyProject(slug: string, projectId: string | undefined): Choice | undefined {
  const { data: named } = useQuery({
    ...recordQuery(slug, 'projects', projectId ?? ''),
    enabled: projectId !== undefined,
  });
  const { data: all } = useQuery(findProjects(slug, ''));
  if (projectId !== undefined) return { id: projectId, name: named?.name ?? '…' };
  const [only, ...others] = all ?? [];
  return last.get(slug) ?? (others.length === 0 ? only : undefined);
}

/** Creates a task from a title, in which a date is recognized, and further values. */
export default function Composer({ slug, preset, onClose }: Props) {
  const words = useTaskComposerWords();
  const { kinds, labels } = useFieldWords();
  const { common } = useWords();
  const { data: session } = useQuery(sessionQuery);
  const person = session?.person_id ?? '';
  const draft = draftOf(person, slug);
  const [title, setTitle] = useState(preset.fields?.title ?? draft.title);
  const [description, setDescription] = useState(preset.fields?.description ?? draft.description);
  const [values, setValues] = useState(valuesOf(preset));
  const [isAgain, setAgain] = useState(false);
  const [isAsking, askForProject] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const likely = useLikelyProject(slug, preset.projectId);
  const project = values.project ?? likely;
  // A date that was chosen is not taken from the title.
  const isDateChosen = values.due_date !== undefined && values.due_date !== preset.fields?.due_date;
  const typed = useTitleDate(isDateChosen ? '' : title);
  const due_date = typed.date?.day ?? values.due_date;
  useEffect(
    () => saveDraft(person, slug, { title, description }),
    [person, slug, title, description],
  );

  const refused = useRejectedFields(form, preset.failure);
  const current = { ...values, project, due_date };
  const change = (next: Partial<ComposerValues>) => setValues({ ...values, ...next });

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const text = (typed.date?.title ?? title).replace(/\s+/g, ' ').trim();
    if (text === '') return input.current?.focus();
    if (!project) return askForProject(true);
    const { client, column, assignee_ids, priority, tags } = values;
    last.set(slug, project);
    clearDraft(person, slug);
    let isCreated = false;
    // Values that the chips show may have been removed.
    const {
      column: _,
      assignee_ids: __,
      due_date: ___,
      priority: ____,
      tags: _____,
      ...further
    } = preset.fields ?? {};
    createTask(
      {
        person,
        slug,
        project,
        client,
        fields: {
          ...further,
          title: text,
          ...(description.trim() !== '' && { description: description.trim() }),
          ...(column !== undefined && { column }),
          ...(assignee_ids.length > 0 && { assignee_ids: [...assignee_ids] }),
          ...(due_date !== undefined && { due_date }),
          ...(priority !== 'none' && { priority }),
          ...(tags.length > 0 && { tags: [...tags] }),
        },
      },
      (task) => {
        isCreated = true;
        // The next task belongs to the created project.
        if (project.id === '') last.set(slug, { id: task.project_id, name: project.name });
        if (!isAgain) focusWhenShown(task.id);
        preset.onDone?.(task);
      },
    );
    setTimeout(() => {
      if (!isCreated && !navigator.onLine) say(words.waits);
    }, waitingMs);
    if (!isAgain) return onClose();
    setTitle('');
    setDescription('');
    if (typed.date) setValues({ ...values, due_date: preset.fields?.due_date ?? undefined });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.target !== input.current && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <Dialog title={kinds.tasks.create} closeLabel={common.close} onClose={onClose} isWide>
      <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} className="flex flex-col gap-3">
        <div className="flex flex-col gap-2">
          <label htmlFor={id} className="sr-only">
            {words.title}
          </label>
          <textarea
            ref={input}
            id={id}
            placeholder={words.titleHint}
            name="title"
            rows={1}
            value={title}
            maxLength={taskFields.title.maxLength}
            required
            onChange={({ target }) => setTitle(target.value.replace(/\n/g, ' '))}
            className="field-sizing-content w-full resize-none rounded bg-transparent py-1 font-semibold text-title outline-none aria-invalid:text-danger placeholder:font-normal placeholder:text-faint"
          />
          <div role="status" className="min-h-6">
            <TitleDateChip typed={typed} hasTime={false} onRefuse={() => input.current?.focus()} />
          </div>
          <ProjectChips
            slug={slug}
            values={current}
            isAsked={isAsking}
            onAsked={askForProject}
            onChange={change}
            onChosen={() => input.current?.focus()}
          />
          <label htmlFor={`${id}-text`} className="sr-only">
            {labels.description}
          </label>
          <textarea
            id={`${id}-text`}
            placeholder={labels.description}
            name="description"
            rows={3}
            value={description}
            maxLength={taskFields.description.maxLength}
            onChange={({ target }) => setDescription(target.value)}
            className="field-sizing-content max-h-[30dvh] min-h-15 w-full resize-none rounded bg-transparent text-prose outline-none placeholder:text-faint pointer-coarse:text-title"
          />
        </div>
        <ComposerChips slug={slug} values={current} onChange={change} />
        <RejectedFields value={refused}>
          <FailureNotice failure={preset.failure} />
        </RejectedFields>
        <div className="flex flex-wrap items-center justify-end gap-3 border-border border-t pt-3">
          <label className="control mr-auto inline-flex cursor-pointer items-center gap-2 text-muted">
            <input
              type="checkbox"
              checked={isAgain}
              onChange={({ target }) => setAgain(target.checked)}
              className="size-4"
            />
            {words.another}
          </label>
          <span
            aria-hidden="true"
            className="text-meta text-muted max-sm:hidden pointer-coarse:hidden"
          >
            {submitKeys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}{' '}
            {words.keys}
          </span>
          <Button type="submit" look="primary">
            {words.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
