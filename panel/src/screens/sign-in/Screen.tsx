import { useState } from 'react';
import type { Session } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { signIn, switchSession } from '#panel/data/session.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { PasswordField } from '#panel/parts/PasswordField.tsx';
import { paths, safeNext } from '#panel/route/paths.ts';
import { Link, navigate } from '#panel/route/router.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';
import { SecondFactor } from './SecondFactor.tsx';

const OtherSignInMethods = lazyWithWords(() => import('./OtherSignInMethods.tsx'), 'nothing');

export default function SignIn() {
  const words = useWords().signIn;
  const [next] = useState(() => safeNext(location.hash.slice(1)) ?? paths.start());
  const [token, setToken] = useState<string>();
  const enter = (session: Session) => {
    switchSession(session);
    navigate(next, { replace: true });
  };
  const act = useAction(
    (values: Values) => signIn(values('email').trim(), values('password')),
    ({ session, token }) => {
      if (session) enter(session);
      else if (token) setToken(token);
    },
  );
  if (token !== undefined)
    return <SecondFactor token={token} onEntered={enter} onBack={() => setToken(undefined)} />;
  return (
    <AuthLayout title={words.title}>
      <Form act={act} submit={words.submit} isWide>
        <Field
          label={words.email}
          name="email"
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="off"
          autoFocus
          required
        />
        <PasswordField label={words.password} />
        <FailureNotice failure={act.failure} says={{ UNAUTHORIZED: words.refused }} />
      </Form>
      <OtherSignInMethods onEntered={enter} next={next} />
      <Link href={paths.forgot()} className="self-start text-accent hover:underline">
        {words.forgot}
      </Link>
    </AuthLayout>
  );
}
