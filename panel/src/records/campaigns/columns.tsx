import type { Campaign, CampaignStage } from '#panel/api/types.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import type { DataColumn } from '#panel/ui/DataTable.tsx';
import type { CampaignWords } from '#panel/words/campaigns/use.ts';
import { StageBadge } from './ApprovalStage.tsx';
import { stageOf } from './model.ts';

/** Default columns. */
export const defaultColumns = ['stage', 'status', 'project', 'start_date', 'end_date', 'platforms'];

/** Formats a day in the short style. */
export const formatShortDay = (day: string | null, locale: string) =>
  day === null
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(
        new Date(`${day}T00:00:00Z`),
      );

/** All columns of the campaign table; the first is always shown. */
export const columnsOf = (
  words: CampaignWords,
  locale: string,
  stages: ReadonlyMap<string, CampaignStage> | undefined,
): readonly DataColumn<Campaign>[] => {
  const { field } = words;
  return [
    { key: 'name', title: field.name, sortKey: 'name', width: 260, cell: ({ name }) => name },
    {
      key: 'stage',
      title: field.stage,
      width: 170,
      cell: (campaign) => <StageBadge stage={stageOf(campaign, stages?.get(campaign.id))} />,
    },
    {
      key: 'status',
      title: field.status,
      sortKey: 'status',
      width: 110,
      cell: ({ status }) => words.statuses[status],
    },
    { key: 'project', title: field.project, width: 180, cell: ({ project }) => project?.name },
    {
      key: 'start_date',
      title: field.start_date,
      sortKey: 'start_date',
      width: 110,
      cell: ({ start_date }) => formatShortDay(start_date, locale),
    },
    {
      key: 'end_date',
      title: field.end_date,
      sortKey: 'end_date',
      width: 110,
      cell: ({ end_date }) => formatShortDay(end_date, locale),
    },
    {
      key: 'platforms',
      title: field.platforms,
      isWide: true,
      width: 180,
      cell: ({ target_platforms }) => target_platforms.join(', '),
    },
    {
      key: 'pillars',
      title: field.pillars,
      isWide: true,
      width: 200,
      cell: ({ content_pillars }) => content_pillars.join(', '),
    },
    {
      key: 'created_at',
      title: field.created_at,
      sortKey: 'created_at',
      isWide: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      key: 'updated_at',
      title: field.updated_at,
      sortKey: 'updated_at',
      isWide: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
};
