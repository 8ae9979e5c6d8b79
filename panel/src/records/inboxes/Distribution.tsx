import { inboxWorkSettingsDistributions as distributions } from '#panel/api/enumerations.ts';
import { inboxesUpdateSettingsLimits as limits } from '#panel/api/input-limits.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type InboxSettingsProps, useSaveSettings } from './use-save-settings.ts';

/** Automatic distribution of an inbox's conversations, and who receives them now. */
export function Distribution({ slug, settings, isEditable }: InboxSettingsProps) {
  const { distribution: words } = useInboxSettingsWords();
  const locale = useLocale();
  const {
    id,
    distribution,
    distribution_squad: squad,
    distribution_limit: limit,
    receivers,
  } = settings;
  const act = useSaveSettings(slug, id, (values) => ({
    distribution: distributions.find((each) => each === values('distribution')) ?? distribution,
    distribution_squad_id: values('distribution_squad_id') || null,
    distribution_limit: Number(values('distribution_limit')) || null,
  }));
  const names = new Intl.ListFormat(locale).format(receivers.map(({ name }) => name));
  return (
    <Section title={words.title} about={words.about}>
      {isEditable ? (
        <Form act={act} submit={words.save} look="plain">
          <Select
            label={words.label}
            hint={words.hint}
            name="distribution"
            defaultValue={distribution}
            choices={distributions.map((each) => ({ value: each, label: words.ways[each] }))}
          />
          <Picker
            label={words.squad}
            hint={words.squadHint}
            name="distribution_squad_id"
            slug={slug}
            find={linkChoices.squads}
            initial={squad}
          />
          <NumberInput
            label={words.limit}
            hint={words.limitHint}
            name="distribution_limit"
            kind="whole"
            min={limits.distribution_limit.min}
            max={limits.distribution_limit.max}
            defaultValue={limit}
          />
          <FailureNotice failure={act.failure} />
        </Form>
      ) : (
        <Facts
          facts={[
            [words.label, words.ways[distribution]],
            [words.squad, squad?.name ?? words.everyone],
            [words.limit, limit ?? words.noLimit],
          ]}
        />
      )}
      {distribution === 'none' ? null : (
        <p className="text-muted">{names === '' ? words.nobody : words.now({ names })}</p>
      )}
    </Section>
  );
}
