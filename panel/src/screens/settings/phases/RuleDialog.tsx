import { settingsUpdateLimits } from '#panel/api/input-limits.ts';
import type { TeamSettings } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { settingsActions } from '#panel/data/team-settings.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { numberIn } from '#panel/parts/fields/parse-number.ts';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { phaseName } from '#panel/words/phases.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { meaningOf, ruleOf, withRule } from './model.ts';

interface Props {
  readonly settings: TeamSettings;
  readonly phase: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const limits = settingsUpdateLimits.phase_rules;

/** Day limit of a phase, and its probability of winning. */
export function RuleDialog({ settings, phase, onDone, onClose }: Props) {
  const { phases: words } = useSettingsWords();
  const { common } = useWords();
  const rule = ruleOf(settings, phase);
  const act = useAction(
    (values: Values) =>
      settingsActions(settings.slug).change(
        withRule(settings, {
          phase,
          limit_days: numberIn(values('limit_days')),
          probability: numberIn(values('probability')),
        }),
      ),
    onDone,
  );
  return (
    <Dialog
      title={words.ruleTitle({ name: phaseName(phase) })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={common.save}>
        <NumberInput
          label={words.limitDays}
          hint={words.limitDaysHint}
          name="limit_days"
          kind="whole"
          {...limits.limit_days}
          defaultValue={rule.limit_days}
        />
        {meaningOf(settings, phase) === 'open' ? (
          <NumberInput
            label={words.probability}
            hint={words.probabilityHint}
            name="probability"
            kind="whole"
            {...limits.probability}
            defaultValue={rule.probability}
          />
        ) : null}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
