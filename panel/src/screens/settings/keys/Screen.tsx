import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Key, KeyCreated } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { disconnectTeamAgent, teamAgentsQuery } from '#panel/data/agents.ts';
import { settingsQuery } from '#panel/data/team-settings.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { CopyOnce } from '#panel/display/CopyOnce.tsx';
import { LoadMore } from '#panel/display/LoadMore.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { ConnectedAgents } from '#panel/parts/ConnectedAgents.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useAgentWords } from '#panel/words/agents/use.ts';
import { useSettingsListWords } from '#panel/words/settings-lists/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';
import { stateOf } from './model.ts';
import { keyActions, keysQuery } from './queries.ts';
import { RotateDialog } from './RotateDialog.tsx';

export default function Keys() {
  const { keys: words } = useSettingsListWords();
  const { common } = useWords();
  const { slug, me } = useCurrentTeam();
  const agentWords = useAgentWords();
  const query = useInfiniteQuery(keysQuery(slug));
  const agents = useQuery(teamAgentsQuery(slug));
  const settings = useQuery(settingsQuery(slug));
  const acts = keyActions(slug);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<KeyCreated>();
  const [rotating, rotate] = useState<Key>();
  const [leaving, setLeaving] = useState<Key>();
  const [isWhole, showWhole] = useState(false);
  const revoke = useAction(acts.revoke, () => {
    setLeaving(undefined);
    say(words.revokedNow);
  });
  const showKey = (key: KeyCreated) => {
    setMaking(false);
    rotate(undefined);
    setMade(key);
  };
  const open = (keys: readonly Key[]) =>
    keys.filter((key) => isWhole || stateOf(key, Date.now()) === 'active');
  const hasOver = query.data?.rows.some((key) => stateOf(key, Date.now()) !== 'active');
  const create = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {words.create}
    </Button>
  );
  const isEmpty = query.data && open(query.data.rows).length === 0;
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? null : create}>
      <Section title={words.title}>
        <QueryContent query={query}>
          {({ rows }) =>
            open(rows).length === 0 ? (
              <Empty text={words.none} ghost={<Ghost of="rows" />} create={create} />
            ) : (
              <KeyTable
                keys={open(rows)}
                me={me?.user_id ?? ''}
                onRotate={rotate}
                onRevoke={setLeaving}
              />
            )
          }
        </QueryContent>
        {hasOver ? (
          <Checkbox
            label={words.over}
            checked={isWhole}
            onChange={({ currentTarget }) => showWhole(currentTarget.checked)}
          />
        ) : null}
        <LoadMore query={query} shown={query.data?.rows.length ?? 0} />
      </Section>
      {agents.data?.length ? (
        <Section
          title={agentWords.list}
          about={
            settings.data?.allows_agents === false
              ? agentWords.teamStopped
              : agentWords.teamListAbout
          }
        >
          <ConnectedAgents
            agents={agents.data}
            holder={{ title: agentWords.member, of: ({ user_name }) => user_name }}
            onDisconnect={disconnectTeamAgent(slug)}
          />
        </Section>
      ) : null}
      {isMaking && me ? (
        <KeyDialog acts={acts} me={me.user_id} onClose={() => setMaking(false)} onMade={showKey} />
      ) : null}
      {rotating ? (
        <RotateDialog
          acts={acts}
          rotating={rotating}
          onClose={() => rotate(undefined)}
          onMade={showKey}
        />
      ) : null}
      {made ? (
        <Dialog
          title={words.madeTitle}
          closeLabel={common.close}
          onClose={() => setMade(undefined)}
        >
          <CopyOnce label={words.made} text={made.api_key} about={words.shownOnce} />
          <Button look="primary" className="self-start" onClick={() => setMade(undefined)}>
            {common.done}
          </Button>
        </Dialog>
      ) : null}
      {leaving ? (
        <ConfirmDialog
          title={words.revokeTitle({ name: leaving.name })}
          about={words.revokeAbout}
          submit={words.revoke}
          act={revoke}
          input={leaving.id}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </Page>
  );
}
