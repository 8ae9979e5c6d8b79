import { approvalsAskAgainLimits } from '#panel/api/input-limits.ts';
import type { Approval } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { approvalActions } from './approval-queries.ts';

interface Props {
  readonly slug: string;
  readonly approval: Approval;
  readonly onClose: () => void;
}

/** Starts the next approval round with a message about the changes; warns if nothing has changed. */
export function NextRoundDialog({ slug, approval, onClose }: Props) {
  const { approval: words } = useCampaignWords();
  const { common } = useWords();
  const isChanged = approval.items.some(({ is_changed }) => is_changed);
  const act = useAction(
    (values: Values) =>
      approvalActions(slug).askAgain(approval.id, values('message').trim() || null),
    () => {
      say(words.nextDone);
      onClose();
    },
  );
  return (
    <Dialog title={words.next} closeLabel={common.close} onClose={onClose}>
      {isChanged ? null : (
        <p role="alert" className="flex items-start gap-2 text-warn">
          <Warning /> <span>{words.nextUnchanged}</span>
        </p>
      )}
      <Form act={act} submit={isChanged ? words.next : words.nextAnyway}>
        <Area
          label={words.nextWords}
          hint={approval.stage === 'client' ? words.nextWordsHint : words.nextTeamHint}
          name="message"
          {...approvalsAskAgainLimits.message}
          rows={3}
          required
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
