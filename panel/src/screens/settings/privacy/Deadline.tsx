import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useFullDayFormat } from '#panel/display/formatters.ts';
import { Clock, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { dueTone } from './model.ts';

/** Days that are left to answer an open request, with the day on hover. */
export function Deadline({ of }: { readonly of: PrivacyRequest }) {
  const words = usePrivacyWords();
  const full = useFullDayFormat();
  const days = of.days_left;
  const tone = dueTone(of);
  return (
    <span title={full(of.due_on)}>
      <Badge
        {...(tone && { tone })}
        icon={tone === 'danger' ? <Warning size={12} /> : <Clock size={12} />}
      >
        {days < 0 ? words.daysLate({ n: -days }) : words.daysLeft({ n: days })}
      </Badge>
    </span>
  );
}
