import { request } from '#panel/api/call.ts';
import type { Project } from '#panel/api/schema.ts';
import { textLimits } from '#panel/api/text-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { thenRefetch } from '#panel/data/query-client.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly project: Pick<Project, 'id' | 'key'>;
  readonly onClose: () => void;
}

/** Changes the first part of the numbers of a project's tasks. */
export default function KeyDialog({ slug, project: { id, key }, onClose }: Props) {
  const { key: words } = useProjectWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) =>
      thenRefetch(['team', slug])(
        request('PUT /teams/{team_slug}/projects/{id}/key', {
          at: { team_slug: slug, id },
          body: { key: values('key').trim().toUpperCase() },
        }),
      ),
    (project) => {
      say(words.changed({ key: project.key ?? '' }));
      onClose();
    },
  );
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.submit}>
        <Field
          label={labels.key}
          hint={words.hint}
          name="key"
          defaultValue={key ?? ''}
          {...textLimits}
          autoComplete="off"
          autoCapitalize="characters"
          className="uppercase"
          required
        />
        <FailureNotice failure={act.failure} says={{ DUPLICATE_ENTRY: words.taken }} />
      </Form>
    </Dialog>
  );
}
