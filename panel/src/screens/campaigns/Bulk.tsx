import { BulkBar, type BulkProps } from '../../parts/BulkBar.tsx';
import { useCampaignWords } from '../../words/campaigns/use.ts';

/** What can be done to the campaigns that are selected. Cancelling is one of their statuses. */
export function CampaignsBulk(props: BulkProps) {
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
