import { useState } from 'react';
import type { Account, RecoveryCodes, TotpSetup } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from '#panel/data/account.ts';
import { CopyOnce } from '#panel/display/CopyOnce.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Authenticator app: setup, recovery codes, removal. */
export function SecondFactor({ account }: { readonly account: Account }) {
  const words = useAccountWords();
  const [setup, setSetup] = useState<TotpSetup>();
  const [codes, setCodes] = useState<RecoveryCodes>();
  const begin = useAction(beginTotp, setSetup);
  const remove = useAction(removeTotp, () => say(words.totpRemoved));
  const renew = useAction(renewRecoveryCodes, setCodes);
  const on = account.has_totp;
  const change = on ? (
    <Button busy={remove.isBusy} onClick={() => remove.act(undefined)}>
      {words.totpRemove}
    </Button>
  ) : (
    <Button look="primary" busy={begin.isBusy} onClick={() => begin.act(undefined)}>
      {words.totpBegin}
    </Button>
  );
  return (
    <>
      <Section title={words.totp} about={words.totpAbout} actions={change}>
        <div>
          {on ? (
            <Badge tone="ok" icon={<Check size={12} />}>
              {words.totpOn}
            </Badge>
          ) : (
            <Badge>{words.totpOff}</Badge>
          )}
        </div>
        <FailureNotice failure={begin.failure ?? remove.failure} />
      </Section>
      {on ? (
        <Section
          title={words.recovery}
          about={`${words.recoveryAbout} ${words.recoveryLeft({ left: account.recovery_codes_left })}`}
          actions={
            <Button busy={renew.isBusy} onClick={() => renew.act(undefined)}>
              {words.recoveryNew}
            </Button>
          }
        >
          <FailureNotice failure={renew.failure} />
        </Section>
      ) : null}
      {setup ? (
        <Setup
          setup={setup}
          onClose={() => setSetup(undefined)}
          onDone={(answer) => {
            setSetup(undefined);
            setCodes(answer);
          }}
        />
      ) : null}
      {codes ? <Codes codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </>
  );
}

function Setup({
  setup,
  onClose,
  onDone,
}: {
  readonly setup: TotpSetup;
  readonly onClose: () => void;
  readonly onDone: (codes: RecoveryCodes) => void;
}) {
  const words = useAccountWords();
  const { common } = useWords();
  const act = useAction((values: Values) => confirmTotp(values('code').trim()), onDone);
  return (
    <Dialog title={words.totp} closeLabel={common.close} onClose={onClose}>
      <p>{words.totpScan}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
        alt={words.totpQr}
        width={200}
        height={200}
        className="self-center rounded bg-white p-2"
      />
      <p className="text-meta text-muted">
        {words.totpSecret} <code className="select-all break-all text-text">{setup.secret}</code>
      </p>
      <Form act={act} submit={words.totpConfirm}>
        <Field
          label={words.totpCode}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <FailureNotice failure={act.failure} says={{ VALIDATION_ERROR: words.totpWrong }} />
      </Form>
    </Dialog>
  );
}

function Codes({
  codes,
  onClose,
}: {
  readonly codes: RecoveryCodes;
  readonly onClose: () => void;
}) {
  const words = useAccountWords();
  const { common } = useWords();
  return (
    <Dialog title={words.recovery} closeLabel={common.close} onClose={onClose}>
      <CopyOnce
        label={words.recovery}
        text={codes.recovery_codes.join('\n')}
        about={words.recoveryShown}
      />
      <Button look="primary" onClick={onClose} className="self-start">
        {words.recoveryKept}
      </Button>
    </Dialog>
  );
}
