import type { Contract } from '../../../api/types.ts';
import { useAction } from '../../../commands/use-action.ts';
import { findClients } from '../../../data/choices.ts';
import type { ContractActions } from '../../../data/contracts.ts';
import { Form, type Values } from '../../../parts/Form.tsx';
import { FailureNotice } from '../../../parts/Notices.tsx';
import { Picker } from '../../../parts/Picker.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useSettingsWords } from '../../../words/settings/use.ts';
import { useWords } from '../../../words/translations.ts';

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
    const given = { title: values('title').trim(), client_id: values('client_id') || null };
    return contract ? acts.change(contract.id, given) : acts.create(given);
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
          maxLength={255}
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
