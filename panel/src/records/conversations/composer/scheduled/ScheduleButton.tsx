import { Suspense, useState } from 'react';
import { useTimeZone } from '#panel/data/use-today.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Clock } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import type { WindowEnd } from '../model.ts';
import { type ScheduledContent, scheduleMessages } from './schedule.ts';

const ScheduleDialog = lazyWithWords(() => import('./ScheduleDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  /** Conversation in which the messages are sent. */
  readonly id: string;
  readonly closes: WindowEnd;
  /** Parts of the composed message. */
  readonly contents: () => ScheduledContent[];
  readonly onScheduled: () => void;
}

/** Schedules the composed message instead of sending it. */
export function ScheduleButton({ contents, ...rest }: Props) {
  const { schedule: words } = useComposerWords();
  const [parts, choose] = useState<ScheduledContent[]>();
  return (
    <>
      <Button
        className="min-w-11 shrink-0"
        aria-label={words.title}
        title={words.title}
        onClick={() => choose(contents())}
      >
        <Clock />
      </Button>
      {parts ? <ScheduleParts {...rest} parts={parts} onClose={() => choose(undefined)} /> : null}
    </>
  );
}

interface PartsProps extends Omit<Props, 'contents'> {
  readonly parts: ScheduledContent[];
  readonly onClose: () => void;
}

/** Asks when to send the parts of a message. */
export function ScheduleParts({ slug, id, closes, parts, onScheduled, onClose }: PartsProps) {
  const timeZone = useTimeZone();
  return (
    <Suspense>
      <ScheduleDialog
        timeZone={timeZone}
        closes={closes}
        onSchedule={(when) => scheduleMessages(slug, id, when, parts).then(onScheduled)}
        onClose={onClose}
      />
    </Suspense>
  );
}
