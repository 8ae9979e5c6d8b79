import { keysCreateLimits } from '#panel/api/input-limits.ts';
import type { KeyCreated } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useSettingsListWords } from '#panel/words/settings-lists/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { endOf } from './model.ts';
import type { KeyActions } from './queries.ts';

interface Props {
  readonly acts: KeyActions;
  /** Id of the current user. */
  readonly me: string;
  readonly onClose: () => void;
  readonly onMade: (key: KeyCreated) => void;
}

const choicesOf = (words: Readonly<Record<string, string>>, order: readonly string[]) =>
  order.map((value) => ({ value, label: words[value] ?? value }));

/** Creates an API key. */
export function KeyDialog({ acts, me, onClose, onMade }: Props) {
  const { keys: words } = useSettingsListWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) =>
      acts.create({
        name: values('name').trim(),
        scope: values('scope') === 'read' ? 'read' : 'full',
        user_id: values('user_id') || null,
        expires_at: endOf(values('expires_at'), Date.now()),
      }),
    onMade,
  );
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.create}>
        <Field
          label={words.name}
          hint={words.nameHint}
          name="name"
          {...keysCreateLimits.name}
          autoComplete="off"
          required
        />
        <Select
          label={words.scope}
          name="scope"
          choices={choicesOf(words.scopes, ['full', 'read'])}
        />
        <Select
          label={words.whose}
          hint={words.mineHint}
          name="user_id"
          choices={[
            { value: '', label: words.team },
            { value: me, label: words.mine },
          ]}
        />
        <Select
          label={words.ends}
          name="expires_at"
          choices={choicesOf(words.endings, ['never', '30', '90', '365'])}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
