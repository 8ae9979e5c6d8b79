import type { Approval } from '../../api/types.ts';
import { useAction } from '../../commands/use-action.ts';
import { approvalActions } from '../../data/approvals.ts';
import { Form, type Values } from '../../parts/Form.tsx';
import { FailureNotice } from '../../parts/Notices.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Area } from '../../ui/Field.tsx';
import { Warning } from '../../ui/icons.tsx';
import { say } from '../../ui/Toast.tsx';
import { useCampaignWords } from '../../words/campaigns/use.ts';
import { useWords } from '../../words/translations.ts';

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
          maxLength={2_000}
          rows={3}
          required
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
