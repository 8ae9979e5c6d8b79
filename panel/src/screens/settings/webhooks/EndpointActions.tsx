import { useState } from 'react';
import type { WebhookEndpoint } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { type CreatedWebhook, webhookActions } from './queries.ts';
import { Secret } from './Secret.tsx';
import { TestDialog } from './TestDialog.tsx';

interface Props {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
}

/** Actions on an endpoint. */
export function EndpointActions({ slug, endpoint }: Props) {
  const words = useWebhookWords();
  const acts = webhookActions(slug);
  const { id, name, url, is_active } = endpoint;
  const [dialog, ask] = useState<'test' | 'rotate' | 'remove'>();
  const [made, setMade] = useState<CreatedWebhook>();
  const close = () => ask(undefined);
  const turn = useAction(
    () => acts.change(id, { is_active: !is_active }),
    () => say(is_active ? words.switchedOff : words.switchedOn),
  );
  const rotate = useAction(
    () => acts.rotate(id),
    (endpoint) => {
      close();
      setMade(endpoint);
    },
  );
  const remove = useAction(
    () => acts.remove(id),
    () => {
      navigate(paths.webhooks(slug), { replace: true });
      say(words.removed);
    },
  );
  return (
    <div className="flex items-center gap-2">
      {url !== null && is_active ? (
        <Button onClick={() => ask('test')}>{words.test.act}</Button>
      ) : null}
      <MoreMenu
        label={words.actionsFor({ name })}
        items={[
          {
            label: is_active ? words.switchOff : words.switchOn,
            act: () => turn.act(undefined),
          },
          { label: words.secret.rotate, act: () => ask('rotate') },
          { label: words.remove, isDangerous: true, act: () => ask('remove') },
        ]}
        className="control inline-flex aspect-square items-center justify-center rounded border border-border bg-raised hover:bg-surface"
      />
      <FailureNotice failure={turn.failure} />
      {dialog === 'test' ? <TestDialog slug={slug} id={id} onClose={close} /> : null}
      {dialog === 'rotate' ? (
        <ConfirmDialog
          title={words.secret.rotateTitle({ name })}
          about={words.secret.rotateAbout}
          submit={words.secret.rotate}
          act={rotate}
          input={undefined}
          onClose={close}
        />
      ) : null}
      {dialog === 'remove' ? (
        <ConfirmDialog
          title={words.removeTitle({ name })}
          about={words.removeAbout}
          submit={words.remove}
          act={remove}
          input={undefined}
          onClose={close}
        />
      ) : null}
      {made ? <Secret made={made} onClose={() => setMade(undefined)} /> : null}
    </div>
  );
}
