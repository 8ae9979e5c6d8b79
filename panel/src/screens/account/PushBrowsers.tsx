import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NotificationPush } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import {
  browsersQuery,
  hasPush,
  setPushSettings,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#panel/data/push.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { deviceIn } from './model.ts';

interface Props {
  readonly slug: string;
  readonly push: NotificationPush;
}

/** Browsers to which a team's notifications are pushed: this one can be added, and each removed. */
export function PushBrowsers({ slug, push: { public_key, shows_text } }: Props) {
  const words = useAccountWords();
  const { notices } = words;
  const query = useQuery(browsersQuery(slug));
  const [obstacle, setObstacle] = useState<'refused' | 'failed'>();
  const add = useAction(async (publicKey: string) =>
    setObstacle(await subscribeBrowser(slug, publicKey)),
  );
  const remove = useAction((id: string) => unsubscribeBrowser(slug, id));
  const set = useAction((change: Parameters<typeof setPushSettings>[1]) =>
    setPushSettings(slug, change),
  );
  const isBusy = add.isBusy || remove.isBusy;
  const nameOf = (agent: string | null) => {
    const device = deviceIn(agent);
    return device ? words.on(device) : words.unknownDevice;
  };
  return (
    <div className="flex flex-col items-start gap-2 border-border border-t pt-4">
      <h3 className="font-semibold">{notices.push}</h3>
      <p className="text-muted">{notices.pushAbout}</p>
      <QueryContent query={query}>
        {(browsers) => {
          const others = browsers.filter(({ is_current }) => !is_current);
          const current = browsers.find(({ is_current }) => is_current);
          return (
            <>
              {!hasPush() ? <p className="text-muted">{notices.pushUnsupported}</p> : null}
              {hasPush() && !current && public_key !== null ? (
                <Button disabled={isBusy} onClick={() => add.act(public_key)}>
                  {notices.pushHere}
                </Button>
              ) : null}
              {current ? (
                <Button disabled={isBusy} onClick={() => remove.act(current.id)}>
                  {notices.pushStop}
                </Button>
              ) : null}
              {obstacle ? (
                <p role="alert" className="text-danger">
                  {obstacle === 'refused' ? words.alerts.refused : notices.pushFailed}
                </p>
              ) : null}
              {others.length > 0 ? (
                <ul aria-label={notices.pushOthers} className="flex w-full flex-col gap-1">
                  {others.map(({ id, user_agent }) => (
                    <li key={id} className="flex flex-wrap items-center gap-2">
                      {nameOf(user_agent)}
                      <Button
                        look="quiet"
                        disabled={isBusy}
                        aria-label={notices.pushRemoveOf({ browser: nameOf(user_agent) })}
                        onClick={() => remove.act(id)}
                      >
                        {notices.pushRemove}
                      </Button>
                    </li>
                  ))}
                </ul>
              ) : null}
              {browsers.length > 0 ? (
                <Checkbox
                  label={notices.pushText}
                  hint={notices.pushTextHint}
                  checked={shows_text}
                  disabled={set.isBusy}
                  onChange={({ target }) => set.act({ shows_text: target.checked })}
                />
              ) : null}
            </>
          );
        }}
      </QueryContent>
      <FailureNotice failure={add.failure ?? remove.failure ?? set.failure} />
    </div>
  );
}
