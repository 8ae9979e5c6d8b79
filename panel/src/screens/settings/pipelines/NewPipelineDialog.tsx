import { pipelineFields } from '#panel/api/records/pipelines.ts';
import type { Pipeline } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findProjects } from '#panel/data/choices.ts';
import { pipelineActions } from '#panel/data/pipelines.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { columnsIn } from './model.ts';

interface Props {
  readonly slug: string;
  /** Template of new projects, whose columns are suggested. */
  readonly template: Pipeline | undefined;
  readonly onClose: () => void;
}

export function NewPipelineDialog({ slug, template, onClose }: Props) {
  const { pipelines: words } = useSettingsWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) =>
      pipelineActions(slug).create({
        name: values('name').trim(),
        project_id: values('project_id') || null,
        columns: columnsIn(values('columns')),
      }),
    ({ id }) => navigate(paths.pipeline(slug, id)),
  );
  const proposed = template?.columns.map(({ name }) => name) ?? words.proposed;
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.createSubmit}>
        <Field
          label={words.name}
          name="name"
          maxLength={pipelineFields.name.maxLength}
          autoComplete="off"
          required
        />
        <Area
          label={words.columns}
          hint={words.columnsHint}
          name="columns"
          rows={Math.max(4, proposed.length)}
          defaultValue={proposed.join('\n')}
          required
        />
        <Picker
          label={words.project}
          hint={words.projectHint}
          name="project_id"
          slug={slug}
          find={findProjects}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
