import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { BulkBar, type BulkProps } from '../shared/bulk/BulkBar.tsx';

/** Bulk actions for campaigns. Cancelling is one of the statuses. */
export function CampaignBulkBar(props: BulkProps) {
  const { field, statuses } = useCampaignWords();
  return (
    <BulkBar
      {...props}
      kind="campaigns"
      actions={[
        {
          label: field.status,
          choices: Object.entries(statuses).map(([status, label]) => ({
            label,
            change: { status },
          })),
        },
      ]}
    />
  );
}
