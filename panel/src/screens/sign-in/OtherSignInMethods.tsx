import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Failure } from '#panel/api/call.ts';
import { offersPasskeys } from '#panel/api/passkeys.ts';
import type { Session } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { goToProvider, signInByPasskey, signInMethodsQuery } from '#panel/data/sign-in-methods.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Key } from '#panel/ui/icons.tsx';
import { useSignInMethodWords } from '#panel/words/sign-in-methods/use.ts';

interface Props {
  readonly onEntered: (session: Session) => void;
  /** Path to return to from the provider. */
  readonly next: string;
}

/** Interval at which the challenge is renewed; it expires after five minutes. */
const renewAfterMs = 4 * 60_000;

/** Sign-in methods besides the password, if the server has any. Loaded after the form, which does not wait for them. */
export default function OtherSignInMethods({ onEntered, next }: Props) {
  const words = useSignInMethodWords();
  const { data: methods } = useQuery(signInMethodsQuery);
  const passkey = useAction(() => signInByPasskey(), onEntered);
  // A browser handles one passkey request at a time.
  useOfferPasskeys(methods?.passkeys === true && !passkey.isBusy, onEntered);
  const provider = useAction(() => goToProvider('sign-in', next));
  const failure = passkey.failure ?? provider.failure ?? oidcFailure();
  const says = {
    UNAUTHORIZED: words.refused.passkey,
    PASSKEY_UNUSED: words.refused.unused,
    GONE: words.refused.over,
    BAD_GATEWAY: words.refused.unavailable,
    OIDC_REFUSED: words.refused.provider,
    OIDC_UNAVAILABLE: words.refused.unavailable,
  };
  if (!methods?.passkeys && !methods?.oidc) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {words.or}
      </p>
      <FailureNotice failure={failure} says={says} />
      {methods.passkeys ? (
        <Button busy={passkey.isBusy} onClick={() => passkey.act(undefined)}>
          <Key />
          {words.withPasskey}
        </Button>
      ) : null}
      {methods.oidc === null ? null : (
        <Button busy={provider.isBusy} onClick={() => provider.act(undefined)}>
          {words.withProvider({ name: methods.oidc })}
        </Button>
      )}
    </div>
  );
}

/** Failure that the provider's redirect reports (`/sign-in?oidc=refused`). */
function oidcFailure(): Failure | undefined {
  const outcome = new URLSearchParams(location.search).get('oidc');
  return outcome === null
    ? undefined
    : new Failure(outcome === 'unavailable' ? 'OIDC_UNAVAILABLE' : 'OIDC_REFUSED', outcome);
}

/** Offers passkeys in the email field's autofill, in browsers that support it. */
function useOfferPasskeys(isWanted: boolean, onEntered: Props['onEntered']): void {
  const entered = useEffectEvent(onEntered);
  useEffect(() => {
    if (!isWanted) return;
    const over = new AbortController();
    const offer = async () => {
      if (!(await offersPasskeys())) return;
      while (!over.signal.aborted) {
        const time = AbortSignal.timeout(renewAfterMs);
        try {
          entered(await signInByPasskey(AbortSignal.any([over.signal, time]), true));
          return;
        } catch {
          // Renews the offer only after a timeout; any other failure of an unrequested offer is ignored.
          if (!time.aborted) return;
        }
      }
    };
    void offer();
    return () => over.abort();
  }, [isWanted]);
}
