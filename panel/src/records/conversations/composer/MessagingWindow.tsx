import { useSyncExternalStore } from 'react';
import { tickEvery } from '#panel/data/clock.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Clock, Warning } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import type { WindowEnd } from './model.ts';

const subscribe = tickEvery(10_000);
const minuteMs = 60_000;

/** Whole minutes until the messaging window closes, 0 for less than one; undefined without a window or if it is closed. */
const minutesLeft = (closes: WindowEnd) =>
  typeof closes === 'number' && closes > Date.now()
    ? Math.floor((closes - Date.now()) / minuteMs)
    : undefined;

interface RemainingWindow {
  readonly isClosed: boolean;
  readonly minutes: number | undefined;
}

/** Remaining time of the messaging window, refreshed every ten seconds. */
export function useMessagingWindow(closes: WindowEnd): RemainingWindow {
  const minutes = useSyncExternalStore(subscribe, () => minutesLeft(closes));
  return { isClosed: closes !== undefined && minutes === undefined, minutes };
}

const shortMinutes = 60;

/** Countdown to the end of the messaging window. */
export function WindowCountdown({ minutes }: { readonly minutes: number }) {
  const { window: words } = useComposerWords();
  const time =
    minutes >= shortMinutes
      ? words.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
      : minutes > 0
        ? words.minutes({ minutes })
        : words.seconds;
  const isShort = minutes < shortMinutes;
  return (
    <p
      className={`flex items-center gap-1.5 text-meta ${isShort ? 'font-medium text-warn' : 'text-muted'}`}
    >
      {isShort ? <Warning size={14} /> : <Clock size={14} />}
      <span className="sr-only">{`${words.label}: `}</span>
      {words.closesIn({ time })}
    </p>
  );
}

interface ClosedProps {
  readonly closes: WindowEnd;
  /** True if the composer has text that cannot be sent now. */
  readonly isWritten: boolean;
  readonly onChoose: () => void;
}

/** Reason why only a template may be sent, with a link to the templates. */
export function WindowClosed({ closes, isWritten, onChoose }: ClosedProps) {
  const { window: words } = useComposerWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const at = (ms: number) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
      ms,
    );
  return (
    <div role="status" className="flex flex-col items-start gap-2 p-3">
      <p className="flex gap-2">
        <span className="pt-0.5 text-warn">
          <Warning />
        </span>
        {typeof closes === 'number' ? words.closedAt({ at: at(closes) }) : words.never}
      </p>
      {isWritten ? <p className="text-muted">{words.kept}</p> : null}
      <Button look="primary" onClick={onChoose}>
        {words.choose}
      </Button>
    </div>
  );
}
