import { type ReactNode, useState } from 'react';
import { useAction } from '../commands/use-action.ts';
import { AgentTable } from '../display/AgentTable.tsx';
import { Button } from '../ui/Button.tsx';
import { say } from '../ui/Toast.tsx';
import { useAgentWords } from '../words/agents/use.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Agent = Parameters<typeof AgentTable>[0]['agents'][number];

interface Props<A extends Agent> {
  readonly agents: readonly A[];
  readonly holder: { readonly title: string; readonly of: (agent: A) => ReactNode };
  readonly onDisconnect: (id: string) => Promise<unknown>;
}

/** Connected assistants, each with a button that ends its access. */
export function ConnectedAgents<A extends Agent>({ agents, holder, onDisconnect }: Props<A>) {
  const words = useAgentWords();
  const [leaving, setLeaving] = useState<A>();
  const act = useAction(onDisconnect, () => {
    setLeaving(undefined);
    say(words.disconnected);
  });
  return (
    <>
      {agents.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <AgentTable
          agents={agents}
          holder={holder}
          actions={(agent) => (
            <Button
              look="quiet"
              aria-label={`${words.disconnect}: ${agent.name}`}
              onClick={() => setLeaving(agent)}
            >
              {words.disconnect}
            </Button>
          )}
        />
      )}
      {leaving ? (
        <ConfirmDialog
          title={words.disconnectTitle({ name: leaving.name })}
          about={words.disconnectAbout}
          submit={words.disconnect}
          act={act}
          input={leaving.id}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </>
  );
}
