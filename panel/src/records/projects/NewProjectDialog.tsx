import { useState } from 'react';
import { projectFields } from '#panel/api/records/projects.ts';
import { run } from '#panel/commands/command.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { projectsOfTemplatePath } from '#panel/data/project-templates.ts';
import { createRecord } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { NewRecordDialog } from '../shared/fields/NewRecordDialog.tsx';
import { TemplateSelect } from '../shared/fields/TemplateSelect.tsx';

const create = createRecord('projects');

interface Props {
  readonly slug: string;
  /** Initial due date, `YYYY-MM-DD`. */
  readonly due: string | undefined;
  readonly onClose: () => void;
}

/** Creates a project, which needs only a name, and opens it. A template adds its board and tasks. */
export default function NewProjectDialog({ slug, due, onClose }: Props) {
  const { createNow } = useProjectWords();
  const { squadHint } = useProjectTemplateWords();
  const { labels } = useFieldWords();
  const today = useToday();
  const [template, setTemplate] = useState('');
  return (
    <NewRecordDialog
      slug={slug}
      kind="projects"
      fields={projectFields}
      names={['name', 'client_id', 'due_date']}
      initial={{ due_date: due }}
      submit={createNow}
      create={(fields, done, values) => {
        const project = { ...fields, status: 'active' } as const;
        if (template === '') return run(create, { slug, fields: project, done });
        const start_date = values('start_date') || null;
        const squad_id = values('squad_id') || null;
        return run(create, {
          slug,
          path: projectsOfTemplatePath(slug, template),
          fields: { ...project, start_date, squad_id },
          done,
        });
      }}
      onClose={onClose}
    >
      <TemplateSelect slug={slug} value={template} onChange={setTemplate} />
      {template === '' ? null : (
        <>
          <LabelledDate label={labels.start_date} name="start_date" defaultValue={today} />
          <Picker
            label={labels.squad_id}
            hint={squadHint}
            name="squad_id"
            slug={slug}
            find={linkChoices.squads}
          />
        </>
      )}
    </NewRecordDialog>
  );
}
