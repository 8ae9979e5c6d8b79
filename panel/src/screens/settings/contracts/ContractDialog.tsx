import { contractFields } from '#panel/api/records/contracts.ts';
import type { Contract } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findClients } from '#panel/data/choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import type { ContractActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly acts: ContractActions;
  /** undefined creates a contract. */
  readonly contract: Contract | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ContractDialog({ slug, acts, contract, onClose, onDone }: Props) {
  const { contracts: words } = useSettingsWords();
  const { common } = useWords();
  const act = useAction((values: Values) => {
    const body = { title: values('title').trim(), client_id: values('client_id') || null };
    return contract ? acts.change(contract.id, body) : acts.create(body);
  }, onDone);
  return (
    <Dialog
      title={contract ? words.edit : words.create}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={contract ? common.save : words.createSubmit}>
        <Field
          label={words.name}
          name="title"
          defaultValue={contract?.title}
          maxLength={contractFields.title.maxLength}
          autoComplete="off"
          required
        />
        <Picker
          label={words.client}
          hint={words.clientHint}
          name="client_id"
          slug={slug}
          find={findClients}
          initial={contract?.client ?? null}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
