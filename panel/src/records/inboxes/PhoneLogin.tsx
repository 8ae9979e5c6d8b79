import { useEffect, useRef, useState } from 'react';
import type { Inbox } from '#panel/api/types.ts';
import { CopyButton } from '#panel/display/CopyButton.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { clock } from './gateways.ts';
import { InboxReason } from './InboxReason.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { QrCode } from './QrCode.tsx';
import { useSecondsLeft, useTicking } from './use-countdown.ts';
import { type PhoneLoginState, type Step, usePhoneLogin } from './use-phone-login.ts';

/** Time without a code after which the elapsed seconds are shown. */
const longMs = 8_000;

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
}

/** Login by phone: shows the QR or pairing code while it is valid, instructions, and the reason of a failure. */
export function PhoneLogin({ slug, inbox }: Props) {
  const { login: words } = useInboxWords();
  const [phone, setPhone] = useState<string | null>(null);
  const [isAsking, ask] = useState(false);
  const login = usePhoneLogin(slug, inbox, phone);
  const { step } = login;
  const isCode = phone !== null;
  if (inbox.gateway === 'cloud') return <Outcome login={login} />;
  return (
    <>
      <Outcome login={login} />
      {login.isOver ? null : (
        <Section>
          <div className="flex flex-col gap-6 md:flex-row">
            <div className="flex w-full max-w-[320px] shrink-0 flex-col gap-3 self-center md:self-start">
              {isCode ? <Code step={step} /> : null}
              {step?.qr || !isCode ? <Qr login={login} /> : null}
            </div>
            <div className="flex min-w-0 flex-col items-start gap-3">
              <h2 className="font-semibold text-title">{words.onPhone}</h2>
              <ol className="flex list-decimal flex-col gap-1 pl-5 text-prose">
                {(isCode ? words.codeSteps : words.qrSteps).map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ol>
              {isCode ? (
                <Button onClick={() => setPhone(null)}>{words.useQr}</Button>
              ) : isAsking ? (
                <PhoneForm
                  onGiven={(phone) => {
                    setPhone(phone);
                    ask(false);
                  }}
                />
              ) : (
                <Button onClick={() => ask(true)}>{words.useCode}</Button>
              )}
            </div>
          </div>
        </Section>
      )}
    </>
  );
}

/** Failure or end of the login. */
function Outcome({ login }: { readonly login: PhoneLoginState }) {
  const { login: words } = useInboxWords();
  const { step, failure, isOver, isPaused, reason: why, again } = login;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOver && !button.current?.closest('main')?.contains(document.activeElement))
      button.current?.focus();
  }, [isOver]);
  if (step?.state === 'connected') return null;
  if (isOver)
    return (
      <div role="alert" className="flex gap-2 rounded border border-warn bg-raised p-3">
        <span className="pt-0.5 text-warn">
          <Warning />
        </span>
        <div className="flex min-w-0 flex-col items-start gap-2">
          {isPaused ? (
            <p>{words.paused}</p>
          ) : (
            <InboxReason details={why.text ? why.details : { code: 'session_dropped' }} />
          )}
          <Button ref={button} look="primary" onClick={again}>
            {words.again}
          </Button>
        </div>
      </div>
    );
  return (
    <>
      {failure ? (
        <div className="flex flex-col gap-1">
          <GatewayFailure failure={failure} />
          <p className="text-meta text-muted">{words.retrying}</p>
        </div>
      ) : null}
      {step?.state === 'passkey' && step.reason ? (
        <div role="alert" className="rounded border border-warn bg-raised p-3">
          <InboxReason details={step.reason_details} />
        </div>
      ) : null}
    </>
  );
}

function Qr({ login }: { readonly login: PhoneLoginState }) {
  const { login: words } = useInboxWords();
  const { step, since } = login;
  const seconds = useSecondsLeft(step?.until);
  const now = useTicking(!step?.qr);
  const isHeld = step?.qr != null && seconds > 0;
  const waited = now - since;
  const meanwhile =
    step?.state === 'passkey'
      ? words.passkey
      : step?.qr != null
        ? words.renewing
        : waited > longMs
          ? words.waitingLong({ seconds: Math.floor(waited / 1_000) })
          : words.waiting;
  return (
    <>
      <div className="overflow-hidden rounded border border-border bg-white">
        {isHeld ? (
          <QrCode text={step.qr ?? ''} label={words.qr} />
        ) : (
          <div className="flex aspect-square items-center justify-center p-4 text-center text-black">
            <p role="status">{meanwhile}</p>
          </div>
        )}
      </div>
      {isHeld ? <p className="text-center text-muted">{words.next({ seconds })}</p> : null}
    </>
  );
}

function Code({ step }: { readonly step: Step | undefined }) {
  const { login: words } = useInboxWords();
  const seconds = useSecondsLeft(step?.until);
  const code = step?.state === 'code' ? step.code : null;
  if (!code || seconds === 0)
    return (
      <p role="status" className="rounded border border-border bg-surface p-4 text-center">
        {code ? words.renewing : words.waiting}
      </p>
    );
  return (
    <div className="flex flex-col items-center gap-2 rounded border border-border bg-surface p-4">
      <p className="text-muted">{words.code}</p>
      <output
        aria-label={words.code}
        className="select-all font-mono font-semibold text-page tracking-widest"
      >
        {code}
      </output>
      <p className="text-muted">{words.holds({ time: clock(seconds) })}</p>
      <CopyButton text={code.replace('-', '')} label={words.copyCode} />
    </div>
  );
}
