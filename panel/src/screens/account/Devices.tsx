import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { devicesQuery, endOtherSessions, endSession } from '#panel/data/account.ts';
import { disconnectOwnAgent, ownAgentsQuery } from '#panel/data/agents.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { ConnectedAgents } from '#panel/parts/ConnectedAgents.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { useAgentWords } from '#panel/words/agents/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { deviceIn } from './model.ts';

export default function Devices() {
  const words = useAccountWords();
  const { common } = useWords();
  const agentWords = useAgentWords();
  const query = useQuery(devicesQuery);
  const agents = useQuery(ownAgentsQuery);
  const report = ({ ended }: { ended: number }) => say(words.sessionsEnded({ sessions: ended }));
  const end = useAction(endSession, report);
  const others = useAction(endOtherSessions, report);
  const nameOf = ({ user_agent }: OwnSession) => {
    const device = deviceIn(user_agent);
    return device ? words.on(device) : words.unknownDevice;
  };
  return (
    <AccountFrame>
      <Section
        title={words.devices}
        about={words.devicesAbout}
        actions={
          (query.data?.length ?? 0) > 1 ? (
            <Button busy={others.isBusy} onClick={() => others.act(undefined)}>
              {words.endOthers}
            </Button>
          ) : null
        }
      >
        <FailureNotice failure={end.failure ?? others.failure} />
        <QueryContent query={query}>
          {(sessions) => (
            <Table
              label={words.devices}
              rows={sessions}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'device',
                  title: words.device,
                  cell: (session) => (
                    <span className="flex flex-wrap items-center gap-x-2">
                      {nameOf(session)}
                      {session.is_current ? <Badge tone="ok">{words.thisDevice}</Badge> : null}
                    </span>
                  ),
                },
                {
                  key: 'address',
                  title: words.address,
                  isWide: true,
                  cell: ({ address }) => address,
                },
                {
                  key: 'seen',
                  title: words.seen,
                  cell: ({ seen_at }) => <RelativeTime at={seen_at} />,
                },
              ]}
              actions={(session) =>
                session.is_current ? null : (
                  <Button
                    look="quiet"
                    busy={end.isBusy}
                    aria-label={`${words.endSession}: ${nameOf(session)}`}
                    onClick={() => end.act(session.id)}
                  >
                    {words.endSession}
                  </Button>
                )
              }
            />
          )}
        </QueryContent>
      </Section>
      <Section
        title={agentWords.list}
        about={agentWords.listAbout({ address: `${location.origin}/mcp` })}
        actions={
          <a
            href="/docs/mcp/"
            target="_blank"
            rel="noreferrer"
            className="text-accent hover:underline"
          >
            {agentWords.howTo}
          </a>
        }
      >
        <QueryContent query={agents}>
          {(connected) => (
            <ConnectedAgents
              agents={connected}
              holder={{ title: agentWords.inTeam, of: ({ team_name }) => team_name }}
              onDisconnect={disconnectOwnAgent}
            />
          )}
        </QueryContent>
      </Section>
    </AccountFrame>
  );
}
