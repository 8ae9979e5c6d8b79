import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { applyMask } from '#panel/parts/brazilian-formats.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { networkPhone } from './gateways.ts';

/** Asks for the phone number that needs a pairing code. */
export function PhoneForm({ onGiven }: { readonly onGiven: (phone: string) => void }) {
  const { login: words } = useInboxWords();
  const act = useAction(async (values: Values) => onGiven(networkPhone(values('phone'))));
  return (
    <div className="w-full max-w-[320px]">
      <Form act={act} submit={words.askCode}>
        <PhoneField label={words.phone} hint={words.phoneHint} autoFocus />
      </Form>
    </div>
  );
}

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly autoFocus?: boolean;
  readonly defaultValue?: string;
}

/** Phone number field, formatted once the number is complete. */
export function PhoneField({ label, hint, autoFocus = false, defaultValue = '' }: Props) {
  const [text, setText] = useState(defaultValue);
  return (
    <Field
      label={label}
      hint={hint}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => setText(applyMask('phone', text))}
      pattern="\+?[\d\s\(\)\.\-]{10,20}"
      autoFocus={autoFocus}
      required
    />
  );
}
