import { weeklyHoursSetLimits as limits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { numberIn } from '#panel/parts/fields/parse-number.ts';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { defaultWeeklyHours, type Member } from './model.ts';
import { setWeeklyHours } from './queries.ts';

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Sets the weekly hours of a member. */
export function WeeklyHoursDialog({ member, onClose }: Props) {
  const words = useWorkloadWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const act = useAction(
    (values: Values) => setWeeklyHours(slug, member.user_id, numberIn(values('weekly_hours'))),
    onClose,
  );
  return (
    <Dialog title={member.name} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={common.save}>
        <NumberInput
          label={words.weeklyHours}
          hint={words.weeklyHint({ hours: defaultWeeklyHours })}
          name="weekly_hours"
          kind="number"
          defaultValue={member.weekly_hours}
          {...limits.weekly_hours}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
