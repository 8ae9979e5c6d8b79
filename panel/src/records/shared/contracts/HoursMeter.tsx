import { clsx } from 'clsx';
import type { ContractHours } from '#panel/api/schema.ts';
import { Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';

export type PeriodHours = ContractHours['periods'][number];

/** Percent of the hours from which a period is shown as nearly used. */
const nearlyUsed = 80;

const toneOf = (percent: number) =>
  percent >= 100 ? 'danger' : percent >= nearlyUsed ? 'warn' : undefined;
const colors = { danger: 'bg-danger', warn: 'bg-warn' };

/** Used hours of a period as a bar and in words; only the words if it includes none. */
export function HoursMeter({ of }: { readonly of: PeriodHours }) {
  const { hours: words } = useContractWords();
  const { percent, used_minutes: used, overage_minutes: overage } = of;
  if (percent === null)
    return <span className="tabular-nums">{words.used({ minutes: used })}</span>;
  const tone = toneOf(percent);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="h-1.5 w-32 max-w-full overflow-hidden rounded bg-border">
        <span
          className={clsx('block h-full', tone ? colors[tone] : 'bg-accent')}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      <span className="tabular-nums">
        {words.usedOf({ used, minutes: of.included_minutes + of.carried_minutes })}
      </span>
      {tone ? (
        <Badge tone={tone} icon={<Warning size={12} />}>
          {overage > 0 ? words.over({ minutes: overage }) : words.percent({ percent })}
        </Badge>
      ) : null}
    </span>
  );
}
