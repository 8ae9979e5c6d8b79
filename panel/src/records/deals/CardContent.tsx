import { clsx } from 'clsx';
import { Avatars } from '#panel/display/Avatars.tsx';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { Chat, Clock, Star, Starred, Warning } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { ChatLink } from '../conversations/ChatLink.tsx';
import { type DealCard, daysBetween, exceedsDayLimit, type Phase } from './board.ts';
import { NextStepLine } from './NextStepLine.tsx';
import { toggleStar } from './star.ts';

interface Props {
  readonly slug: string;
  readonly deal: DealCard;
  readonly phase: Phase;
  readonly today: string;
  readonly seesValues: boolean;
}

const corner =
  'inline-flex size-6 shrink-0 items-center justify-center rounded hover:bg-surface pointer-coarse:-my-2 pointer-coarse:size-11';

/** Content of a deal's card, below its title. */
export function CardContent({ slug, deal, phase, today, seesValues }: Props) {
  const { card: words } = useDealWords();
  const money = useMoneyFormat();
  const days = daysBetween(deal.phase_since, today);
  const over = phase.meaning === 'open' && exceedsDayLimit(deal, phase, today);
  return (
    <>
      <div className="flex items-baseline gap-2">
        {seesValues ? (
          <span
            className={`shrink-0 ${deal.value === null ? 'text-muted' : 'font-medium tabular-nums'}`}
          >
            {deal.value === null ? words.noValue : money(deal.value)}
          </span>
        ) : null}
        {deal.client ? (
          <span className="min-w-0 truncate text-muted">{deal.client.name}</span>
        ) : null}
      </div>
      {phase.meaning === 'open' ? <NextStepLine deal={deal} today={today} /> : null}
      {phase.meaning === 'lost' && deal.loss_reason ? (
        <span className="truncate text-meta text-muted">{deal.loss_reason}</span>
      ) : null}
      <div className="flex items-center gap-1 text-meta">
        <span
          className={clsx(
            'flex min-w-0 flex-1 items-center gap-1',
            over ? 'text-warn' : 'text-muted',
          )}
        >
          {over ? <Warning size={12} /> : <Clock size={12} />}
          <span className="truncate">
            {over && phase.limit_days !== null
              ? words.over({ days, limit: phase.limit_days })
              : days > 0
                ? words.daysHere({ days })
                : words.today}
          </span>
        </span>
        {deal.contact_id ? (
          <ChatLink
            contact={deal.contact_id}
            draggable={false}
            title={words.chat}
            onClick={(event) => event.stopPropagation()}
            className={clsx(corner, 'text-muted')}
          >
            <Chat size={14} />
            <span className="sr-only">{words.chat}</span>
          </ChatLink>
        ) : null}
        <button
          type="button"
          aria-pressed={deal.is_starred}
          title={deal.is_starred ? words.unstar : words.star}
          onClick={(event) => {
            event.stopPropagation();
            toggleStar(slug, deal);
          }}
          className={clsx(corner, deal.is_starred ? 'text-warn' : 'text-muted')}
        >
          {deal.is_starred ? <Starred size={14} /> : <Star size={14} />}
          <span className="sr-only">{words.starred}</span>
        </button>
        {deal.responsible_id ? <Avatars ids={[deal.responsible_id]} /> : null}
      </div>
    </>
  );
}
