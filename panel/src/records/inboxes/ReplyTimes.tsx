import { inboxesUpdateSettingsLimits as limits } from '#panel/api/input-limits.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type InboxSettingsProps, useSaveSettings } from './use-save-settings.ts';

const minutesOf = (text: string) => (text === '' ? null : Number(text));

/** Minutes to the first answer and to further answers of an inbox, and when answers would be due now. */
export function ReplyTimes({ slug, settings, isEditable }: InboxSettingsProps) {
  const { replyTimes: words } = useInboxSettingsWords();
  const { id, first_reply_minutes: first, next_reply_minutes: next } = settings;
  const hasHours = (settings.business_hours ?? settings.team_hours) !== null;
  const act = useSaveSettings(slug, id, (values) => ({
    first_reply_minutes: minutesOf(values('first_reply_minutes')),
    next_reply_minutes: minutesOf(values('next_reply_minutes')),
  }));
  const written = (minutes: number | null) =>
    minutes === null ? words.none : words.minutes({ count: minutes });
  const range = { kind: 'whole', ...limits.first_reply_minutes } as const;
  return (
    <Section title={words.title} about={hasHours ? words.about : words.aboutWithoutHours}>
      {isEditable ? (
        <Form act={act} submit={words.save} look="plain">
          <NumberInput
            label={words.first}
            hint={words.firstHint}
            name="first_reply_minutes"
            defaultValue={first}
            {...range}
          />
          <NumberInput
            label={words.next}
            hint={words.nextHint}
            name="next_reply_minutes"
            defaultValue={next}
            {...range}
          />
          <FailureNotice failure={act.failure} />
        </Form>
      ) : (
        <Facts
          facts={[
            [words.first, written(first)],
            [words.next, written(next)],
          ]}
        />
      )}
      <Examples settings={settings} />
    </Section>
  );
}

/** When the answers to a message that arrives now would be due. */
function Examples({ settings }: Pick<InboxSettingsProps, 'settings'>) {
  const { replyTimes: words } = useInboxSettingsWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const examples = [
    [words.firstDue, settings.first_reply_due_at],
    [words.nextDue, settings.next_reply_due_at],
  ] as const;
  return examples.map(([text, due]) =>
    due === null ? null : (
      <p key={due + text({ when: '' })} className="mt-2 text-muted">
        {text({ when: format.format(new Date(due)) })}
      </p>
    ),
  );
}
