import { type ReactNode, useRef } from 'react';
import type { ProjectTemplate } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { projectTemplateActions } from '#panel/data/project-templates.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { valuesIn } from './model.ts';
import { ProjectFields } from './ProjectFields.tsx';
import { TaskList } from './TaskList.tsx';
import { useTemplateDraft } from './use-template-draft.ts';

interface Props {
  readonly slug: string;
  readonly template: ProjectTemplate;
}

/** Form with the values and tasks of a template. */
export function Editor({ slug, template }: Props) {
  const words = useProjectTemplateWords();
  const { common } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const draft = useTemplateDraft(slug, template);
  const { initial, version, formKey, isDirty, isRestored, isBehind } = draft;
  const act = useAction(
    (values: Values) => {
      draft.touch();
      return projectTemplateActions(slug).change(template.id, version, valuesIn(values));
    },
    ({ updated_at }) => {
      draft.settle(updated_at);
      say(common.saved);
    },
  );
  const touch = () => {
    draft.touch();
    // Added and moved tasks have been rendered by then.
    setTimeout(() => {
      const form = box.current?.querySelector('form');
      if (!form) return;
      const data = new FormData(form);
      draft.keep(valuesIn((name) => String(data.get(name) ?? '')));
    });
  };
  const { columns } = template;
  return (
    <div ref={box} className="flex flex-col gap-4" onInput={touch}>
      {isRestored && !isBehind ? <Notice text={words.restored} /> : null}
      {isBehind && !act.isBusy ? (
        <Notice text={words.newer}>
          <Button onClick={draft.discard}>{words.takeNewer}</Button>
          <Button onClick={draft.rebase}>{words.keepMine}</Button>
        </Notice>
      ) : null}
      <Form
        key={formKey}
        act={act}
        submit={common.save}
        beside={
          isDirty ? (
            <>
              <Button look="quiet" onClick={draft.discard}>
                {words.discard}
              </Button>
              <span role="status" className="text-meta text-muted">
                {words.unsaved}
              </span>
            </>
          ) : null
        }
      >
        <Section title={words.newProjects} about={words.newProjectsAbout}>
          <ProjectFields id={template.id} initial={initial} />
        </Section>
        <Section title={words.tasksTitle} about={words.tasksAbout}>
          <p className="text-meta text-muted">
            {columns
              ? words.board({ columns: columns.map(({ name }) => name).join(' → ') })
              : words.teamBoard}
          </p>
          <TaskList slug={slug} initial={initial.tasks} columns={columns} onChange={touch} />
        </Section>
        <FailureNotice
          failure={act.failure}
          says={{ DUPLICATE_ENTRY: words.taken, CONFLICT: words.changed }}
        />
      </Form>
    </div>
  );
}

interface NoticeProps {
  readonly text: string;
  readonly children?: ReactNode;
}

/** Notice about the draft, with actions. */
const Notice = ({ text, children }: NoticeProps) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-2 rounded border border-border bg-surface px-3 py-2"
  >
    <p className="min-w-0 flex-1 basis-60">{text}</p>
    {children}
  </div>
);
