import { useState } from 'react';
import { scheduledMessagesUpdateLimits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { localTimeIn } from '#panel/data/time-zone-days.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { writeTime } from '#panel/ui/date/parse-date.ts';
import { Area, Checkbox } from '#panel/ui/Field.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { readableText, withDigits } from '../../group-mentions.ts';
import { isClosedAt, type WindowEnd } from '../model.ts';
import { futureMoment, type ScheduledMessage, scheduleOptionsAt } from './schedule.ts';

/** Chosen time, with the text of a message that is being changed. */
export interface Schedule {
  readonly scheduled_at: string;
  readonly cancel_if_answered: boolean;
  readonly text?: string;
}

interface Props {
  readonly timeZone: string;
  /** Messaging window that the message needs; undefined if it needs none. */
  readonly closes: WindowEnd;
  /** Message to change; absent for a new one. */
  readonly scheduled?: ScheduledMessage;
  readonly onSchedule: (schedule: Schedule) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Chooses when a message is sent, and changes one that waits. */
export default function ScheduleDialog({
  timeZone,
  closes,
  scheduled,
  onSchedule,
  onClose,
}: Props) {
  const { schedule: words } = useComposerWords();
  const { common } = useWords();
  const locale = useLocale();
  const [options] = useState(() => scheduleOptionsAt(timeZone, Date.now()));
  const [clock, setClock] = useState(
    scheduled ? localTimeIn(timeZone, scheduled.scheduled_at) : (options[1]?.clock ?? ''),
  );
  const [isPast, setPast] = useState(false);
  const act = useAction(
    async (value: Values) => {
      const at = futureMoment(timeZone, value('scheduled_at'), Date.now());
      setPast(at === undefined);
      if (at === undefined) return false;
      await onSchedule({
        scheduled_at: at,
        cancel_if_answered: value('cancel_if_answered') === 'on',
        ...(scheduled?.text != null && {
          text: withDigits(value('text'), scheduled.mentions),
        }),
      });
      return true;
    },
    (isDone) => {
      if (isDone) onClose();
    },
  );
  const at = futureMoment(timeZone, clock, 0);
  const isTooLate = isClosedAt(closes, at === undefined ? 0 : Date.parse(at));
  return (
    <Dialog
      title={scheduled ? words.change : words.title}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={scheduled ? words.save : words.submit}>
        {scheduled?.text != null ? (
          <Area
            label={words.text}
            name="text"
            defaultValue={readableText({
              content: scheduled.text,
              mentions: scheduled.mentions,
            })}
            rows={4}
            {...scheduledMessagesUpdateLimits.text}
            required
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          {options.map(({ kind, clock: local }) => (
            <Button key={kind} aria-pressed={clock === local} onClick={() => setClock(local)}>
              {words.options[kind]({ time: writeTime(locale, local.slice(11)) })}
            </Button>
          ))}
        </div>
        <LabelledDate
          label={words.when}
          name="scheduled_at"
          kind="moment"
          required
          min={localTimeIn(timeZone, new Date())}
          value={clock}
          onChange={setClock}
          aria-invalid={isPast || undefined}
          hint={isPast ? words.past : words.zone({ zone: timeZone })}
        />
        <Checkbox
          label={words.cancels}
          name="cancel_if_answered"
          defaultChecked={scheduled?.cancel_if_answered ?? false}
        />
        {isTooLate ? (
          <p role="status" className="text-warn">
            {words.windowCloses}
          </p>
        ) : null}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
