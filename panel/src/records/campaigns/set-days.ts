import { runWithToast } from '#panel/commands/command.ts';
import { changeRecord } from '#panel/data/records.ts';
import type { EdgeDays } from '#panel/ui/calendar/edges.ts';

const change = changeRecord('campaigns');

/** Changes the dates of a campaign by its bar in a calendar or timeline. */
export const setCampaignDays =
  (slug: string) =>
  (id: string, { start, end }: EdgeDays): void =>
    void runWithToast(change, {
      slug,
      id,
      change: {
        ...(start !== undefined && { start_date: start }),
        ...(end !== undefined && { end_date: end }),
      },
    });
