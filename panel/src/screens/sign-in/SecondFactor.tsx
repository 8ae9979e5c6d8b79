import { useState } from 'react';
import type { Session } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { submitSecondFactor } from '#panel/data/session.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  /** Token returned for the correct password. */
  readonly token: string;
  readonly onEntered: (session: Session) => void;
  readonly onBack: () => void;
}

export function SecondFactor({ token, onEntered, onBack }: Props) {
  const { signIn: words, common } = useWords();
  const [isRecovery, setRecovery] = useState(false);
  const act = useAction(
    (values: Values) => submitSecondFactor(token, values('code').trim()),
    onEntered,
  );
  return (
    <AuthLayout title={words.codeTitle}>
      <Form
        act={act}
        submit={words.submit}
        isWide
        beside={
          <Button look="quiet" onClick={onBack}>
            {common.back}
          </Button>
        }
      >
        <Field
          key={String(isRecovery)}
          label={isRecovery ? words.recovery : words.code}
          hint={isRecovery ? words.recoveryAbout : words.codeAbout}
          name="code"
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          required
        />
        <FailureNotice failure={act.failure} says={{ UNAUTHORIZED: words.codeRefused }} />
      </Form>
      <button
        type="button"
        className="self-start text-accent hover:underline"
        onClick={() => setRecovery(!isRecovery)}
      >
        {isRecovery ? words.useApp : words.useRecovery}
      </button>
    </AuthLayout>
  );
}
