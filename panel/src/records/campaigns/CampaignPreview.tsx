import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedCampaign } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { lastDayOf } from '#panel/ui/calendar/lanes.ts';
import type { CalendarEntry } from '#panel/ui/calendar/model.ts';
import { useLocale } from '#panel/words/translations.ts';
import { fileAddress, filesQuery } from '../shared/files/queries.ts';
import { StageBadge } from './ApprovalStage.tsx';
import type { Stage } from './model.ts';

export interface CampaignEntry extends CalendarEntry {
  readonly campaign: ListedCampaign;
  readonly stage: Stage;
}

const freshMs = 60_000;

/** Picture, stage, days and project of a campaign. Its files are requested when it is shown, not with the calendar. */
export function CampaignPreview({ entry }: { readonly entry: CampaignEntry }) {
  const { slug } = useCurrentTeam();
  const locale = useLocale();
  const { campaign, stage } = entry;
  const { data } = useInfiniteQuery({
    ...filesQuery(slug, 'campaigns', campaign.id),
    staleTime: freshMs,
  });
  const [missing, setMissing] = useState<readonly string[]>([]);
  // Files are sorted latest first; the earliest picture is the campaign's first. The next one takes its place if it was deleted.
  const picture = data?.rows.findLast(
    ({ id, preview, scan }) => preview === 'ready' && scan !== 'infected' && !missing.includes(id),
  );
  return (
    <>
      {picture ? (
        <img
          key={picture.id}
          src={fileAddress(slug, picture.id, true)}
          alt=""
          onError={() => setMissing([...missing, picture.id])}
          className="h-32 w-full rounded object-cover"
        />
      ) : null}
      <span className="line-clamp-2 font-medium">{campaign.name}</span>
      <span className="flex flex-wrap items-center gap-2 text-meta text-muted">
        <StageBadge stage={stage} />
        {formatDays(entry.date, lastDayOf(entry), locale)}
      </span>
      <span className="text-meta text-muted">
        <ProjectName project={campaign.project} />
      </span>
    </>
  );
}
