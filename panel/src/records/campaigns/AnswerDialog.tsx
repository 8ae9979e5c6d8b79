import { approvalsAnswerCommentLimits } from '#panel/api/input-limits.ts';
import type { Approval } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { approvalActions } from './approval-queries.ts';

interface Props {
  readonly slug: string;
  /** Id of the request. */
  readonly approval: string;
  readonly comment: Approval['items'][number]['rounds'][number]['comments'][number];
  readonly onClose: () => void;
}

/** Answers a client's comment on a piece, or replaces the answer. */
export function AnswerDialog({ slug, approval, comment, onClose }: Props) {
  const { approval: words } = useCampaignWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) => approvalActions(slug).answer(approval, comment.id, values('answer').trim()),
    () => {
      say(words.answerSent);
      onClose();
    },
  );
  return (
    <Dialog title={words.answer} closeLabel={common.close} onClose={onClose}>
      <blockquote className="whitespace-pre-wrap break-words border-border border-l-2 pl-3 text-muted">
        {comment.comment}
      </blockquote>
      <Form act={act} submit={words.sendAnswer}>
        <Area
          label={words.answerText}
          hint={words.answerHint}
          name="answer"
          defaultValue={comment.answer ?? ''}
          {...approvalsAnswerCommentLimits.answer}
          rows={3}
          required
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
