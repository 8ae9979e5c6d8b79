import { useState } from 'react';
import type { Member, NewInvitation, OwnTeam } from '../../api/types.ts';
import { useAct } from '../../commands/act.ts';
import type { MemberActs } from '../../data/members.ts';
import { FailureNotice } from '../../parts/Notice.tsx';
import { When } from '../../parts/When.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Check, More, Warning } from '../../ui/icons.tsx';
import { Badge } from '../../ui/layout.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Table } from '../../ui/Table.tsx';
import { say } from '../../ui/Toast.tsx';
import { useSettingsWords } from '../../words/settings/use.ts';
import { useWords } from '../../words/t.ts';
import { mayChange, rolesGrantedBy, stateOf } from './model.ts';

interface Props {
  readonly members: readonly Member[];
  readonly me: OwnTeam;
  readonly acts: MemberActs;
  readonly onInvited: (invitation: NewInvitation) => void;
}

export function Members({ members, me, acts, onInvited }: Props) {
  const { roles, common } = useWords();
  const { people: words } = useSettingsWords();
  const [leaving, setLeaving] = useState<Member>();
  const change = useAct(
    (run: () => Promise<unknown>) => run(),
    () => {
      setLeaving(undefined);
      say(common.saved);
    },
  );
  const invite = useAct(({ id, role }: Member) => acts.invite({ user_id: id, role }), onInvited);

  const itemsOf = (member: Member): MenuItem[] => {
    const { id, role } = member;
    const state = stateOf(member);
    return [
      ...(state === 'noAccount' ? [{ label: words.invite, act: () => invite.act(member) }] : []),
      ...rolesGrantedBy(me.role)
        .filter((other) => other !== role)
        .map((other) => ({
          label: words.changeRole({ role: roles[other] }),
          act: () => change.act(() => acts.change(id, { role: other })),
        })),
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
      <FailureNotice failure={leaving ? undefined : (change.failure ?? invite.failure)} />
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
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">
                  {member.name}
                  {member.id === me.user_id ? (
                    <span className="font-normal text-muted">{` (${words.you})`}</span>
                  ) : null}
                </span>
                <span className="break-all text-meta text-muted">{member.email}</span>
              </span>
            ),
          },
          { key: 'role', title: words.role, cell: ({ role }) => roles[role] },
          { key: 'state', title: words.state, cell: (member) => <State member={member} /> },
          {
            key: 'seen',
            title: words.seen,
            isWide: true,
            cell: ({ last_seen_at }) => <When at={last_seen_at} />,
          },
        ]}
        actions={(member) =>
          mayChange(me, member) ? (
            <Menu
              label={words.actionsFor({ name: member.name })}
              items={itemsOf(member)}
              className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
            >
              <More />
            </Menu>
          ) : null
        }
      />
      {leaving ? (
        <Dialog
          title={words.removeTitle({ name: leaving.name })}
          closeLabel={common.close}
          onClose={() => setLeaving(undefined)}
        >
          <p>{words.removeAbout}</p>
          <FailureNotice failure={change.failure} />
          <div className="flex gap-2">
            <Button
              look="danger"
              busy={change.isBusy}
              onClick={() => change.act(() => acts.remove(leaving.id))}
            >
              {words.remove}
            </Button>
            <Button look="quiet" onClick={() => setLeaving(undefined)}>
              {common.cancel}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function State({ member }: { readonly member: Member }) {
  const { people: words } = useSettingsWords();
  const state = stateOf(member);
  const looks = {
    active: (
      <Badge tone="ok" icon={<Check size={12} />}>
        {words.active}
      </Badge>
    ),
    suspended: (
      <Badge tone="warn" icon={<Warning size={12} />}>
        {words.suspended}
      </Badge>
    ),
    noAccount: <Badge>{words.noAccount}</Badge>,
  };
  return looks[state];
}
