import type { Contract } from '#panel/api/schema.ts';
import { useToday } from '#panel/data/use-today.ts';
import { useDayFormat } from '#panel/display/formatters.ts';
import { daysBetween } from '#panel/ui/calendar/days.ts';
import { Repeat, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';

/** Days before a renewal from which it is shown as due. */
export const renewalDays = 60;

/** Renewal of a contract in force, once it is due. */
export function Renewal({ of }: { readonly of: Pick<Contract, 'renews_on' | 'status'> }) {
  const { renewal } = useContractWords();
  const today = useToday();
  const day = useDayFormat();
  const { renews_on: on, status } = of;
  if (on === null || (status !== 'active' && status !== 'paused')) return null;
  const days = daysBetween(today, on);
  if (days > renewalDays) return null;
  return (
    <span title={day(on)}>
      <Badge
        tone={days < 0 ? 'danger' : 'warn'}
        icon={days < 0 ? <Warning size={12} /> : <Repeat size={12} />}
      >
        {days < 0 ? renewal.late : days === 0 ? renewal.today : renewal.soon({ days })}
      </Badge>
    </span>
  );
}
