import { inboxesUpdateSettingsLimits as limits } from '#panel/api/input-limits.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form } from '#panel/parts/Form.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { type InboxSettingsProps, useSaveSettings } from './use-save-settings.ts';

/** Greeting and away message of an inbox. */
export function Replies({ slug, settings, isEditable }: InboxSettingsProps) {
  const { replies: words } = useInboxSettingsWords();
  const { id, greeting, away_message: away } = settings;
  const hasHours = (settings.business_hours ?? settings.team_hours) !== null;
  const act = useSaveSettings(slug, id, (values) => ({
    greeting: values('greeting').trim() || null,
    away_message: values('away_message').trim() || null,
  }));
  const awayHint = hasHours ? words.awayHint : words.awayWithoutHours;
  return (
    <Section title={words.title} about={words.about}>
      {isEditable ? (
        <Form act={act} submit={words.save} look="plain">
          <Area
            label={words.greeting}
            hint={words.greetingHint}
            name="greeting"
            rows={3}
            defaultValue={greeting ?? ''}
            placeholder={words.greetingExample}
            maxLength={limits.greeting.maxLength}
          />
          <Area
            label={words.away}
            hint={awayHint}
            name="away_message"
            rows={3}
            defaultValue={away ?? ''}
            placeholder={words.awayExample}
            maxLength={limits.away_message.maxLength}
          />
          <FailureNotice failure={act.failure} />
        </Form>
      ) : (
        <Facts
          facts={[
            [words.greeting, greeting ?? words.none],
            [words.away, away ?? words.none],
          ]}
        />
      )}
    </Section>
  );
}
