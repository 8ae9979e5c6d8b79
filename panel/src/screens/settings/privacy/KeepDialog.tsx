import { useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { privacyRequestsDecideLimits } from '#panel/api/input-limits.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';

interface Props {
  /** The number of passages that are kept. */
  readonly count: number;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly onKeep: (basis: string) => void;
  readonly onClose: () => void;
}

/** The choice that is offered next: usually the previous one. */
let lastChoice = 'legal';

/** Asks for the legal basis on which passages are kept. */
export function KeepDialog({ count, isBusy, failure, onKeep, onClose }: Props) {
  const { basis: words } = usePrivacyWords().hits;
  const { common } = useWords();
  const text = new Intl.NumberFormat(useLocale()).format(count);
  const options: Readonly<Record<string, string>> = words.options;
  const [choice, setChoice] = useState(lastChoice);
  const isOther = options[choice] === undefined;
  return (
    <Dialog title={words.titleMany({ n: count, text })} closeLabel={common.close} onClose={onClose}>
      <Form
        act={{
          act: (values) => {
            lastChoice = choice;
            onKeep(isOther ? values('basis').trim() : (options[choice] ?? ''));
          },
          isBusy,
          failure,
        }}
        submit={words.submit}
      >
        <Select
          label={words.label}
          hint={words.hint}
          name="choice"
          value={choice}
          onChange={({ target }) => setChoice(target.value)}
          choices={[
            ...Object.entries(options).map(([value, label]) => ({ value, label })),
            { value: 'other', label: words.other },
          ]}
        />
        {isOther ? (
          <Field
            label={words.otherLabel}
            name="basis"
            {...privacyRequestsDecideLimits.basis}
            autoComplete="off"
            required
          />
        ) : null}
        <FailureNotice failure={failure} />
      </Form>
    </Dialog>
  );
}
