import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { StageIcon } from './ApprovalStage.tsx';
import type { CampaignEntry } from './CampaignPreview.tsx';

/** Stage and name of a campaign on its bar. */
export function CampaignLabel({ name, stage }: CampaignEntry) {
  const { stages } = useCampaignWords();
  return (
    <>
      <StageIcon stage={stage} />
      <span className="truncate">{name}</span>
      <span aria-hidden="true" className="hidden shrink-0 @min-[260px]:inline">
        {`· ${stages[stage]}`}
      </span>
    </>
  );
}
