import { useQuery } from '@tanstack/react-query';
import { notificationKinds } from '#panel/api/enumerations.ts';
import type { OwnTeam } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { allows, type Right } from '#panel/data/can.ts';
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
  return (teams ?? []).map((team) => <OfTeam key={team.slug} team={team} />);
}

/** Kinds of notifications that only those receive who may read the record. */
const neededRights: Readonly<Partial<Record<(typeof notificationKinds)[number], Right>>> = {
  privacy_due: 'privacy_requests.list',
};

function OfTeam({ team }: { readonly team: OwnTeam }) {
  const { slug, name } = team;
  const { bell: words } = useRecordWords();
  const query = useQuery(choicesQuery(slug));
  const kinds = notificationKinds.filter((kind) => {
    const right = neededRights[kind];
    return right === undefined || allows(team, right);
  });
  const act = useAction((change: Parameters<typeof setChoice>[1]) => setChoice(slug, change));
  return (
    <Section title={words.settings} about={words.settingsAbout({ team: name })}>
      <QueryContent query={query}>
        {(choices) => (
          <div className="flex flex-col">
            {kinds.map((kind) => (
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
