import { useState } from 'react';
import type { Member, NewInvitation, OwnTeam, PasswordLink } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { roleAllows } from '#panel/data/can.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { type MenuItem, MoreMenu } from '#panel/ui/Menu.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { MemberStatus } from './MemberStatus.tsx';
import { mayChange, rolesGrantedBy, stateOf, wasSeenNow } from './model.ts';
import { PermissionsDialog } from './PermissionsDialog.tsx';
import { changeMember, type MemberActions } from './queries.ts';

interface Props {
  readonly members: readonly Member[];
  readonly me: OwnTeam;
  readonly acts: MemberActions;
  readonly onInvited: (invitation: NewInvitation) => void;
  readonly onLinked: (link: PasswordLink) => void;
}

export function Members({ members, me, acts, onInvited, onLinked }: Props) {
  const { roles, common } = useWords();
  const { people: words } = useSettingsWords();
  const { find } = usePeople(me.slug);
  const [leaving, setLeaving] = useState<Member>();
  const [permitting, permit] = useState<Member>();
  const change = useAction(
    (run: () => Promise<unknown>) => run(),
    () => {
      setLeaving(undefined);
      say(common.saved);
    },
  );
  const changed = useCommand(changeMember);
  const invite = useAction(({ id, role }: Member) => acts.invite({ user_id: id, role }), onInvited);

  const link = useAction(({ id }: Member) => acts.link(id), onLinked);

  const itemsOf = (member: Member): MenuItem[] => {
    const { id, role } = member;
    const state = stateOf(member);
    return [
      ...(state === 'noAccount' ? [{ label: words.invite, act: () => invite.act(member) }] : []),
      ...rolesGrantedBy(me.role)
        .filter((each) => each !== role)
        .map((role) => ({
          label: words.changeRole({ role: roles[role] }),
          act: () => changed.act({ slug: me.slug, id, change: { role } }),
        })),
      ...(state === 'noAccount' || roleAllows(role, 'may_export')
        ? []
        : [{ label: words.permissions, act: () => permit(member) }]),
      ...(state === 'active' ? [{ label: words.resetLink, act: () => link.act(member) }] : []),
      ...(state === 'suspended'
        ? [{ label: words.restore, act: () => change.act(() => acts.restore(id)) }]
        : []),
      ...(state === 'active'
        ? [{ label: words.suspend, act: () => change.act(() => acts.suspend(id)) }]
        : []),
      ...(state === 'noAccount'
        ? []
        : [{ label: words.remove, isDangerous: true, act: () => setLeaving(member) }]),
    ];
  };

  return (
    <>
      <FailureNotice
        failure={leaving ? undefined : (change.failure ?? changed.failure ?? invite.failure)}
      />
      <FailureNotice failure={link.failure} says={{ CONFLICT: words.resetNeeds }} />
      <Table
        label={words.title}
        rows={members}
        keyOf={({ id }) => id}
        actionsTitle={common.actions}
        columns={[
          {
            key: 'name',
            title: words.name,
            cell: (member) => (
              <span className="flex min-w-0 items-center gap-3">
                <Avatar
                  person={find(member.id) ?? member}
                  size="lg"
                  isPresent={wasSeenNow(member, Date.now())}
                />
                <span className="flex min-w-0 flex-col">
                  <span className="break-words font-medium">
                    {member.name}
                    {member.id === me.user_id ? (
                      <span className="font-normal text-muted">{` (${words.you})`}</span>
                    ) : null}
                  </span>
                  <span className="break-all text-meta text-muted max-sm:truncate">
                    {member.email}
                  </span>
                </span>
              </span>
            ),
          },
          { key: 'role', title: words.role, cell: ({ role }) => roles[role] },
          { key: 'state', title: words.state, cell: (member) => <MemberStatus member={member} /> },
          {
            key: 'seen',
            title: words.seen,
            isWide: true,
            cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
          },
        ]}
        actions={(member) =>
          mayChange(me, member) ? (
            <MoreMenu label={words.actionsFor({ name: member.name })} items={itemsOf(member)} />
          ) : null
        }
      />
      {permitting ? (
        <PermissionsDialog
          member={permitting}
          mayExport={me.may_export}
          save={(change) => changed.act({ slug: me.slug, id: permitting.id, change })}
          onClose={() => permit(undefined)}
        />
      ) : null}
      {leaving ? (
        <ConfirmDialog
          title={words.removeTitle({ name: leaving.name })}
          about={words.removeAbout}
          submit={words.remove}
          act={change}
          input={() => acts.remove(leaving.id)}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </>
  );
}
