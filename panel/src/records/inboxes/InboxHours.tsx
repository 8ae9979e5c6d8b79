import type { InboxWorkSettings } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { updateInboxSettings } from '#panel/data/business-hours.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { HoursEditor } from '#panel/parts/business-hours/HoursEditor.tsx';
import { ComingDays, HoursFacts, OpenNow } from '#panel/parts/business-hours/HoursNow.tsx';
import { usualHours } from '#panel/parts/business-hours/model.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';

interface Props {
  readonly slug: string;
  readonly settings: InboxWorkSettings;
  readonly isEditable: boolean;
}

/** Hours of an inbox: the team's, or different ones. */
export function InboxHours({ slug, settings, isEditable }: Props) {
  const { hours: words } = useInboxSettingsWords();
  const { id, business_hours: ofInbox, team_hours: ofTeam } = settings;
  const set = useAction((hours: InboxWorkSettings['business_hours']) =>
    updateInboxSettings(slug, id, { business_hours: hours }),
  );
  const zone = words.zone({ zone: settings.time_zone.replaceAll('_', ' ') });
  const hours = ofInbox ?? ofTeam;
  if (ofInbox && isEditable)
    return (
      <>
        <HoursEditor
          title={words.title}
          about={
            <>
              <OpenNow {...settings} /> {zone}
            </>
          }
          hours={ofInbox}
          save={(next) => updateInboxSettings(slug, id, { business_hours: next })}
        >
          <Button look="quiet" busy={set.isBusy} onClick={() => set.act(null)}>
            {words.useTeam}
          </Button>
          <FailureNotice failure={set.failure} />
        </HoursEditor>
        <ComingDays {...settings} />
      </>
    );
  return (
    <>
      <Section
        title={words.title}
        about={
          hours ? (
            <>
              <OpenNow {...settings} /> {ofInbox ? words.ofInbox : words.ofTeam} {zone}
            </>
          ) : (
            words.noneOfInbox
          )
        }
        actions={
          isEditable ? (
            <Button busy={set.isBusy} onClick={() => set.act(ofTeam ?? usualHours)}>
              {words.ownHours}
            </Button>
          ) : null
        }
      >
        <FailureNotice failure={set.failure} />
        {hours ? <HoursFacts hours={hours} /> : null}
      </Section>
      <ComingDays {...settings} />
    </>
  );
}
