import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BusinessHours } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { businessHoursQuery, setBusinessHours } from '#panel/data/business-hours.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { HoursEditor } from '#panel/parts/business-hours/HoursEditor.tsx';
import { ComingDays, HoursFacts, OpenNow } from '#panel/parts/business-hours/HoursNow.tsx';
import { usualHours } from '#panel/parts/business-hours/model.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Business hours of the team. */
export default function Hours() {
  const { hours: words } = useInboxSettingsWords();
  const { slug, me, can } = useCurrentTeam();
  const { readOnly } = useSettingsWords();
  const query = useQuery(businessHoursQuery(slug));
  const isEditable = can('business_hours.set');
  return (
    <Page title={words.title} about={words.about}>
      {me && !isEditable ? <p className="text-muted">{readOnly}</p> : null}
      <QueryContent query={query} rows={7}>
        {(schedule) => <Loaded slug={slug} schedule={schedule} isEditable={isEditable} />}
      </QueryContent>
    </Page>
  );
}

interface Props {
  readonly slug: string;
  readonly schedule: BusinessHours;
  readonly isEditable: boolean;
}

function Loaded({ slug, schedule, isEditable }: Props) {
  const { hours: words } = useInboxSettingsWords();
  const { app, common } = useWords();
  const [isBeginning, setBeginning] = useState(false);
  const set = useAction((hours: BusinessHours['hours']) => setBusinessHours(slug, { hours }));
  const { hours } = schedule;
  const remove = useAction(
    () => setBusinessHours(slug, { hours: null }),
    () => say(words.removed, { actions: [{ label: app.undo, act: () => set.act(hours) }] }),
  );
  if (hours === null && !isBeginning)
    return (
      <Section>
        <Empty text={words.none}>
          {isEditable ? (
            <Button look="primary" busy={set.isBusy} onClick={() => setBeginning(true)}>
              {words.set}
            </Button>
          ) : null}
          <FailureNotice failure={set.failure} />
        </Empty>
      </Section>
    );
  const about = (
    <>
      <OpenNow {...schedule} /> {words.zone({ zone: schedule.time_zone.replaceAll('_', ' ') })}
    </>
  );
  return (
    <>
      {isEditable || hours === null ? (
        <HoursEditor
          title={words.week}
          about={about}
          hours={hours ?? usualHours}
          save={(next) => setBusinessHours(slug, { hours: next })}
          onSaved={() => setBeginning(false)}
        >
          {hours === null ? (
            <Button look="quiet" onClick={() => setBeginning(false)}>
              {common.cancel}
            </Button>
          ) : (
            <Button look="quiet" busy={remove.isBusy} onClick={() => remove.act(undefined)}>
              {words.remove}
            </Button>
          )}
          <FailureNotice failure={remove.failure} />
        </HoursEditor>
      ) : (
        <Section about={about}>
          <HoursFacts hours={hours} />
        </Section>
      )}
      <ComingDays {...schedule} />
    </>
  );
}
