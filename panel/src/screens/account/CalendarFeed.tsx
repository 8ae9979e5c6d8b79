import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import {
  calendarFeedQuery,
  createCalendarFeed,
  revokeCalendarFeed,
  setCalendarHolidays,
} from '#panel/data/notification-settings.ts';
import { CopyButton } from '#panel/display/CopyButton.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox, inputClass } from '#panel/ui/Field.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';

/** Address of the user's calendar in a team, shown only when it is created. */
export function CalendarFeed({ slug }: { readonly slug: string }) {
  const { notices: words } = useAccountWords();
  const query = useQuery(calendarFeedQuery(slug));
  const [address, setAddress] = useState<string>();
  const create = useAction(async () => setAddress(await createCalendarFeed(slug)));
  const revoke = useAction(async () => {
    await revokeCalendarFeed(slug);
    setAddress(undefined);
  });
  const set = useAction((hasHolidays: boolean) => setCalendarHolidays(slug, hasHolidays));
  const isBusy = create.isBusy || revoke.isBusy || set.isBusy;
  return (
    <div className="flex flex-col items-start gap-2 border-border border-t pt-4">
      <h3 className="font-semibold">{words.calendar}</h3>
      <p className="text-muted">{words.calendarAbout}</p>
      <QueryContent query={query}>
        {({ is_on, has_holidays, created_at }) => (
          <>
            {address !== undefined ? (
              <div role="status" className="flex w-full flex-col items-start gap-2">
                <p>{words.calendarOnce}</p>
                <input
                  readOnly
                  aria-label={words.calendarAddress}
                  className={inputClass}
                  value={address}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
                <CopyButton text={address} label={words.calendarCopy} />
              </div>
            ) : null}
            {is_on && created_at !== null && address === undefined ? (
              <p>
                {words.calendarSince} <RelativeTime at={created_at} />
              </p>
            ) : null}
            <div className="flex flex-wrap gap-2">
              <Button disabled={isBusy} onClick={() => create.act(undefined)}>
                {is_on ? words.calendarRenew : words.calendarCreate}
              </Button>
              {is_on ? (
                <Button disabled={isBusy} onClick={() => revoke.act(undefined)}>
                  {words.calendarRevoke}
                </Button>
              ) : null}
            </div>
            {is_on ? (
              <Checkbox
                label={words.calendarHolidays}
                checked={has_holidays}
                disabled={isBusy}
                onChange={({ target }) => set.act(target.checked)}
              />
            ) : null}
          </>
        )}
      </QueryContent>
      <FailureNotice failure={create.failure ?? revoke.failure ?? set.failure} />
    </div>
  );
}
