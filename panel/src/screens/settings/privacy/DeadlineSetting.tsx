import { useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import { settingsActions, settingsQuery } from '#panel/data/team-settings.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Days of the law, and twice as many. */
const choices = [15, 30] as const;

/** Days within which the team answers requests. */
export function DeadlineSetting({ slug }: { readonly slug: string }) {
  const { deadline: words } = usePrivacyWords();
  const { common } = useWords();
  const { data: settings } = useQuery(settingsQuery(slug));
  const act = useAction(
    (values: Values) =>
      settingsActions(slug).change({ privacy_days: Number(values('privacy_days')) }),
    () => say(common.saved),
  );
  if (!settings) return null;
  return (
    <Section title={words.title} about={words.about}>
      <Form act={act} submit={common.save} look="plain">
        <Select
          label={words.label}
          hint={words.hint}
          name="privacy_days"
          defaultValue={String(settings.privacy_days)}
          choices={choices.map((n) => ({ value: String(n), label: words.days({ n }) }))}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Section>
  );
}
