import type { Client } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findClients } from '#panel/data/choices.ts';
import { createRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { parseNumber } from '#panel/parts/fields/parse-number.ts';
import { Picker } from '#panel/parts/Picker.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly client: Client | null;
  /** Suggested origin of the lead; undefined unless the contact came through an advertisement. */
  readonly source: string | undefined;
  readonly onClose: () => void;
}

const create = createRecord('deals');

/** Creates a deal from a message: title, client and value; all other fields are set later. */
export default function DealDialog({ slug, title, description, client, source, onClose }: Props) {
  const { from: words } = useConversationWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const locale = useLocale();
  const { me, can } = useCurrentTeam();
  const act = useAction(async (values: Values) => {
    const value = parseNumber(values('value'), locale);
    const client_id = values('client_id');
    const source = values('source').trim();
    onClose();
    await runWithToast(create, {
      slug,
      fields: {
        title: values('title').trim(),
        description,
        ...(client_id && { client_id }),
        ...(source && { source }),
        ...(me && { responsible_id: me.user_id }),
        ...(value && { value }),
      },
    });
  });
  return (
    <Dialog title={words.dealTitle} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.submitDeal}>
        <Field
          label={labels.title}
          name="title"
          defaultValue={title}
          required
          maxLength={255}
          autoComplete="off"
          pattern=".*\S.*"
        />
        <Picker
          label={labels.client_id}
          name="client_id"
          slug={slug}
          find={findClients}
          initial={client && { id: client.id, name: client.display_name ?? client.name }}
        />
        {source === undefined ? null : (
          <Field
            label={labels.source}
            name="source"
            defaultValue={source}
            maxLength={255}
            autoComplete="off"
          />
        )}
        {can('sees_values') ? (
          <Field
            label={`${labels.value} (R$)`}
            name="value"
            inputMode="decimal"
            autoComplete="off"
            pattern="[0-9.,]*"
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
