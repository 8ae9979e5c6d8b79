import { useMemo } from 'react';
import { projectShades } from '#panel/display/project-color.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Fill } from '#panel/ui/Fill.tsx';
import { Timeline, type TimelineRow } from '#panel/ui/timeline/Timeline.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useTimeline } from '../shared/list/use-timeline.ts';
import { CampaignLabel } from './CampaignLabel.tsx';
import { type CampaignEntry, CampaignPreview } from './CampaignPreview.tsx';
import type { CampaignFilters } from './queries.ts';
import { setCampaignDays } from './set-days.ts';
import { useEntries } from './use-entries.ts';

interface Props {
  readonly slug: string;
  readonly sortedFilters: CampaignFilters;
  /** Sentence for a period without campaigns. */
  readonly none: string;
}

/** Timeline of campaigns, in one row per project. */
export default function CampaignTimeline({ slug, sortedFilters, none }: Props) {
  const words = useCampaignWords();
  const locale = useLocale();
  const { shown: timeline, days } = useTimeline();
  const { query, entries } = useEntries(slug, sortedFilters, days);
  const rows = useMemo(() => rowsOf(entries, locale), [entries, locale]);
  return (
    <Fill>
      <QueryContent query={query} rows={8}>
        {() => (
          <Timeline
            {...timeline}
            label={words.title}
            rows={rows}
            none={none}
            rowLink={({ key }, props) => <RecordLink {...props} kind="projects" id={key} />}
            link={({ key }, props) => <RecordLink {...props} kind="campaigns" id={key} />}
            entry={(entry) => <CampaignLabel {...entry} />}
            onResize={setCampaignDays(slug)}
            preview={(entry) => <CampaignPreview entry={entry} />}
          />
        )}
      </QueryContent>
    </Fill>
  );
}

/** Campaigns by project, projects by name. */
function rowsOf(entries: readonly CampaignEntry[], locale: string) {
  const groups = Map.groupBy(entries, ({ campaign }) => campaign.project_id);
  const rows = [...groups].map(([key, entries]): TimelineRow<CampaignEntry> => {
    const project = entries[0]?.campaign.project;
    return {
      key,
      name: project?.name ?? '',
      shades: projectShades(project ?? { id: key }),
      entries,
    };
  });
  const { compare } = new Intl.Collator(locale);
  return rows.sort((a, b) => compare(a.name, b.name));
}
