import { useState } from 'react';
import { approvalsDecideLimits } from '#panel/api/input-limits.ts';
import type { Approval } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { approvalActions, type NewDecision } from './approval-queries.ts';

type Decision = NewDecision['decision'];

interface Props {
  readonly slug: string;
  readonly approval: Approval;
  readonly item: Approval['items'][number];
  readonly onClose: () => void;
}

/** Records a member's decision for the team, or the client's decision given elsewhere. */
export default function DecisionDialog({ slug, approval, item, onClose }: Props) {
  const { approval: words } = useCampaignWords();
  const { common } = useWords();
  const [decision, decide] = useState<Decision>('approved');
  const isClients = approval.stage === 'client';
  const act = useAction(
    (values: Values) =>
      approvalActions(slug).decide(approval.id, {
        campaign_id: item.campaign_id,
        decision,
        comment: values('comment').trim() || null,
        sha256: item.sha256,
      }),
    () => {
      say(words.decided);
      onClose();
    },
  );
  return (
    <Dialog
      title={isClients ? words.decideForClient : words.decideTitle}
      closeLabel={common.close}
      onClose={onClose}
    >
      {isClients ? <p className="text-muted">{words.decideForClientAbout}</p> : null}
      <Form act={act} submit={words.decisions[decision]}>
        <Select
          label={words.decision}
          name="decision"
          value={decision}
          onChange={({ target }) => decide(target.value as Decision)}
          choices={Object.entries(words.decisions).map(([value, label]) => ({ value, label }))}
        />
        <Area
          label={words.comment}
          hint={words.commentHint}
          name="comment"
          {...approvalsDecideLimits.comment}
          rows={3}
          required={decision !== 'approved'}
        />
        <FailureNotice failure={act.failure} says={{ CONFLICT: words.outdated }} />
      </Form>
    </Dialog>
  );
}
