import { useQuery } from '@tanstack/react-query';
import { useAct } from '../commands/act.ts';
import { proofs } from '../commands/proof.ts';
import { accountQuery } from '../data/account.ts';
import { client } from '../data/client.ts';
import { prove, sessionQuery } from '../data/session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { useWords } from '../words/t.ts';
import { Form, type Values } from './Form.tsx';
import { FailureNotice } from './Notice.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Asks for a fresh proof of who one is, before something that cannot be left to whoever finds a screen open. */
export function ProofDialog() {
  const { proof, common } = useWords();
  const { data: account } = useQuery(accountQuery);
  const act = useAct(
    (values: Values) => prove(values('password'), values('code') || undefined),
    (session) => {
      client.setQueryData(sessionQuery.queryKey, session);
      proofs.answer(true);
    },
  );
  return (
    <Dialog title={proof.title} closeLabel={common.close} onClose={() => proofs.answer(false)}>
      <p>{proof.about}</p>
      <Form act={act} submit={proof.submit}>
        <PasswordField label={proof.password} autoFocus />
        {account?.has_totp ? (
          <Field label={proof.code} name="code" autoComplete="one-time-code" required />
        ) : null}
        <FailureNotice failure={act.failure} says={{ UNAUTHORIZED: proof.refused }} />
      </Form>
    </Dialog>
  );
}
