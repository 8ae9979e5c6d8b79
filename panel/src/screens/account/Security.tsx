import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../commands/use-action.ts';
import { accountQuery, changePassword } from '../../data/account.ts';
import { Form, type Values } from '../../parts/Form.tsx';
import { FailureNotice } from '../../parts/Notices.tsx';
import { PasswordField } from '../../parts/PasswordField.tsx';
import { QueryContent } from '../../parts/QueryContent.tsx';
import { Section } from '../../ui/layout.tsx';
import { say } from '../../ui/Toast.tsx';
import { useAccountWords } from '../../words/account/use.ts';
import { useWords } from '../../words/translations.ts';
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
