import { useEffect, useRef, useState } from 'react';
import type { Inbox, InboxCheck } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check, Info } from '#panel/ui/icons.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { inboxActions } from './queries.ts';

/** Maximum duration of a login. */
const sameLoginMs = 5 * 60_000;

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
  /** True if a message was just confirmed, which requires a working callback. */
  readonly isConfirmed?: boolean;
  /** True to check on mount if nothing proves the callback yet. */
  readonly isAutomatic?: boolean;
}

/** Callback of the gateway: proven by the last callback, checked on request, and configured by Pauta. */
export function Callback({ slug, inbox, isConfirmed = false, isAutomatic = false }: Props) {
  const { callback: words } = useInboxWords();
  const [checked, setChecked] = useState<InboxCheck>();
  const { evidence, state_changed_at: since, gateway } = inbox;
  const last = evidence?.last_callback_at ?? checked?.last_callback_at ?? null;
  // A callback from long before the session changed proves nothing; one from the login itself does.
  const isSeen =
    last !== null && (since === null || Date.parse(last) > Date.parse(since) - sameLoginMs);
  const isProven = isConfirmed || checked?.proven === true || isSeen;
  const check = useAction(
    (restart: boolean) => inboxActions(slug).check(inbox.id, restart),
    (result) => setChecked(result),
  );
  const { act } = check;
  const begun = useRef(false);
  useEffect(() => {
    if (!isAutomatic || isSeen || begun.current) return;
    begun.current = true;
    act(false);
  }, [isAutomatic, isSeen, act]);
  const isFound = isProven || checked !== undefined;
  return (
    <Section title={words.title} about={words.about}>
      <div role="status" className="flex flex-col gap-1">
        {check.isBusy && !isProven ? <p className="text-muted">{words.checking}</p> : null}
        {isFound ? (
          <p className={`flex items-center gap-1 ${isProven ? 'text-ok' : 'text-muted'}`}>
            {isProven ? <Check size={12} /> : <Info size={12} />}
            {isProven ? words.proven : words.unproven}
          </p>
        ) : null}
        {checked?.set ? <p className="text-muted">{words.set}</p> : null}
      </div>
      <GatewayFailure failure={check.failure} />
      <Facts
        facts={[
          [words.last, <RelativeTime key="last" at={last} />],
          ...(evidence?.callback_url
            ? [
                [
                  words.address,
                  <code key="address" className="break-all text-meta">
                    {evidence.callback_url}
                  </code>,
                ] as const,
              ]
            : []),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={check.isBusy} onClick={() => act(false)}>
          {words.check}
        </Button>
        {gateway === 'evolution' || gateway === 'waha' ? (
          <Button look="quiet" busy={check.isBusy} onClick={() => act(true)}>
            {words.checkByRestart}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
