import type { NotificationMail } from '#panel/api/types.ts';
import { TimeInput } from '#panel/parts/business-hours/TimeInput.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';

/** Set when quiet hours are switched on. */
const night = { quiet_from: '20:00', quiet_until: '07:00' };

interface Props {
  readonly mail: Pick<NotificationMail, 'quiet_from' | 'quiet_until' | 'time_zone'>;
  readonly isBusy: boolean;
  readonly onChange: (change: {
    readonly quiet_from: string | null;
    readonly quiet_until: string | null;
  }) => void;
}

/** Quiet hours of a team's mail: a switch, and both times. */
export function QuietHours({ mail, isBusy, onChange }: Props) {
  const { notices } = useAccountWords();
  const { quiet_from, quiet_until, time_zone } = mail;
  const isOn = quiet_from !== null && quiet_until !== null;
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={notices.quiet}
        hint={notices.quietAbout({ zone: time_zone })}
        checked={isOn}
        disabled={isBusy}
        onChange={({ target }) =>
          onChange(target.checked ? night : { quiet_from: null, quiet_until: null })
        }
      />
      {isOn ? (
        <div className="flex items-center gap-2 pl-6">
          <TimeInput
            label={notices.quietFrom}
            value={quiet_from}
            isEnd={false}
            isInvalid={false}
            onChange={(from) => onChange({ quiet_from: from, quiet_until })}
          />
          {notices.until}
          <TimeInput
            label={notices.quietUntil}
            value={quiet_until}
            isEnd={false}
            isInvalid={false}
            onChange={(until) => onChange({ quiet_from, quiet_until: until })}
          />
        </div>
      ) : null}
    </div>
  );
}
