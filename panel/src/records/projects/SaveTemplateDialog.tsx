import { projectTemplateFields as fields } from '#panel/api/records/project-templates.ts';
import type { Project } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { projectTemplateActions } from '#panel/data/project-templates.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly project: Pick<Project, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Saves the board and the tasks of a project as a template. */
export default function SaveTemplateDialog({ slug, project, onClose }: Props) {
  const { save: words, taken } = useProjectTemplateWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) =>
      projectTemplateActions(slug).create({
        name: values('name').trim(),
        project_id: project.id,
      }),
    ({ id, name }) => {
      onClose();
      say(words.saved({ name }), {
        actions: [{ label: words.open, act: () => navigate(paths.projectTemplate(slug, id)) }],
      });
    },
  );
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.submit}>
        <p className="text-muted">{words.about}</p>
        <Field
          label={labels.name}
          name="name"
          defaultValue={project.name}
          maxLength={fields.name.maxLength}
          autoComplete="off"
          required
        />
        <FailureNotice
          failure={act.failure}
          says={{
            DUPLICATE_ENTRY: taken,
            // No conflict has another reason.
            CONFLICT: words.tooMany({ max: fields.tasks.maxItems }),
          }}
        />
      </Form>
    </Dialog>
  );
}
