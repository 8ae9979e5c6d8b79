import { useState } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Clock } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { snooze } from './actions.ts';
import { type SnoozeOption, snoozeOptionsAt } from './snooze-options.ts';

const SnoozeDialog = lazyWithWords(() => import('./SnoozeDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly conversation: Pick<Conversation, 'id' | 'status' | 'snoozed_until'>;
  readonly className: string;
  /** Called after snoozing, to move on to the next conversation. */
  readonly onDone?: () => void;
}

/** Snooze options with their labels. */
export function useSnoozeOptions(): () => readonly {
  readonly label: string;
  readonly at: string;
}[] {
  const { acts } = useConversationWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const format = (style: Intl.DateTimeFormatOptions, at: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...style }).format(new Date(at));
  const labelOf = ({ kind, at }: SnoozeOption) =>
    kind === 'nextWeek'
      ? acts.until.nextWeek({
          day: format({ weekday: 'short', day: 'numeric', month: 'short' }, at),
        })
      : acts.until[kind]({ time: format({ timeStyle: 'short' }, at) });
  return () =>
    snoozeOptionsAt(timeZone, Date.now()).map((until) => ({ label: labelOf(until), at: until.at }));
}

/** Snoozes a conversation until later, tomorrow, next week, or a custom time. */
export function Snooze({ slug, conversation, className, onDone }: Props) {
  const { acts } = useConversationWords();
  const timeZone = useTimeZone();
  const untils = useSnoozeOptions();
  const [isAsking, ask] = useState(false);
  const put = (at: string) => {
    void snooze(slug, conversation, at);
    onDone?.();
  };
  return (
    <>
      <Menu
        label={acts.snooze}
        name="conversation-snooze"
        className={className}
        items={[
          ...untils().map(({ label, at }) => ({ label, act: () => put(at) })),
          { label: acts.until.moment, act: () => ask(true) },
        ]}
      >
        <Clock />
      </Menu>
      {isAsking ? (
        <SnoozeDialog
          timeZone={timeZone}
          onClose={() => ask(false)}
          onChoose={(at) => {
            ask(false);
            put(at);
          }}
        />
      ) : null}
    </>
  );
}
