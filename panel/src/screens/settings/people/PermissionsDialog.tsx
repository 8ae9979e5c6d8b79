import type { Member } from '#panel/api/types.ts';
import { roleAllows } from '#panel/data/can.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { mayGiveExport } from './model.ts';
import type { MemberChange } from './queries.ts';

interface Props {
  readonly member: Member;
  /** True if the current user may export. */
  readonly mayExport: boolean;
  readonly save: (change: MemberChange) => void;
  readonly onClose: () => void;
}

/** The two permissions of a member. Admins always see values, so that switch is hidden for them. */
export function PermissionsDialog({ member, mayExport, save, onClose }: Props) {
  const { people: words } = useSettingsWords();
  const { common } = useWords();
  const seesAlways = roleAllows(member.role, 'sees_values');
  const isGivable = mayGiveExport({ may_export: mayExport }, member);
  const act = (values: Values) => {
    save({
      ...(seesAlways ? {} : { sees_values: values('sees_values') === 'on' }),
      ...(isGivable ? { may_export: values('may_export') === 'on' } : {}),
    });
    onClose();
  };
  return (
    <Dialog
      title={words.permissionsOf({ name: member.name })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={{ act, isBusy: false, failure: undefined }} submit={common.save}>
        <Checkbox
          label={words.seesValues}
          hint={seesAlways ? words.seesValuesAlways : words.seesValuesHint}
          name="sees_values"
          defaultChecked={seesAlways || member.sees_values}
          disabled={seesAlways}
        />
        <Checkbox
          label={words.mayExport}
          hint={isGivable ? words.mayExportHint : words.mayExportNot}
          name="may_export"
          defaultChecked={member.may_export}
          disabled={!isGivable}
        />
      </Form>
    </Dialog>
  );
}
