import { projectFields } from '#panel/api/records/projects.ts';
import { run } from '#panel/commands/command.ts';
import { createRecord } from '#panel/data/records.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { NewRecordDialog } from '../shared/fields/NewRecordDialog.tsx';

const create = createRecord('projects');

interface Props {
  readonly slug: string;
  /** Initial due date, `YYYY-MM-DD`. */
  readonly due: string | undefined;
  readonly onClose: () => void;
}

/** Creates a project, which needs only a name, and opens it. */
export default function NewProjectDialog({ slug, due, onClose }: Props) {
  const { createNow } = useProjectWords();
  return (
    <NewRecordDialog
      slug={slug}
      kind="projects"
      fields={projectFields}
      names={['name', 'client_id', 'due_date']}
      initial={{ due_date: due }}
      submit={createNow}
      create={(fields, done) =>
        run(create, { slug, fields: { ...fields, status: 'active' }, done })
      }
      onClose={onClose}
    />
  );
}
