import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Failure } from '../api/call.ts';
import { offersPasskeys } from '../api/passkeys.ts';
import type { Session } from '../api/types.ts';
import { useAct } from '../commands/act.ts';
import { goToProvider, signInByPasskey, waysQuery } from '../data/ways.ts';
import { Button } from '../ui/Button.tsx';
import { Key } from '../ui/icons.tsx';
import { useWayWords } from '../words/ways/use.ts';
import { FailureNotice } from './Notice.tsx';

interface Props {
  readonly onEntered: (session: Session) => void;
  /** The page to come back to from the provider. */
  readonly next: string;
}

/** A challenge is good for five minutes: before that another one is asked for. */
const anewAfterMs = 4 * 60_000;

/** Ways in beside the password: only those that there are here. Loaded after the form, which waits for none of it. */
export default function OtherWays({ onEntered, next }: Props) {
  const words = useWayWords();
  const { data: ways } = useQuery(waysQuery);
  const passkey = useAct(() => signInByPasskey(), onEntered);
  // A browser asks for one passkey at a time.
  useOffer(ways?.passkeys === true && !passkey.isBusy, onEntered);
  const provider = useAct(() => goToProvider('sign-in', next));
  const failure = passkey.failure ?? provider.failure ?? cameBack();
  const says = {
    UNAUTHORIZED: words.refused.passkey,
    PASSKEY_UNUSED: words.refused.unused,
    GONE: words.refused.over,
    BAD_GATEWAY: words.refused.unavailable,
    OIDC_REFUSED: words.refused.provider,
    OIDC_UNAVAILABLE: words.refused.unavailable,
  };
  if (!ways?.passkeys && !ways?.oidc) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {words.or}
      </p>
      <FailureNotice failure={failure} says={says} />
      {ways.passkeys ? (
        <Button busy={passkey.isBusy} onClick={() => passkey.act(undefined)}>
          <Key />
          {words.withPasskey}
        </Button>
      ) : null}
      {ways.oidc === null ? null : (
        <Button busy={provider.isBusy} onClick={() => provider.act(undefined)}>
          {words.withProvider({ name: ways.oidc })}
        </Button>
      )}
    </div>
  );
}

/** What the provider sent the browser back with (`/sign-in?oidc=refused`). */
function cameBack(): Failure | undefined {
  const outcome = new URLSearchParams(location.search).get('oidc');
  return outcome === null
    ? undefined
    : new Failure(outcome === 'unavailable' ? 'OIDC_UNAVAILABLE' : 'OIDC_REFUSED', outcome);
}

/** Where the browser can, passkeys are offered among the addresses that it knows for the field. */
function useOffer(isWanted: boolean, onEntered: Props['onEntered']): void {
  const entered = useEffectEvent(onEntered);
  useEffect(() => {
    if (!isWanted) return;
    const over = new AbortController();
    const offer = async () => {
      if (!(await offersPasskeys())) return;
      while (!over.signal.aborted) {
        const time = AbortSignal.timeout(anewAfterMs);
        try {
          entered(await signInByPasskey(AbortSignal.any([over.signal, time]), true));
          return;
        } catch {
          // Only what was waited for too long is offered anew; nobody asked for anything else.
          if (!time.aborted) return;
        }
      }
    };
    void offer();
    return () => over.abort();
  }, [isWanted]);
}
