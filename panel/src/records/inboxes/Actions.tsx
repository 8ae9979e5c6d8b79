import { useState } from 'react';
import type { Inbox } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { inboxActions } from './queries.ts';
import { RemoveDialog } from './RemoveDialog.tsx';

/** Admin actions on an inbox. */
export function Actions({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const all = useInboxWords();
  const words = all.record;
  const { common } = useWords();
  const acts = inboxActions(slug);
  const { id, name, active, gateway } = inbox;
  const [dialog, ask] = useState<'name' | 'reconnect' | 'disconnect' | 'removal'>();
  const close = () => ask(undefined);
  const isSession = gateway !== 'cloud';
  const turn = useAction(
    () => acts.set(id, { active: !active }),
    () => say(active ? all.switchedOff : all.switchedOn),
  );
  const restart = useAction(
    () => acts.restart(id),
    () => say(words.restarted),
  );
  const reconnect = useAction(
    () => acts.reconnect(id),
    () => navigate(paths.connectInbox(slug, id)),
  );
  const disconnect = useAction(
    () => acts.disconnect(id),
    () => {
      say(words.disconnected);
      close();
    },
  );
  return (
    <div className="flex flex-col items-end gap-2">
      <MoreMenu
        label={words.actions({ name })}
        items={[
          { label: words.rename, act: () => ask('name') },
          {
            label: active ? words.switchOff : words.switchOn,
            act: () => turn.act(undefined),
          },
          ...(isSession
            ? [
                { label: words.restart, act: () => restart.act(undefined) },
                { label: words.reconnect, act: () => ask('reconnect') },
              ]
            : []),
          { label: words.disconnect, isDangerous: true, act: () => ask('disconnect') },
          { label: words.remove, isDangerous: true, act: () => ask('removal') },
        ]}
        className="control inline-flex aspect-square items-center justify-center rounded border border-border bg-raised text-muted hover:bg-surface"
      />
      <GatewayFailure failure={turn.failure ?? restart.failure} />
      {dialog === 'name' ? (
        <NameDialog
          title={words.renameTitle}
          label={all.setup.name}
          name={name}
          submit={common.save}
          save={(name) => acts.set(id, { name })}
          onDone={() => {
            say(words.renamed);
            close();
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'reconnect' ? (
        <ConfirmDialog
          title={words.reconnectTitle({ name })}
          about={words.reconnectAbout}
          submit={words.reconnect}
          act={reconnect}
          input={undefined}
          onClose={close}
        />
      ) : null}
      {dialog === 'disconnect' ? (
        <ConfirmDialog
          title={words.disconnectTitle({ name })}
          about={words.disconnectAbout}
          submit={words.disconnect}
          act={disconnect}
          input={undefined}
          onClose={close}
        />
      ) : null}
      {dialog === 'removal' ? <RemoveDialog slug={slug} inbox={inbox} onClose={close} /> : null}
    </div>
  );
}
