import { columnsUpdateLimits } from '#panel/api/input-limits.ts';
import type { Pipeline } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import type { PipelineActions } from '#panel/data/pipelines.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';

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
        <NumberInput
          label={words.limit}
          hint={words.limitHint}
          name="limit"
          kind="whole"
          {...columnsUpdateLimits.limit}
          defaultValue={column.limit}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
