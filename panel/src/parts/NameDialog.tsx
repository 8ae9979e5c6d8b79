import { textLimits } from '#panel/api/text-limits.ts';
import { useAction } from '../commands/use-action.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { useWords } from '../words/translations.ts';
import { Form, type Values } from './Form.tsx';

interface Props {
  readonly title: string;
  readonly label: string;
  /** Name of the field in the API. */
  readonly field?: string;
  readonly name?: string;
  readonly maxLength?: number;
  readonly submit: string;
  readonly save: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new record, or renames one. */
export function NameDialog({ title, label, submit, save, onDone, onClose, ...rest }: Props) {
  const { field = 'name', name, maxLength = textLimits.maxLength } = rest;
  const { common } = useWords();
  const act = useAction((values: Values) => save(values(field).trim()), onDone);
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={submit}>
        <Field
          label={label}
          name={field}
          defaultValue={name}
          maxLength={maxLength}
          autoComplete="off"
          required
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
