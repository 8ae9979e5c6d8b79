import type { Key, KeyCreated } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useSettingsListWords } from '#panel/words/settings-lists/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { inHours } from './model.ts';
import type { KeyActions } from './queries.ts';

interface Props {
  readonly acts: KeyActions;
  readonly rotating: Key;
  readonly onClose: () => void;
  readonly onMade: (key: KeyCreated) => void;
}

/** Creates a replacement key, and sets when the old one expires. */
export function RotateDialog({ acts, rotating, onClose, onMade }: Props) {
  const { keys: words } = useSettingsListWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) =>
      acts.rotate(rotating.id, inHours(Number(values('old_expires_at')), Date.now())),
    onMade,
  );
  return (
    <Dialog
      title={words.rotateTitle({ name: rotating.name })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <p>{words.rotateAbout}</p>
      <Form act={act} submit={words.rotateSubmit}>
        <Select
          label={words.oldEnds}
          name="old_expires_at"
          defaultValue="24"
          choices={Object.entries(words.oldEndings).map(([value, label]) => ({ value, label }))}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
