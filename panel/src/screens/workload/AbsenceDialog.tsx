import { absenceReasons as reasons } from '#panel/api/enumerations.ts';
import { absencesCreateLimits as limits } from '#panel/api/input-limits.ts';
import type { Absence } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { saveAbsence } from './queries.ts';

interface Props {
  /** Absent for a new one. */
  readonly absence: Absence | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Enters an absence, or changes one. Admins choose the person of a new one. */
export function AbsenceDialog({ absence, onClose, onDone }: Props) {
  const { absences: words } = useWorkloadWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { slug, me, can } = useCurrentTeam();
  const { all: people } = usePeople(slug);
  const today = useToday();
  const user = absence?.user_id ?? me?.user_id ?? '';
  const act = useAction(
    (values: Values) =>
      saveAbsence(slug, absence, {
        user_id: values('user_id') || user,
        starts_on: values('starts_on'),
        ends_on: values('ends_on'),
        reason: reasons.find((each) => each === values('reason')) ?? 'holiday',
        note: values('note').trim() || null,
      }),
    onDone,
  );
  return (
    <Dialog title={absence ? words.edit : words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={common.save}>
        {absence === undefined && can('absences.manage') ? (
          <Select
            label={labels.user_id}
            name="user_id"
            defaultValue={user}
            choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <LabelledDate
            label={labels.starts_on}
            name="starts_on"
            defaultValue={absence?.starts_on ?? today}
            required
          />
          <LabelledDate
            label={labels.ends_on}
            name="ends_on"
            defaultValue={absence?.ends_on ?? today}
            required
          />
        </div>
        <Select
          label={words.reason}
          name="reason"
          defaultValue={absence?.reason ?? 'holiday'}
          choices={reasons.map((value) => ({ value, label: words.reasons[value] }))}
        />
        <Field
          label={labels.note}
          name="note"
          defaultValue={absence?.note ?? ''}
          {...limits.note}
          autoComplete="off"
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
