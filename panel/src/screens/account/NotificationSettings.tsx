import { useQuery } from '@tanstack/react-query';
import { notificationKinds } from '#panel/api/enumerations.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { choicesQuery, setChoice } from '#panel/data/notifications.ts';
import { teamsQuery } from '#panel/data/session.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useRecordWords } from '#panel/words/records/use.ts';

/** Notification settings of the user, per team. */
export function NotificationSettings() {
  const { data: teams } = useQuery(teamsQuery);
  return (teams ?? []).map(({ slug, name }) => <OfTeam key={slug} slug={slug} name={name} />);
}

function OfTeam({ slug, name }: { readonly slug: string; readonly name: string }) {
  const { bell: words } = useRecordWords();
  const query = useQuery(choicesQuery(slug));
  const act = useAction((change: Parameters<typeof setChoice>[1]) => setChoice(slug, change));
  return (
    <Section title={words.settings} about={words.settingsAbout({ team: name })}>
      <QueryContent query={query}>
        {(choices) => (
          <div className="flex flex-col">
            {notificationKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={words.choices[kind]}
                checked={choices[kind]}
                disabled={act.isBusy}
                onChange={({ target }) => act.act({ [kind]: target.checked })}
              />
            ))}
          </div>
        )}
      </QueryContent>
      <FailureNotice failure={act.failure} />
    </Section>
  );
}
