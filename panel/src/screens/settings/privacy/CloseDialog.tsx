import { privacyRequestOutcomes } from '#panel/api/enumerations.ts';
import { privacyRequestsCloseLimits } from '#panel/api/input-limits.ts';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { privacyActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
  readonly onClose: () => void;
}

/** Closes a request with its outcome. */
export function CloseDialog({ slug, request, onClose }: Props) {
  const { close: words, outcomes: outcomeWords } = usePrivacyWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) =>
      privacyActions(slug).close(request.id, {
        outcome: privacyRequestOutcomes.find((each) => each === values('outcome')) ?? 'fulfilled',
        outcome_note: values('outcome_note').trim() || null,
      }),
    onClose,
  );
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <p className="text-muted">{words.about}</p>
      <Form act={act} submit={words.submit}>
        <Select
          label={words.outcome}
          name="outcome"
          choices={privacyRequestOutcomes.map((value) => ({ value, label: outcomeWords[value] }))}
        />
        <Area
          label={words.note}
          hint={words.noteHint}
          name="outcome_note"
          {...privacyRequestsCloseLimits.outcome_note}
          rows={4}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
