import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { accountQuery, changePassword } from '#panel/data/account.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { PasswordField } from '#panel/parts/PasswordField.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { LinkedProvider } from './LinkedProvider.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';

export default function Security() {
  const words = useAccountWords();
  const query = useQuery(accountQuery);
  return (
    <AccountFrame>
      <Section title={words.password} about={words.passwordAbout}>
        <PasswordForm />
      </Section>
      <QueryContent query={query}>{(account) => <SecondFactor account={account} />}</QueryContent>
      <Passkeys />
      <LinkedProvider />
    </AccountFrame>
  );
}

function PasswordForm() {
  const words = useAccountWords();
  const { reset } = useWords();
  const [times, setTimes] = useState(0);
  const act = useAction(
    (values: Values) => changePassword(values('password')),
    ({ sessions_ended }) => {
      // Resets the form.
      setTimes(times + 1);
      say(words.passwordChanged({ sessions: sessions_ended }));
    },
  );
  return (
    <Form key={times} act={act} submit={words.changePassword} look="plain">
      <PasswordField label={words.newPassword} hint={reset.hint} isNew />
      <FailureNotice failure={act.failure} />
    </Form>
  );
}
