import { useState } from 'react';
import { newPasswordLimits } from '#panel/api/text-limits.ts';
import { Field } from '../ui/Field.tsx';
import { useWords } from '../words/translations.ts';

interface Props {
  readonly label: string;
  readonly name?: string;
  readonly isNew?: boolean;
  readonly hint?: string | undefined;
  readonly autoFocus?: boolean;
}

/** Password field that allows pasting and can reveal its value. */
export function PasswordField({ label, name = 'password', isNew = false, hint, autoFocus }: Props) {
  const [isShown, show] = useState(false);
  const { signIn } = useWords();
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">
        <Field
          label={label}
          name={name}
          hint={hint}
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          {...newPasswordLimits}
          minLength={isNew ? newPasswordLimits.minLength : undefined}
          spellCheck={false}
          autoCapitalize="off"
          autoFocus={autoFocus}
          required
        />
      </div>
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => show(!isShown)}
        className="min-h-6 rounded text-meta text-accent hover:underline"
      >
        {isShown ? signIn.hidePassword : signIn.showPassword}
      </button>
    </div>
  );
}
