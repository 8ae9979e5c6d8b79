import { useMemo } from 'react';
import { campaignFields } from '#panel/api/records/campaigns.ts';
import type { CampaignStage, ListedCampaign } from '#panel/api/types.ts';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';
import { StageBadge } from './ApprovalStage.tsx';
import { stageOf } from './model.ts';

/** Default columns. */
export const defaultColumns = ['stage', 'status', 'project', 'start_date', 'end_date', 'platforms'];

/** All columns of the campaign table; the first is always shown. */
export function useColumns(stages: ReadonlyMap<string, CampaignStage> | undefined) {
  const { approval } = useCampaignWords();
  const texts = useFieldTexts('campaigns');
  return useMemo(
    () =>
      fieldColumns<ListedCampaign>({
        fields: campaignFields,
        texts,
        columns: {
          name: { width: 240 },
          stage: {
            title: approval.title,
            width: 145,
            isPinned: true,
            cell: (campaign) => <StageBadge stage={stageOf(campaign, stages?.get(campaign.id))} />,
          },
          status: { width: 100 },
          project_id: { width: 160, cell: ({ project }) => <ProjectName project={project} /> },
          start_date: { width: 100 },
          end_date: { width: 100 },
          target_platforms: { key: 'platforms', width: 110, isWide: true },
          content_pillars: { key: 'pillars', width: 200, isWide: true },
        },
        hidden: ['approval_status'],
      }),
    [approval, texts, stages],
  );
}
