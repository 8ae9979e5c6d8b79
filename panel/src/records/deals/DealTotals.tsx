import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import type { Sums } from './board.ts';

interface Props {
  readonly sums: Sums;
  /** True if filters are active: a phone then leaves the space to the board. */
  readonly isFiltered: boolean;
}

/** Sums of all matching deals. Amounts are shown only to users who may see values. */
export function DealTotals({ sums, isFiltered }: Props) {
  const { head: words, deals } = useDealWords();
  const money = useMoneyFormat();
  const amount = (cents: number) => money(Math.round(cents) / 100);
  const whole = (cents: number) => money(Math.round(cents / 100));
  return (
    <dl
      // On a phone the row scrolls sideways, also by keyboard.
      tabIndex={0}
      aria-label={words.label}
      className={clsx(
        'flex gap-x-8 gap-y-1 overflow-x-auto pt-1 max-sm:gap-x-5 max-sm:*:shrink-0 sm:flex-wrap',
        isFiltered && 'max-sm:hidden',
      )}
    >
      <Fact name={words.total} more={deals({ count: sums.count })}>
        {sums.total === null ? deals({ count: sums.count }) : amount(sums.total)}
      </Fact>
      {sums.weighted === null ? null : (
        <Fact
          name={words.weighted}
          hint={words.weightedHint}
          more={sums.unweighted > 0 ? words.unweighted({ count: sums.unweighted }) : undefined}
        >
          {whole(sums.weighted)}
        </Fact>
      )}
      <Fact name={words.attention} hint={words.attentionHint}>
        <span className={clsx('inline-flex items-center gap-1', sums.attention > 0 && 'text-warn')}>
          {sums.attention > 0 ? <Warning size={14} /> : <Check size={14} />} {sums.attention}
        </span>
      </Fact>
      <Fact
        name={words.won}
        more={sums.wonTotal === null ? undefined : deals({ count: sums.wonThisMonth })}
      >
        {sums.wonTotal === null ? deals({ count: sums.wonThisMonth }) : amount(sums.wonTotal)}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly hint?: string;
  readonly more?: string | undefined;
  readonly children: ReactNode;
}

function Fact({ name, hint, more, children }: FactProps) {
  return (
    <div title={hint} className="flex flex-wrap items-center gap-x-1.5">
      <dt className="text-meta text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
      {more ? <dd className="text-meta text-muted max-sm:hidden">{more}</dd> : null}
    </div>
  );
}
