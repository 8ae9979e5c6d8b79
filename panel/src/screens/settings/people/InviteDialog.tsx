import type { NewInvitation, Role } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import type { MemberActions } from './queries.ts';

interface Props {
  readonly acts: MemberActions;
  /** Roles that the user may grant. */
  readonly granted: readonly Role[];
  readonly onClose: () => void;
  readonly onMade: (invitation: NewInvitation) => void;
}

export function InviteDialog({ acts, granted, onClose, onMade }: Props) {
  const { roles, common } = useWords();
  const { people: words } = useSettingsWords();
  const act = useAction(
    (values: Values) =>
      acts.invite({ email: values('email').trim(), role: values('role') as Role }),
    onMade,
  );
  return (
    <Dialog title={words.inviteTitle} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={words.inviteSubmit}>
        <Field label={words.inviteEmail} name="email" type="email" autoComplete="off" required />
        <Select
          label={words.inviteRole}
          name="role"
          defaultValue="member"
          choices={granted.map((value) => ({
            value,
            label: roles[value],
          }))}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
