import { useState } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { privacyActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
  readonly onClose: () => void;
}

/** Asks for the code of the request before its person is erased. */
export function EraseDialog({ slug, request: { id, code }, onClose }: Props) {
  const { erase: words } = usePrivacyWords();
  const { common } = useWords();
  const [isWrong, setWrong] = useState(false);
  const act = useAction(async (values: Values) => {
    const typed = values('code').trim().toUpperCase();
    setWrong(typed !== code);
    if (typed !== code) return;
    await privacyActions(slug).erase(id, code);
    onClose();
    scrollTo(0, 0);
  });
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <p>{words.about}</p>
      <Form act={act} submit={words.submit} look="danger">
        <Field
          label={words.label({ code })}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
          required
        />
        {isWrong ? (
          <p role="alert" className="text-danger">
            {words.mismatch}
          </p>
        ) : null}
        <FailureNotice
          failure={act.failure}
          says={act.failure?.reason === 'data_moving' ? {} : { CONFLICT: words.undecided }}
        />
      </Form>
    </Dialog>
  );
}
