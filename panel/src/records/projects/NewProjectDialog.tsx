import { run } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findClients } from '#panel/data/choices.ts';
import { createRecord } from '#panel/data/records.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useWords } from '#panel/words/translations.ts';

const create = createRecord('projects');

interface Props {
  readonly slug: string;
  /** Initial due date, `YYYY-MM-DD`. */
  readonly due: string | undefined;
  readonly onClose: () => void;
}

/** Creates a project, which needs only a name, and opens it. */
export default function NewProjectDialog({ slug, due, onClose }: Props) {
  const words = useProjectWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const act = useAction(
    async (values: Values) => {
      const fields = {
        name: values('name').trim(),
        client_id: values('client_id') || null,
        due_date: values('due_date') || null,
        status: 'active',
      } as const;
      let id = '';
      const failure = await run(create, { slug, fields, done: (made) => (id = made.id) });
      if (failure) throw failure;
      return id;
    },
    (id) => {
      onClose();
      if (id) openPeek('projects', id);
    },
  );
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.createNow}>
        <Field label={labels.name} name="name" maxLength={255} autoComplete="off" required />
        <Picker label={labels.client_id} name="client_id" slug={slug} find={findClients} />
        <LabelledDate label={labels.due_date} name="due_date" defaultValue={due} />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
