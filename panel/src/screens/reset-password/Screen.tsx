import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { fetchPasswordReset, replacePassword } from '#panel/data/account.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { DoneNotice, FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { PasswordField } from '#panel/parts/PasswordField.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, useFragment } from '#panel/route/router.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';

export default function ResetPassword() {
  const { reset: words, signIn, forgot } = useWords();
  const token = useFragment();
  const [isDone, setDone] = useState(false);
  const look = useQuery({
    queryKey: ['reset', token],
    queryFn: () => fetchPasswordReset(token),
    enabled: token !== '' && !isDone,
    retry: false,
  });
  const act = useAction(
    (values: Values) => replacePassword(token, values('password'), values('code') || undefined),
    () => {
      history.replaceState(null, '', paths.reset());
      setDone(true);
    },
  );
  const toSignIn = (
    <Link href={paths.signIn()} className="self-start text-accent hover:underline">
      {isDone ? signIn.submit : forgot.backToSignIn}
    </Link>
  );
  return (
    <AuthLayout title={words.title}>
      {isDone ? <DoneNotice>{words.done}</DoneNotice> : null}
      {token === '' && !isDone ? <p>{words.missing}</p> : null}
      {token !== '' && !isDone ? (
        <QueryContent query={look} rows={2}>
          {({ email, needs_code }) => (
            <>
              <p className="text-muted">{words.about({ email })}</p>
              <Form act={act} submit={words.submit} isWide>
                <input type="hidden" name="username" autoComplete="username" value={email} />
                <PasswordField label={words.password} hint={words.hint} isNew autoFocus />
                {needs_code ? (
                  <Field label={words.code} name="code" autoComplete="one-time-code" required />
                ) : null}
                <FailureNotice failure={act.failure} says={{ UNAUTHORIZED: signIn.codeRefused }} />
              </Form>
            </>
          )}
        </QueryContent>
      ) : null}
      {toSignIn}
    </AuthLayout>
  );
}
