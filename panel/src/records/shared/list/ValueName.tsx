import { useQuery } from '@tanstack/react-query';
import { type LinkTarget, recordNameQuery } from '#panel/data/record-names.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { formatDay, isDay } from '#panel/ui/calendar/days.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { numberInAddress } from './address-filters.ts';
import type { FilterOperator } from './filter-fields.ts';
import { currentUser } from './list-state.ts';

const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

interface NameProps {
  readonly operator: FilterOperator;
  readonly slug: string;
  readonly value: string;
}

/** Value of a filter as people read it. */
export function ValueName({ operator, slug, value }: NameProps) {
  const locale = useLocale();
  const words = useListWords();
  const money = useMoneyFormat();
  const kind = operator.value;
  if (value === currentUser) return words.me;
  if (kind.kind === 'choice')
    return kind.choices.find((choice) => choice.value === value)?.label ?? value;
  if (kind.kind === 'record') return <RecordName target={kind.target} slug={slug} value={value} />;
  const number = numberInAddress(value);
  if (kind.kind === 'money' && number !== undefined) return money(number);
  if (kind.kind === 'number' && number !== undefined)
    return new Intl.NumberFormat(locale).format(number);
  return kind.kind === 'date' && isDay(value) ? formatDay(value, locale, numeric) : value;
}

interface RecordNameProps {
  readonly target: LinkTarget;
  readonly slug: string;
  readonly value: string;
}

function RecordName({ target, slug, value }: RecordNameProps) {
  const { data } = useQuery(recordNameQuery(slug, target, value));
  return data ?? '…';
}
