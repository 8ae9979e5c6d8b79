import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedCampaign } from '#panel/api/types.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { projectShades } from '#panel/display/project-color.ts';
import { barOf, type Days } from '../shared/list/periods.ts';
import { toneOf } from './ApprovalStage.tsx';
import { stagesQuery } from './approval-queries.ts';
import type { CampaignEntry } from './CampaignPreview.tsx';
import { stageOf } from './model.ts';
import { type CampaignFilters, campaignsOfDays } from './queries.ts';

const none: readonly ListedCampaign[] = [];

/** Campaigns of a period as bars, each in the colour of its project. */
export function useEntries(slug: string, sortedFilters: CampaignFilters, days: Days) {
  const { sort: _, ...filters } = sortedFilters;
  const query = useQuery(campaignsOfDays(slug, filters, days));
  const { data: stages } = useQuery(stagesQuery(slug));
  const campaigns = useListWithPending('campaigns', query.data ?? none);
  const entries = useMemo(
    () =>
      campaigns.flatMap((campaign): CampaignEntry[] => {
        const { id, name, project, project_id, start_date, end_date } = campaign;
        const bar = barOf(start_date, end_date);
        if (!bar) return [];
        const stage = stageOf(campaign, stages?.get(id));
        const tone = toneOf(stage);
        const shades = projectShades(project ?? { id: project_id });
        return [{ key: id, name, ...bar, campaign, stage, shades, ...(tone && { tone }) }];
      }),
    [campaigns, stages],
  );
  return { query, entries };
}
