import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedCampaign } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { changeRecord } from '#panel/data/records.ts';
import { projectShades } from '#panel/display/project-color.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Calendar } from '#panel/ui/Calendar.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useCalendar } from '../shared/list/use-calendar.ts';
import { StageIcon, toneOf } from './ApprovalStage.tsx';
import { stagesQuery } from './approval-queries.ts';
import { stageOf } from './model.ts';
import { type CampaignFilters, campaignsOfDays } from './queries.ts';

const change = changeRecord('campaigns');
const none: readonly ListedCampaign[] = [];

interface Props {
  readonly slug: string;
  readonly sortedFilters: CampaignFilters;
  readonly onAdd: (date: string) => void;
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Calendar of campaigns by start date; a moved campaign keeps its duration. */
export default function CampaignCalendar({ slug, sortedFilters, onAdd }: Props) {
  const words = useCampaignWords();
  const { shown: calendar, days } = useCalendar();
  const { from, to: until } = days;
  const { sort: _, ...filters } = sortedFilters;
  const query = useQuery(campaignsOfDays(slug, filters, from, until));
  const { data: stages } = useQuery(stagesQuery(slug));
  const campaigns = useListWithPending('campaigns', query.data ?? none);
  const entries = useMemo(
    () =>
      campaigns.flatMap((campaign) => {
        const { id, name, start_date, end_date } = campaign;
        const date = start_date ?? end_date;
        if (date === null) return [];
        const stage = stageOf(campaign, stages?.get(id));
        const tone = toneOf(stage);
        const { id: project_id, color } = campaign.project ?? {
          id: campaign.project_id,
          color: null,
        };
        const shades = projectShades({ id: project_id, color });
        return [{ key: id, date, name, stage, shades, ...(tone && { tone }) }];
      }),
    [campaigns, stages],
  );
  const move = (key: string, date: string) => {
    const campaign = campaigns.find(({ id }) => id === key);
    if (!campaign) return;
    const { start_date: start, end_date: end } = campaign;
    const moved =
      start === null
        ? { end_date: date }
        : {
            start_date: date,
            ...(end !== null && { end_date: addDays(date, daysBetween(start, end)) }),
          };
    void runWithToast(change, { slug, id: key, change: moved });
  };
  return (
    <QueryContent query={query} rows={8}>
      {() => (
        <div className="flex flex-col gap-2">
          <Calendar
            {...calendar}
            label={words.title}
            entries={entries}
            entry={({ name, stage }) => (
              <>
                <StageIcon stage={stage} />
                <span className="truncate">{name}</span>
              </>
            )}
            link={({ key }, props) => <RecordLink {...props} kind="campaigns" id={key} />}
            onMove={move}
            onAdd={onAdd}
          />
          <p className="text-meta text-muted">{words.noDates}</p>
        </div>
      )}
    </QueryContent>
  );
}
