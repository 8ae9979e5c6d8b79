import { Suspense, useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Clock, More, Warning } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/MenuList.tsx';
import { SharedMenu } from '#panel/ui/SharedMenu.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { readableText } from '../../group-mentions.ts';
import { momentsIn } from '../../thread/format-times.ts';
import { isClosedAt, type WindowEnd } from '../model.ts';
import {
  cancelScheduled,
  changeScheduled,
  type ScheduledMessage,
  sendScheduledNow,
} from './schedule.ts';

const ScheduleDialog = lazyWithWords(() => import('./ScheduleDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  /** Id of the current user. */
  readonly me: string | undefined;
  readonly scheduled: readonly ScheduledMessage[];
  readonly closes: WindowEnd;
}

/** Messages of the conversation that wait for their time, and those that were not sent. */
export default function ScheduledList({ slug, me, scheduled, closes }: Props) {
  const { schedule: words } = useComposerWords();
  const timeZone = useTimeZone();
  const { can } = useCurrentTeam();
  const [menu, openMenu] = useState<OpenedMenu>();
  const [changed, change] = useState<ScheduledMessage>();
  const act = useAction((work: () => Promise<unknown>) => work());
  const itemsOf = (one: ScheduledMessage): readonly MenuItem[] => {
    const isWaiting = one.status === 'scheduled';
    const isChangeable = isWaiting && (one.author.id === me || can('texts.moderate'));
    return [
      ...(isChangeable
        ? [
            { label: words.edit, act: () => change(one) },
            { label: words.now, act: () => act.act(() => sendScheduledNow(slug, one)) },
          ]
        : []),
      {
        label: isWaiting ? words.cancel : words.dismiss,
        act: () => act.act(() => cancelScheduled(slug, one)),
      },
    ];
  };
  return (
    <>
      <ul
        aria-label={words.list}
        className="flex max-h-36 flex-col overflow-auto border-border border-b bg-surface max-md:max-h-20"
      >
        {scheduled.map((one) => (
          <Row key={one.id} me={me} closes={closes} one={one} onMenu={openMenu} />
        ))}
      </ul>
      <FailureNotice failure={act.failure} />
      {menu ? (
        <SharedMenu
          label={words.list}
          items={itemsOf(menu.one)}
          from={menu.from}
          onClose={() => {
            openMenu(undefined);
            menu.from.focus();
          }}
          onLeave={() => openMenu(undefined)}
        />
      ) : null}
      <Suspense>
        {changed ? (
          <ScheduleDialog
            timeZone={timeZone}
            closes={changed.template === null ? closes : undefined}
            scheduled={changed}
            onSchedule={(schedule) => changeScheduled(slug, changed, schedule)}
            onClose={() => change(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface OpenedMenu {
  readonly one: ScheduledMessage;
  readonly from: HTMLElement;
}

interface RowProps extends Pick<Props, 'me' | 'closes'> {
  readonly one: ScheduledMessage;
  readonly onMenu: (menu: OpenedMenu) => void;
}

function Row({ me, closes, one, onMenu }: RowProps) {
  const { schedule: words } = useComposerWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { status, reason, scheduled_at, mentions, file, template, author } = one;
  const text = readableText({ content: one.text ?? '', mentions });
  const isWaiting = status === 'scheduled';
  const at = momentsIn(locale, timeZone)(scheduled_at);
  const name = author.id === me ? words.you : (author.name ?? words.gone);
  const warning = warningOf(one, closes);
  return (
    <li className="flex items-start gap-2 border-border px-3 py-1 not-first:border-t">
      <span className={`pt-1 ${isWaiting && !warning ? 'text-muted' : 'text-warn'}`}>
        {isWaiting ? <Clock size={14} /> : <Warning size={14} />}
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        <p className="truncate text-meta">
          <span className="font-medium">{isWaiting ? words.at({ at }) : words.wasAt({ at })}</span>
          <span className="text-muted">
            {[
              '',
              words.by({ name }),
              ...(isWaiting && one.cancel_if_answered ? [words.cancelsShort] : []),
            ].join(' · ')}
          </span>
        </p>
        <p className="truncate">
          {[file?.name, template && words.template({ name: template }), text]
            .filter((part) => part != null && part !== '')
            .join(' · ')}
        </p>
        {isWaiting ? null : <p className="text-warn">{words.reasons[reason ?? 'refused']}</p>}
        {isWaiting && warning ? <p className="text-warn">{words.warnings[warning]}</p> : null}
      </div>
      <button
        type="button"
        aria-haspopup="menu"
        aria-label={words.actions({ at })}
        onClick={({ currentTarget }) => onMenu({ one, from: currentTarget })}
        className="control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-raised"
      >
        <More />
      </button>
    </li>
  );
}

/** Most important fact that the author may not have known. */
function warningOf(
  {
    contact_wrote,
    cancel_if_answered,
    colleague_answered,
    template,
    scheduled_at,
  }: ScheduledMessage,
  closes: WindowEnd,
): 'canceling' | 'colleague' | 'contact' | 'window' | undefined {
  if (contact_wrote && cancel_if_answered) return 'canceling';
  if (colleague_answered) return 'colleague';
  if (contact_wrote) return 'contact';
  const isClosed = template === null && isClosedAt(closes, Date.parse(scheduled_at));
  return isClosed ? 'window' : undefined;
}
