import type { Pipeline } from '../../../api/types.ts';
import { useAction } from '../../../commands/use-action.ts';
import type { PipelineActions } from '../../../data/pipelines.ts';
import { Form, type Values } from '../../../parts/Form.tsx';
import { FailureNotice } from '../../../parts/Notices.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useSettingsWords } from '../../../words/settings/use.ts';
import { useWords } from '../../../words/translations.ts';

interface Props {
  readonly column: Pipeline['columns'][number];
  readonly acts: PipelineActions;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Maximum number of tasks for a column; empty for no limit. */
export function LimitDialog({ column, acts, onClose, onDone }: Props) {
  const { pipelines: words } = useSettingsWords();
  const { common } = useWords();
  const act = useAction((values: Values) => {
    const text = values('limit').trim();
    return acts.changeColumn(column.id, { limit: text === '' ? null : Number(text) });
  }, onDone);
  return (
    <Dialog
      title={words.limitTitle({ name: column.name })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={common.save}>
        <Field
          label={words.limit}
          hint={words.limitHint}
          name="limit"
          type="number"
          min={1}
          max={10_000}
          step={1}
          defaultValue={column.limit ?? ''}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
