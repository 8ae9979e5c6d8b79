import { inboxGroupses as groupSettings } from '#panel/api/enumerations.ts';
import type { Inbox } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { Select } from '#panel/parts/Select.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { inboxActions } from './queries.ts';

type Setting = Inbox['groups'];

/** Handling of groups in an inbox. */
export function Groups({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { groups: words } = useInboxWords();
  const { id, gateway, groups } = inbox;
  const set = useAction(
    (setting: Setting) => inboxActions(slug).setGroups(id, setting),
    () => say(words.saved),
  );
  return (
    <Section title={words.title} about={words.about}>
      <Select
        label={words.label}
        hint={gateway === 'waha' ? words.restarts : words.hint}
        value={groups}
        disabled={set.isBusy}
        choices={groupSettings.map((setting) => ({
          value: setting,
          label: words.settings[setting],
        }))}
        onChange={({ target }) => {
          const setting = groupSettings.find((each) => each === target.value);
          if (setting !== undefined && setting !== groups) set.act(setting);
        }}
      />
      <GatewayFailure failure={set.failure} />
    </Section>
  );
}
