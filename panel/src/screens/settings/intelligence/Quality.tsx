import type { ReactNode } from 'react';
import type { WinModel } from '#panel/api/schema.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { useIntelligenceWords } from '#panel/words/intelligence/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Reliability } from './Reliability.tsx';

/** State of the win probability in words, its numbers, and predictions with their outcomes. */
export function Quality({ model }: { readonly model: WinModel }) {
  const { quality: words } = useIntelligenceWords();
  const locale = useLocale();
  const decimal = (value: number | null) =>
    value === null
      ? '—'
      : value.toLocaleString(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  if (model.fitted_at === null) return <p className="text-muted">{words.never}</p>;
  const { state, won, lost, fewest_of_each: each, bins } = model;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [words.fitted, <RelativeTime key="at" at={model.fitted_at} />],
    [words.deals, model.closed],
    [words.learned, words.learnedValue({ deals: model.deals, won, lost })],
    ...(bins === null
      ? []
      : [
          [words.brier, decimal(model.brier)] as const,
          [words.base, decimal(model.base_brier)] as const,
          [words.calibration, decimal(model.calibration)] as const,
        ]),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex max-w-[60ch] flex-col gap-1">
        <p>
          {state === 'too_few'
            ? words.states.too_few({ missing: Math.max(1, model.fewest_closed - model.closed) })
            : words.states[state]}
        </p>
        {state === 'phase_share' ? (
          <p className="text-muted">
            {bins === null ? words.notEnough({ each, won, lost }) : words.notProven}
          </p>
        ) : null}
      </div>
      <dl className="grid gap-x-6 sm:grid-cols-[auto_1fr] sm:gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
      {bins === null ? null : <Reliability bins={bins} />}
    </div>
  );
}
