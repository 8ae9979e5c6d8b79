import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { requestPasswordReset } from '#panel/data/account.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { DoneNotice, FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';

export default function ForgotPassword() {
  const { forgot: words, signIn } = useWords();
  const [isMailed, setMailed] = useState<boolean>();
  const act = useAction(
    (values: Values) => requestPasswordReset(values('email').trim()),
    ({ is_mailed }) => setMailed(is_mailed),
  );
  return (
    <AuthLayout title={words.title}>
      {isMailed === undefined ? (
        <>
          <p className="text-muted">{words.about}</p>
          <Form act={act} submit={words.submit} isWide>
            <Field
              label={signIn.email}
              name="email"
              type="email"
              autoComplete="username"
              required
            />
            <FailureNotice failure={act.failure} />
          </Form>
        </>
      ) : (
        <DoneNotice>{isMailed ? words.sent : words.noMail}</DoneNotice>
      )}
      <Link href={paths.signIn()} className="self-start text-accent hover:underline">
        {words.backToSignIn}
      </Link>
    </AuthLayout>
  );
}
