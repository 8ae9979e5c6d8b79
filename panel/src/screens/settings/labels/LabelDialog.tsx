import { labelsCreateLimits } from '#panel/api/input-limits.ts';
import type { Label } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { LabelChip } from '#panel/records/conversations/LabelChip.tsx';
import type { labelActions } from '#panel/records/conversations/labels.ts';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { hues } from '#panel/ui/hues.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly acts: ReturnType<typeof labelActions>;
  /** undefined creates a label. */
  readonly label: Label | undefined;
  /** Colour of a new label. */
  readonly color: Label['color'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Name and colour of a label. */
export function LabelDialog({ acts, label, color, onClose, onDone }: Props) {
  const { labels: words } = useSettingsWords();
  const { colors } = useProjectWords();
  const { common } = useWords();
  const act = useAction((values: Values) => {
    const body = { name: values('name').trim(), color: values('color') as Label['color'] };
    return label ? acts.change(label.id, body) : acts.create(body);
  }, onDone);
  return (
    <Dialog title={label ? words.edit : words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={common.save}>
        <Field
          label={words.name}
          name="name"
          defaultValue={label?.name}
          {...labelsCreateLimits.name}
          autoComplete="off"
          required
        />
        <Select
          label={words.color}
          name="color"
          defaultValue={label?.color ?? color}
          choices={hues.map((hue) => ({
            value: hue,
            label: colors[hue],
            icon: <LabelChip label={{ name: '●', color: hue }} />,
          }))}
        />
        <FailureNotice failure={act.failure} says={{ DUPLICATE_ENTRY: words.taken }} />
      </Form>
    </Dialog>
  );
}
