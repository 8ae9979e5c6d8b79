import { useState } from 'react';
import { hourlyRatesSetLimits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findClients, findProjects } from '#panel/data/choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { numberIn } from '#panel/parts/fields/parse-number.ts';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { type HolderKind, type Rate, setRate } from './rates.ts';

interface Props {
  readonly slug: string;
  /** undefined sets the rate of a client or project to be chosen. */
  readonly rate: Rate | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Sets the rate of an hour of a member, client or project. */
export function RateDialog({ slug, rate, onClose, onDone }: Props) {
  const { rates: words } = useSettingsWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const [chosen, choose] = useState<HolderKind>('client');
  const kind = rate?.kind ?? chosen;
  const { hourly_rate, hourly_cost } = hourlyRatesSetLimits;
  const act = useAction(
    (values: Values) =>
      setRate(slug, {
        kind,
        id: rate?.id ?? values('holder'),
        hourly_rate: numberIn(values('hourly_rate')),
        hourly_cost: kind === 'user' ? numberIn(values('hourly_cost')) : null,
      }),
    onDone,
  );
  return (
    <Dialog title={rate?.name ?? words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={common.save}>
        {rate ? null : (
          <>
            <Select
              label={words.kind}
              name="kind"
              value={chosen}
              onChange={({ target }) => choose(target.value === 'project' ? 'project' : 'client')}
              choices={(['client', 'project'] as const).map((value) => ({
                value,
                label: words.kinds[value],
              }))}
            />
            <Picker
              key={chosen}
              label={words.name}
              name="holder"
              slug={slug}
              find={chosen === 'client' ? findClients : findProjects}
              isRequired
            />
          </>
        )}
        <NumberInput
          label={`${labels.hourly_rate} (R$)`}
          name="hourly_rate"
          kind="money"
          defaultValue={rate?.hourly_rate}
          required={!rate}
          {...hourly_rate}
        />
        {kind === 'user' ? (
          <NumberInput
            label={`${labels.hourly_cost} (R$)`}
            hint={words.costHint}
            name="hourly_cost"
            kind="money"
            defaultValue={rate?.hourly_cost}
            {...hourly_cost}
          />
        ) : null}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
