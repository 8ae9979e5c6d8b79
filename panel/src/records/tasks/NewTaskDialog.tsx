import { useQuery } from '@tanstack/react-query';
import { taskFields } from '#panel/api/records/tasks.ts';
import { run } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import type { Choice } from '#panel/data/choices.ts';
import { createRecord, type NewOf, type RecordOf, recordQuery } from '#panel/data/records.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { focusWhenShown } from '#panel/ui/focusable-items.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useTaskWords } from '#panel/words/tasks/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { ProjectPicker, useProject } from '../projects/ProjectPicker.tsx';

interface Props {
  readonly slug: string;
  /** Target column, if one was chosen. */
  readonly column?: { readonly key: string; readonly name: string } | undefined;
  /** Project of the screen. */
  readonly projectId?: string | undefined;
  /** Initial title, if the task is created from a message. */
  readonly title?: string;
  readonly project?: Choice | undefined;
  /** Further fields of the new task, so that it appears in the view where it was created. */
  readonly fields?: Partial<NewOf<'tasks'>>;
  readonly onDone?: (task: RecordOf<'tasks'>) => void;
  readonly onClose: () => void;
}

/** Project of the last new task of a team, the default for the next one. */
const last = new Map<string, Choice>();

/** Creates a task from its title and project; all other fields are set later. */
export default function NewTaskDialog(props: Props) {
  const { slug, column, projectId, title, project: likely, fields, onDone, onClose } = props;
  const words = useTaskWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { data: project } = useQuery({
    ...recordQuery(slug, 'projects', projectId ?? ''),
    enabled: projectId !== undefined,
  });
  const projectOf = useProject(slug);
  const act = useAction(async (values: Values) => {
    const { id: project_id, name } = await projectOf(values);
    if (values('project_name') !== '') last.set(slug, { id: project_id, name });
    let made: RecordOf<'tasks'> | undefined;
    const failure = await run(createRecord('tasks'), {
      slug,
      fields: {
        ...fields,
        title: values('title').trim(),
        project_id,
        ...(column && { column: column.key }),
      },
      done: (task) => {
        made = task;
      },
    });
    if (failure) throw failure;
    onClose();
    if (!made) return;
    focusWhenShown(made.id);
    onDone?.(made);
  });
  return (
    <Dialog title={words.add} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.addSubmit}>
        <Field
          label={words.addTitle}
          name="title"
          hint={column ? words.addIn({ column: column.name }) : undefined}
          defaultValue={title}
          maxLength={taskFields.title.maxLength}
          autoComplete="off"
          required
        />
        {projectId !== undefined ? (
          <>
            <input type="hidden" name="project_id" value={projectId} />
            <p className="text-muted">{project?.name}</p>
          </>
        ) : (
          <ProjectPicker
            label={labels.project_id}
            hint={words.projectHint}
            slug={slug}
            initial={likely ?? last.get(slug) ?? null}
            onTake={(choice) => {
              if (choice.id !== '') last.set(slug, choice);
            }}
          />
        )}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
