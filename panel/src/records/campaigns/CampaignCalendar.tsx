import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Calendar } from '#panel/ui/Calendar.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { movedDays } from '../shared/list/periods.ts';
import { useCalendar } from '../shared/list/use-calendar.ts';
import { CampaignLabel } from './CampaignLabel.tsx';
import { CampaignPreview } from './CampaignPreview.tsx';
import type { CampaignFilters } from './queries.ts';
import { setCampaignDays } from './set-days.ts';
import { useEntries } from './use-entries.ts';

interface Props {
  readonly slug: string;
  readonly sortedFilters: CampaignFilters;
  /** Sentence for a period without campaigns. */
  readonly none: string;
  readonly onAdd: (date: string) => void;
}

/** Calendar of campaigns, from their start to their end. */
export default function CampaignCalendar({ slug, sortedFilters, none, onAdd }: Props) {
  const words = useCampaignWords();
  const { shown: calendar, days } = useCalendar();
  const { query, entries } = useEntries(slug, sortedFilters, days);
  const setDays = setCampaignDays(slug);
  return (
    <QueryContent query={query} rows={8}>
      {() => (
        <div className="flex flex-col gap-2">
          <Calendar
            {...calendar}
            label={words.title}
            entries={entries}
            none={none}
            entry={(entry) => <CampaignLabel {...entry} />}
            link={({ key }, props) => <RecordLink {...props} kind="campaigns" id={key} />}
            onMove={(key, date) => {
              const entry = entries.find((each) => each.key === key);
              if (!entry) return;
              const { start_date, end_date } = entry.campaign;
              setDays(key, movedDays(start_date, end_date, date));
            }}
            onResize={setDays}
            preview={(entry) => <CampaignPreview entry={entry} />}
            onAdd={onAdd}
          />
          <p className="text-meta text-muted">{words.noDates}</p>
        </div>
      )}
    </QueryContent>
  );
}
