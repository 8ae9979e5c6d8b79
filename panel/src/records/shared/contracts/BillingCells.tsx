import type { BillingLine } from '#panel/api/schema.ts';
import { useDayFormat, useMoneyFormat } from '#panel/display/formatters.ts';
import { Badge } from '#panel/ui/layout.tsx';
import { useBillingWords } from '#panel/words/billing/use.ts';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';

/* Parts of a billing line in tables. */

const tones = { open: 'warn', billed: 'ok', waived: 'info' } as const;

interface Props {
  readonly of: BillingLine;
}

export function BillingDays({ of: { starts_on, ends_on } }: Props) {
  const words = useBillingWords();
  const day = useDayFormat();
  return (
    <span className="whitespace-nowrap">
      {words.days({ from: day(starts_on), to: day(ends_on) })}
    </span>
  );
}

/** Total of a line, and the part of it that is overage. */
export function BillingTotal({ of: { total, overage_minutes, overage_value } }: Props) {
  const words = useBillingWords();
  const { hours } = useContractWords();
  const money = useMoneyFormat();
  return (
    <span className="tabular-nums">
      {total === null ? '–' : money(total)}
      {overage_value ? (
        <span className="block text-meta text-muted">
          {words.overage({
            time: hours.time({ minutes: overage_minutes }),
            value: money(overage_value),
          })}
        </span>
      ) : null}
    </span>
  );
}

export function BillingStatus({ of: { status } }: Props) {
  const { values } = useFieldWords();
  return <Badge tone={tones[status]}>{values.billing_lines.status[status]}</Badge>;
}
