import { clsx } from 'clsx';
import { Avatars } from '#panel/display/Avatars.tsx';
import { useDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { Chat, Star, Starred } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { ChatLink } from '../conversations/ChatLink.tsx';
import { type DealCard, daysBetween, exceedsDayLimit, type Phase, stepState } from './board.ts';
import type { CardField } from './model.ts';
import { NextStepLine } from './NextStepLine.tsx';
import { toggleStar } from './star.ts';

interface Props {
  readonly slug: string;
  readonly deal: DealCard;
  readonly phase: Phase;
  readonly today: string;
  /** Fields that the card shows. */
  readonly fields: ReadonlySet<CardField>;
}

const corner =
  'inline-flex size-5 shrink-0 items-center justify-center rounded hover:bg-surface hover:text-text pointer-coarse:-my-3 pointer-coarse:size-11';
/** Hidden until the card is hovered or has the focus. */
const onDemand =
  'pointer-fine:hidden group-focus-within/card:inline-flex! group-hover/card:inline-flex!';

/** Content of a deal's card, below its title: client and value, then what is to be done. */
export function CardContent({ slug, deal, phase, today, fields }: Props) {
  const { card: words } = useDealWords();
  const { labels } = useFieldWords();
  const money = useMoneyFormat();
  const day = useDayFormat();
  const chance = fields.has('probability') ? (deal.probability ?? phase.probability) : null;
  const value = fields.has('value') ? deal.value : null;
  const parts = [
    fields.has('client') ? deal.client?.name : undefined,
    fields.has('phase') ? phaseName(deal.phase) : undefined,
    fields.has('close') && deal.expected_close_date ? day(deal.expected_close_date) : undefined,
  ].filter((part) => part !== undefined);
  return (
    <>
      {parts.length > 0 || chance !== null || value !== null ? (
        <div className="flex h-[18px] items-baseline justify-between gap-2 text-meta">
          <span className="min-w-0 truncate text-muted" title={parts.join(' · ')}>
            {parts.join(' · ')}
          </span>
          <span className="flex shrink-0 gap-1.5 tabular-nums">
            {chance !== null ? <span className="text-muted">{`${chance}%`}</span> : null}
            {value !== null ? <span className="font-medium">{money(value)}</span> : null}
          </span>
        </div>
      ) : null}
      <div className="flex h-5 items-center gap-1 text-meta">
        {fields.has('step') ? <Outlook deal={deal} phase={phase} today={today} /> : null}
        <span className="ml-auto" />
        {deal.contact_id ? (
          <ChatLink
            contact={deal.contact_id}
            draggable={false}
            title={words.chat}
            onClick={(event) => event.stopPropagation()}
            className={clsx(corner, onDemand, 'text-muted')}
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
          className={clsx(
            corner,
            deal.is_starred ? 'text-warn' : [onDemand, 'text-muted pointer-coarse:hidden'],
          )}
        >
          {deal.is_starred ? <Starred size={14} /> : <Star size={14} />}
          <span className="sr-only">{words.starred}</span>
        </button>
        {fields.has('people') && deal.responsible_id ? (
          <Avatars ids={[deal.responsible_id]} />
        ) : null}
      </div>
      {fields.has('tags') && deal.tags.length > 0 ? (
        <p className="truncate text-meta text-muted" title={deal.tags.join(', ')}>
          <span className="sr-only">{`${labels.tags}: `}</span>
          {deal.tags.join(' · ')}
        </p>
      ) : null}
    </>
  );
}

/** Next step of an open deal, reason of a lost one, or the days in the phase. A late or missing step and a long phase are one warning. */
function Outlook({ deal, phase, today }: Omit<Props, 'slug' | 'fields'>) {
  const { card: words } = useDealWords();
  const days = daysBetween(deal.phase_since, today);
  const text = days > 0 ? words.daysHere({ days }) : words.today;
  if (phase.meaning === 'lost' && deal.loss_reason)
    return <span className="truncate text-muted">{deal.loss_reason}</span>;
  if (phase.meaning !== 'open') return <span className="truncate text-muted">{text}</span>;
  const isOver = exceedsDayLimit(deal, phase, today);
  return (
    <span
      className="flex min-w-0"
      title={
        isOver && phase.limit_days !== null
          ? words.over({ days, limit: phase.limit_days })
          : undefined
      }
    >
      <NextStepLine
        deal={deal}
        today={today}
        overdue={isOver && stepState(deal, today) === 'planned' ? text : undefined}
      />
    </span>
  );
}
