import type { ReactNode } from 'react';
import { dealFields } from '#panel/api/records/deals.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { type Choice, findClients } from '#panel/data/choices.ts';
import { createRecord, type NewOf } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly heading: string;
  readonly submit: string;
  /** Values of the new deal; those of controls replace them. */
  readonly fields?: Partial<NewOf<'deals'>>;
  readonly client?: Choice | null;
  readonly done?: (deal: { readonly id: string }) => void;
  readonly onClose: () => void;
  /** Renders the controls below title and client, among them that of the value. */
  readonly children: (value: ReactNode) => ReactNode;
}

const create = createRecord('deals');
const texts = ['client_id', 'source', 'phase', 'responsible_id', 'expected_close_date'] as const;

/** Creates a deal from its title, its client and the values of further controls. */
export default function DealDialog(props: Props) {
  const { heading, submit, fields = {}, client = null, done, onClose, children } = props;
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { slug, can } = useCurrentTeam();
  const act = useAction(async (values: Values) => {
    const value = Number(values('value'));
    const typed = texts.map((name) => [name, values(name).trim()]).filter(([, text]) => text);
    onClose();
    await runWithToast(create, {
      slug,
      fields: {
        ...fields,
        ...Object.fromEntries(typed),
        title: values('title').trim(),
        ...(value && { value }),
      },
      ...(done && { done }),
    });
  });
  return (
    <Dialog title={heading} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={submit}>
        <Field
          label={labels.title}
          name="title"
          defaultValue={fields.title}
          required
          maxLength={dealFields.title.maxLength}
          autoComplete="off"
          pattern=".*\S.*"
        />
        <Picker
          label={labels.client_id}
          name="client_id"
          slug={slug}
          find={findClients}
          initial={client}
        />
        {children(
          can('sees_values') ? (
            <NumberInput
              label={`${labels.value} (R$)`}
              name="value"
              kind="money"
              min={dealFields.value.minimum}
              max={dealFields.value.maximum}
            />
          ) : null,
        )}
      </Form>
    </Dialog>
  );
}
