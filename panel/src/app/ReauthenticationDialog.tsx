import { useQuery } from '@tanstack/react-query';
import type { Session } from '../api/types.ts';
import { reauthenticationQuestion } from '../commands/reauthentication.ts';
import { useAction } from '../commands/use-action.ts';
import { accountQuery } from '../data/account.ts';
import { queryClient } from '../data/query-client.ts';
import { reauthenticate, sessionQuery } from '../data/session.ts';
import {
  goToProvider,
  identitiesQuery,
  proveByPasskey,
  signInMethodsQuery,
} from '../data/sign-in-methods.ts';
import { FailureNotice } from '../display/Notices.tsx';
import { Form, type Values } from '../parts/Form.tsx';
import { PasswordField } from '../parts/PasswordField.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Key } from '../ui/icons.tsx';
import { useSignInMethodWords } from '../words/sign-in-methods/use.ts';
import { useWords } from '../words/translations.ts';

/** Asks the user to authenticate again before a sensitive action, so that an unlocked screen is not enough. */
export default function ReauthenticationDialog() {
  const { proof, common } = useWords();
  const { data: account } = useQuery(accountQuery);
  const methodWords = useSignInMethodWords();
  const { data: methods } = useQuery(signInMethodsQuery);
  const { data: identities } = useQuery(identitiesQuery);
  const proven = (session: Session) => {
    queryClient.setQueryData(sessionQuery.queryKey, session);
    reauthenticationQuestion.answer(true);
  };
  const act = useAction(
    (values: Values) => reauthenticate(values('password'), values('code') || undefined),
    proven,
  );
  const passkey = useAction(proveByPasskey, proven);
  const provider = useAction(() => goToProvider('proof', location.pathname + location.search));
  const refused = methodWords.refused;
  return (
    <Dialog
      title={proof.title}
      closeLabel={common.close}
      onClose={() => reauthenticationQuestion.answer(false)}
    >
      {account?.has_password === false ? null : (
        <>
          <p>{proof.about}</p>
          <Form act={act} submit={proof.submit}>
            <PasswordField label={proof.password} autoFocus />
            {account?.has_totp ? (
              <Field label={proof.code} name="code" autoComplete="one-time-code" required />
            ) : null}
            <FailureNotice failure={act.failure} says={{ UNAUTHORIZED: proof.refused }} />
          </Form>
        </>
      )}
      <FailureNotice
        failure={passkey.failure ?? provider.failure}
        says={{
          UNAUTHORIZED: refused.passkey,
          PASSKEY_UNUSED: refused.unused,
          GONE: refused.over,
          BAD_GATEWAY: refused.unavailable,
        }}
      />
      {methods?.passkeys && account?.passkeys ? (
        <Button busy={passkey.isBusy} onClick={() => passkey.act(undefined)}>
          <Key />
          {methodWords.prove}
        </Button>
      ) : null}
      {methods?.oidc && identities?.length ? (
        <>
          <Button busy={provider.isBusy} onClick={() => provider.act(undefined)}>
            {methodWords.proveWith({ name: methods.oidc })}
          </Button>
          <p className="text-meta text-muted">{methodWords.proveNote}</p>
        </>
      ) : null}
    </Dialog>
  );
}
