import { type ReactNode, useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { ClosedDays } from './ClosedDays.tsx';
import { type BusinessHours, daysInConflict } from './model.ts';
import { WeeklyHours } from './WeeklyHours.tsx';

interface Props {
  readonly title: string;
  readonly about: ReactNode;
  /** Stored hours, or those to begin with. */
  readonly hours: BusinessHours;
  readonly save: (hours: BusinessHours) => Promise<unknown>;
  readonly onSaved?: () => void;
  /** Further controls next to the button that saves. */
  readonly children?: ReactNode;
}

/** Editor of business hours: the week, and closed days. Nothing applies until it is saved. */
export function HoursEditor({ title, about, hours: stored, save, onSaved, children }: Props) {
  const words = useInboxSettingsWords();
  const { common } = useWords();
  const [hours, change] = useState(stored);
  const act = useAction(
    () => save(hours),
    () => {
      say(common.saved);
      onSaved?.();
    },
  );
  const isValid = daysInConflict(hours).length === 0;
  return (
    <>
      <Section title={title} about={about}>
        <WeeklyHours hours={hours} onChange={change} />
      </Section>
      <Section title={words.days.title}>
        <ClosedDays hours={hours} onChange={change} />
      </Section>
      <div className="flex flex-col gap-2">
        <FailureNotice failure={act.failure} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            look="primary"
            busy={act.isBusy}
            aria-disabled={!isValid}
            onClick={() => {
              if (isValid) act.act(undefined);
            }}
          >
            {common.save}
          </Button>
          {children}
        </div>
      </div>
    </>
  );
}
