import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  notificationMailAssigneds as mailModes,
  notificationKinds,
} from '#panel/api/enumerations.ts';
import type { NotificationKind, OwnTeam } from '#panel/api/schema.ts';
import type { NotificationMail } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { allows, type Right } from '#panel/data/can.ts';
import { mailSettingsQuery, setMailSettings } from '#panel/data/notification-settings.ts';
import { choicesQuery, setChoice } from '#panel/data/notifications.ts';
import { pushSettingsQuery, setPushSettings } from '#panel/data/push.ts';
import { teamsQuery } from '#panel/data/session.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { SelectInput } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { PushBrowsers } from './PushBrowsers.tsx';
import { QuietHours } from './QuietHours.tsx';

/** Notification settings of the user, per team. */
export function NotificationSettings() {
  const { data: teams } = useQuery(teamsQuery);
  return (teams ?? []).map((team) => <OfTeam key={team.slug} team={team} />);
}

/** Kinds of notifications that only those receive who may read the record. */
const neededRights: Readonly<Partial<Record<NotificationKind, Right>>> = {
  privacy_due: 'privacy_requests.list',
};

function OfTeam({ team }: { readonly team: OwnTeam }) {
  const { slug, name } = team;
  const { bell: words } = useRecordWords();
  const { notices } = useAccountWords();
  const query = useQuery(choicesQuery(slug));
  const mailQuery = useQuery(mailSettingsQuery(slug));
  const { data: push } = useQuery(pushSettingsQuery(slug));
  const kinds = notificationKinds.filter((kind) => {
    const right = neededRights[kind];
    return right === undefined || allows(team, right);
  });
  const act = useAction((change: Parameters<typeof setChoice>[1]) => setChoice(slug, change));
  const set = useAction((change: Parameters<typeof setMailSettings>[1]) =>
    setMailSettings(slug, change),
  );
  const setPush = useAction((change: Parameters<typeof setPushSettings>[1]) =>
    setPushSettings(slug, change),
  );
  return (
    <Section title={words.settings} about={words.settingsAbout({ team: name })}>
      <QueryContent query={mailQuery}>
        {(mail) => (
          <QueryContent query={query}>
            {(choices) => (
              <>
                <MailState mail={mail} isBusy={set.isBusy} onChange={set.act} />
                <Table
                  label={words.settingsAbout({ team: name })}
                  rows={kinds}
                  keyOf={(kind) => kind}
                  actionsTitle=""
                  columns={[
                    { key: 'kind', title: notices.kind, cell: (kind) => words.choices[kind] },
                    {
                      key: 'panel',
                      title: notices.inPanel,
                      cell: (kind) => (
                        <ChannelCell channel={notices.inPanel}>
                          <input
                            type="checkbox"
                            className="block size-4"
                            aria-label={notices.inPanelOf({ kind: words.choices[kind] })}
                            checked={choices[kind]}
                            disabled={act.isBusy}
                            onChange={({ target }) => act.act({ [kind]: target.checked })}
                          />
                        </ChannelCell>
                      ),
                    },
                    ...(mail.is_available
                      ? [
                          {
                            key: 'mail',
                            title: notices.byMail,
                            cell: (kind: NotificationKind) => (
                              <ChannelCell channel={notices.byMail}>
                                <SelectInput
                                  label={notices.byMailOf({ kind: words.choices[kind] })}
                                  value={choices[kind] ? mail[kind] : 'off'}
                                  disabled={set.isBusy || !choices[kind] || !mail.is_mailed}
                                  onChange={({ target }) => set.act({ [kind]: target.value })}
                                  choices={mailModes.map((value) => ({
                                    value,
                                    label: notices.modes[value],
                                  }))}
                                />
                              </ChannelCell>
                            ),
                          },
                        ]
                      : []),
                    ...(push?.is_available
                      ? [
                          {
                            key: 'push',
                            title: notices.byPush,
                            cell: (kind: NotificationKind) => (
                              <ChannelCell channel={notices.byPush}>
                                <input
                                  type="checkbox"
                                  className="block size-4"
                                  aria-label={notices.byPushOf({ kind: words.choices[kind] })}
                                  checked={choices[kind] && push[kind]}
                                  disabled={setPush.isBusy || !choices[kind]}
                                  onChange={({ target }) => setPush.act({ [kind]: target.checked })}
                                />
                              </ChannelCell>
                            ),
                          },
                        ]
                      : []),
                  ]}
                />
                {mail.is_available || push?.is_available ? (
                  <QuietHours
                    mail={mail}
                    isBusy={set.isBusy}
                    onChange={(quiet) => set.act(quiet)}
                  />
                ) : null}
              </>
            )}
          </QueryContent>
        )}
      </QueryContent>
      {push?.is_available ? <PushBrowsers slug={slug} push={push} /> : null}
      <CalendarFeed slug={slug} />
      <FailureNotice failure={act.failure ?? set.failure ?? setPush.failure} />
    </Section>
  );
}

interface ChannelCellProps {
  readonly channel: string;
  readonly children: ReactNode;
}

/** Input of a kind and channel. On phones, rows have no headers above them: the channel is next to the input. */
const ChannelCell = ({ channel, children }: ChannelCellProps) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className="text-meta text-muted sm:hidden">
      {channel}
    </span>
    {children}
  </span>
);

interface MailProps {
  readonly mail: NotificationMail;
  readonly isBusy: boolean;
  readonly onChange: (change: { readonly is_mailed: boolean }) => void;
}

/** Address and state of the mail, and the button that stops or resumes it. */
function MailState({ mail, isBusy, onChange }: MailProps) {
  const { notices } = useAccountWords();
  const { email, is_available, is_confirmed, is_mailed, stop_reason } = mail;
  if (!is_available) return <p className="text-muted">{notices.noServer}</p>;
  if (!is_mailed)
    return (
      <div className="flex flex-col items-start gap-2">
        <p
          role={stop_reason === 'bounced' ? 'alert' : undefined}
          className="flex items-start gap-2 text-danger"
        >
          <span className="pt-0.5">
            <Warning />
          </span>
          {stop_reason === 'bounced' ? notices.bounced : notices.unsubscribed}
        </p>
        <Button disabled={isBusy} onClick={() => onChange({ is_mailed: true })}>
          {notices.resume}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        {is_confirmed ? notices.mailAbout({ email }) : notices.unconfirmed({ email })}
      </p>
      <Button disabled={isBusy} onClick={() => onChange({ is_mailed: false })}>
        {notices.stop}
      </Button>
    </div>
  );
}
