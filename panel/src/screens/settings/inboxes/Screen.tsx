import { useInfiniteQuery } from '@tanstack/react-query';
import type { Inbox } from '../../../api/types.ts';
import { useAct } from '../../../commands/act.ts';
import { inboxesQuery, switches } from '../../../data/connections.ts';
import { Further } from '../../../parts/Further.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { FailureNotice } from '../../../parts/Notice.tsx';
import { Switch } from '../../../parts/Switch.tsx';
import { useTeamHere } from '../../../parts/team.ts';
import { When } from '../../../parts/When.tsx';
import { Check, Close, Info, Warning } from '../../../ui/icons.tsx';
import { Badge, Empty, Page, Section } from '../../../ui/layout.tsx';
import { Table } from '../../../ui/Table.tsx';
import { say } from '../../../ui/Toast.tsx';
import { useWords } from '../../../words/t.ts';
import { useUpkeepWords } from '../../../words/upkeep/use.ts';
import { stateOf } from './model.ts';

export default function Inboxes() {
  const { inboxes: words } = useUpkeepWords();
  const { common } = useWords();
  const { slug, isAdmin } = useTeamHere();
  const query = useInfiniteQuery(inboxesQuery(slug));
  const change = useAct(
    ({ id, active }: Inbox) => switches(slug).inbox(id, !active),
    (_, { active }) => say(active ? words.switchedOff : words.switchedOn),
  );
  return (
    <Page title={words.title} about={words.about}>
      <Section title={words.title}>
        <FailureNotice failure={change.failure} />
        <Loaded query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty text={words.none} />
            ) : (
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: words.name,
                    cell: ({ name, phone }) => (
                      <span className="flex min-w-0 flex-col">
                        <span className="break-words font-medium">{name}</span>
                        {phone ? <span className="text-meta text-muted">{`+${phone}`}</span> : null}
                      </span>
                    ),
                  },
                  {
                    key: 'type',
                    title: words.type,
                    isWide: true,
                    cell: ({ type, gateway }) => `${words.types[type]}, ${words.gateways[gateway]}`,
                  },
                  { key: 'state', title: words.state, cell: (inbox) => <State inbox={inbox} /> },
                ]}
                actions={
                  isAdmin
                    ? (inbox) => (
                        <Switch
                          name={inbox.name}
                          isOn={inbox.active}
                          isBusy={change.isBusy}
                          onSwitch={() => change.act(inbox)}
                        />
                      )
                    : undefined
                }
              />
            )
          }
        </Loaded>
        <Further query={query} shown={query.data?.rows.length ?? 0} />
      </Section>
    </Page>
  );
}

const looks = {
  off: { icon: <Close size={12} /> },
  connected: { tone: 'ok', icon: <Check size={12} /> },
  connecting: { tone: 'info', icon: <Info size={12} /> },
  waiting: { tone: 'warn', icon: <Warning size={12} /> },
  disconnected: { tone: 'danger', icon: <Warning size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

function State({ inbox }: { readonly inbox: Inbox }) {
  const { inboxes: words, since } = useUpkeepWords();
  const state = stateOf(inbox);
  const { state_changed_at: at, state_reason: reason } = inbox;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge {...looks[state]}>{words.states[state]}</Badge>
      {at && state !== 'off' ? (
        <span className="text-meta text-muted">
          {since} <When at={at} />
        </span>
      ) : null}
      {reason && state !== 'off' ? (
        <span className="break-words text-meta text-muted" lang="en">
          {reason}
        </span>
      ) : null}
    </span>
  );
}
