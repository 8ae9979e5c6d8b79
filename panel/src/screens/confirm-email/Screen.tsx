import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { confirmEmail } from '#panel/data/account.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { DoneNotice, FailureNotice } from '#panel/display/Notices.tsx';
import { Form } from '#panel/parts/Form.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, useFragment } from '#panel/route/router.tsx';
import { useWords } from '#panel/words/translations.ts';

export default function ConfirmEmail() {
  const { confirm: words, reset, app } = useWords();
  const token = useFragment();
  const [email, setEmail] = useState<string>();
  const act = useAction(
    () => confirmEmail(token),
    (answer) => setEmail(answer.email),
  );
  return (
    <AuthLayout title={words.title}>
      {token === '' ? <p>{reset.missing}</p> : null}
      {email === undefined && token !== '' ? (
        <Form act={act} submit={words.submit} isWide>
          <FailureNotice failure={act.failure} />
        </Form>
      ) : null}
      {email === undefined ? null : <DoneNotice>{words.done({ email })}</DoneNotice>}
      <Link href={paths.start()} className="self-start text-accent hover:underline">
        {app.toStart}
      </Link>
    </AuthLayout>
  );
}
