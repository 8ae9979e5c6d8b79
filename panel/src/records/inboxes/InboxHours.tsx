import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { updateInboxSettings } from '#panel/data/business-hours.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { HoursEditor } from '#panel/parts/business-hours/HoursEditor.tsx';
import { ComingDays, HoursFacts, OpenNow } from '#panel/parts/business-hours/HoursNow.tsx';
import { usualHours } from '#panel/parts/business-hours/model.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import type { InboxSettingsProps } from './use-save-settings.ts';

/** Hours of an inbox: the team's, or different ones. */
export function InboxHours({ slug, settings, isEditable }: InboxSettingsProps) {
  const { hours: words } = useInboxSettingsWords();
  const { app, common } = useWords();
  const [isBeginning, setBeginning] = useState(false);
  const { id, business_hours: ofInbox, team_hours: ofTeam } = settings;
  const save = (hours: InboxSettingsProps['settings']['business_hours']) =>
    updateInboxSettings(slug, id, { business_hours: hours });
  const set = useAction(save);
  const remove = useAction(
    () => save(null),
    () => say(words.removed, { actions: [{ label: app.undo, act: () => set.act(ofInbox) }] }),
  );
  const zone = words.zone({ zone: settings.time_zone.replaceAll('_', ' ') });
  const hours = ofInbox ?? ofTeam;
  if (isEditable && (ofInbox || isBeginning))
    return (
      <>
        <HoursEditor
          title={words.title}
          about={
            <>
              <OpenNow {...settings} /> {zone}
            </>
          }
          hours={hours ?? usualHours}
          save={save}
          onSaved={() => setBeginning(false)}
        >
          {ofInbox ? (
            <Button look="quiet" busy={remove.isBusy} onClick={() => remove.act(undefined)}>
              {words.useTeam}
            </Button>
          ) : (
            <Button look="quiet" onClick={() => setBeginning(false)}>
              {common.cancel}
            </Button>
          )}
          <FailureNotice failure={remove.failure} />
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
            <Button busy={set.isBusy} onClick={() => setBeginning(true)}>
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
