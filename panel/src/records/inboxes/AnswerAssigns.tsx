import { useAction } from '#panel/commands/use-action.ts';
import { updateInboxSettings } from '#panel/data/business-hours.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import type { InboxSettingsProps } from './use-save-settings.ts';

/** Setting that assigns a conversation without an assignee to the user who answers it. */
export function AnswerAssigns({ slug, settings, isEditable }: InboxSettingsProps) {
  const { assignee: words } = useInboxSettingsWords();
  const { id, assigns_on_answer: isOn } = settings;
  const set = useAction((assigns: boolean) =>
    updateInboxSettings(slug, id, { assigns_on_answer: assigns }),
  );
  return (
    <Section title={words.title}>
      <Checkbox
        label={words.onAnswer}
        hint={words.onAnswerHint}
        checked={isOn}
        disabled={!isEditable || set.isBusy}
        onChange={({ target }) => set.act(target.checked)}
      />
      <FailureNotice failure={set.failure} />
    </Section>
  );
}
