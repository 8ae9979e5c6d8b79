import { useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { invitationsQuery, type MemberActions } from './queries.ts';

export function Invitations({
  slug,
  acts,
}: {
  readonly slug: string;
  readonly acts: MemberActions;
}) {
  const { roles, common } = useWords();
  const { people: words } = useSettingsWords();
  const query = useQuery(invitationsQuery(slug));
  const revoke = useAction(acts.revoke, () => say(words.revoked));
  return (
    <Section title={words.invitations}>
      <FailureNotice failure={revoke.failure} />
      <QueryContent query={query} rows={1}>
        {(all) => {
          const open = all.filter(({ state }) => state === 'open');
          if (open.length === 0)
            return <Empty text={words.noInvitations} ghost={<Ghost of="people" />} />;
          return (
            <Table
              label={words.invitations}
              rows={open}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'email',
                  title: words.inviteEmail,
                  cell: ({ email, name }) => (
                    <span className="break-all">{email ?? name ?? '–'}</span>
                  ),
                },
                { key: 'role', title: words.role, cell: ({ role }) => roles[role] },
                {
                  key: 'expires',
                  title: words.expires,
                  isWide: true,
                  cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
                },
              ]}
              actions={({ id, email }) => (
                <Button
                  look="quiet"
                  busy={revoke.isBusy}
                  aria-label={`${words.revoke}: ${email ?? id}`}
                  onClick={() => revoke.act(id)}
                >
                  {words.revoke}
                </Button>
              )}
            />
          );
        }}
      </QueryContent>
    </Section>
  );
}
