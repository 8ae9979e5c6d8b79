import { Link } from '#panel/route/router.tsx';
import { useChartWords } from '#panel/words/charts/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { ChartFrame, type ChartProps } from './ChartFrame.tsx';
import { funnelOf } from './geometry.ts';
import { announcementOf, formatsOf, type Tone } from './model.ts';
import { colorOf } from './Paints.tsx';
import { useRovingFocus } from './roving-focus.ts';

interface Props extends ChartProps {
  /** Remark on each step instead of its share of the step before, for funnels whose steps can be skipped. */
  readonly remarks?: readonly (string | undefined)[];
  /** Steps that are an end, not a way to the next one. */
  readonly outcomes?: readonly (Extract<Tone, 'good' | 'bad'> | undefined)[];
}

const barHeight = 30;
const connectorHeight = 22;

/** Steps of a funnel, from the widest to the narrowest, with the share that moved on between them. */
export function FunnelChart({ data, table, remarks, outcomes = [] }: Props) {
  const words = useChartWords();
  const percent = formatsOf('percent', useLocale()).full;
  const steps = funnelOf(data);
  const focus = useRovingFocus(steps.length);
  return (
    <ChartFrame data={data} table={table}>
      {({ formats, readings }) => (
        <ul ref={focus.ref} aria-label={words.hint} className="flex flex-col">
          {data.categories.map((category, at) => {
            const step = steps[at];
            const next = steps[at + 1];
            if (!step) return null;
            const tone = outcomes[at];
            const isConnected = next && tone === undefined && outcomes[at + 1] !== 'bad';
            const conversion =
              remarks !== undefined || next?.conversion === undefined
                ? undefined
                : words.conversion({ share: percent(next.conversion * 100) });
            const parts = [conversion, remarks?.[at]].filter((text) => text !== undefined);
            const attributes = {
              ...focus.attributesOf(at),
              className:
                'group grid w-full grid-cols-[minmax(0,2fr)_minmax(0,5fr)] items-center gap-3 rounded text-left hover:bg-surface max-sm:grid-cols-1 max-sm:gap-1 max-sm:py-1',
            };
            const content = (
              <>
                <span className="sr-only">
                  {[announcementOf(category.label, readings[at] ?? []), ...parts].join(', ')}
                </span>
                <span aria-hidden="true" className="contents">
                  <span className="flex min-w-0 items-baseline justify-between gap-2">
                    <span className="min-w-0 truncate group-hover:underline">{category.label}</span>
                    <span className="font-semibold tabular-nums">
                      {formats.full(category.values[0] ?? null)}
                    </span>
                  </span>
                  <svg
                    width="100%"
                    height={barHeight}
                    aria-hidden="true"
                    focusable="false"
                    className="block"
                  >
                    <rect
                      x={`${50 - step.width * 50}%`}
                      width={`${Math.max(step.width * 100, 0.5)}%`}
                      height={barHeight}
                      rx="5"
                      style={{ fill: colorOf(tone ? { tone } : {}, 0) }}
                      fillOpacity={tone ? 1 : 1 - 0.5 * (at / Math.max(1, steps.length))}
                    />
                  </svg>
                </span>
              </>
            );
            return (
              <li key={category.key} className="break-inside-avoid">
                {category.href === undefined ? (
                  <button type="button" {...attributes}>
                    {content}
                  </button>
                ) : (
                  <Link href={category.href} {...attributes}>
                    {content}
                  </Link>
                )}
                <div
                  aria-hidden="true"
                  className="grid grid-cols-[minmax(0,2fr)_minmax(0,5fr)] items-center gap-3 max-sm:grid-cols-1 max-sm:gap-0"
                >
                  <span className="text-meta text-muted">{parts.join(' · ')}</span>
                  {isConnected ? (
                    <svg
                      width="100%"
                      height={connectorHeight}
                      viewBox="0 0 100 10"
                      preserveAspectRatio="none"
                      aria-hidden="true"
                      focusable="false"
                      className="block max-sm:hidden"
                    >
                      <path
                        d={`M${50 - step.width * 50} 0H${50 + step.width * 50}L${50 + next.width * 50} 10H${50 - next.width * 50}Z`}
                        className="fill-accent"
                        fillOpacity="0.12"
                      />
                    </svg>
                  ) : (
                    <span style={{ height: next && connectorHeight }} className="max-sm:hidden" />
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </ChartFrame>
  );
}
