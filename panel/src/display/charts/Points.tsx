import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Link } from '#panel/route/router.tsx';
import { useChartWords } from '#panel/words/charts/use.ts';
import type { Band } from './geometry.ts';
import { announcementOf, type ChartData, moved, type Reading } from './model.ts';
import { Swatch } from './Paints.tsx';

interface Props {
  readonly id: string;
  readonly data: ChartData;
  readonly readings: readonly (readonly Reading[])[];
  readonly bands: readonly Band[];
  readonly width: number;
  readonly areLines?: boolean;
}

/** Areas over the categories of a chart: each shows its values for pointer and focus, and opens its list. */
export function Points({ id, data, readings, bands, width, areLines }: Props) {
  const words = useChartWords();
  const [active, activate] = useState<number>();
  const [stop, setStop] = useState(0);
  const group = useRef<HTMLFieldSetElement>(null);
  const { categories } = data;
  const go = (event: KeyboardEvent, at: number) => {
    const next = moved(event.key, at, categories.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    group.current?.querySelectorAll<HTMLElement>('[data-point]')[next]?.focus();
  };
  const activeCategory = active === undefined ? undefined : categories[active];
  const band = active === undefined ? undefined : bands[active];
  const share = (pixels: number) => `${(pixels / width) * 100}%`;
  return (
    <fieldset
      ref={group}
      aria-label={`${data.title}. ${words.hint}`}
      className="absolute inset-0 min-w-0 print:hidden"
      onPointerLeave={() => activate(undefined)}
    >
      {categories.map((category, at) => {
        const place = bands[at];
        if (!place) return null;
        const attributes = {
          'data-point': true,
          'aria-label': announcementOf(category.label, readings[at] ?? []),
          tabIndex: at === Math.min(stop, categories.length - 1) ? 0 : -1,
          onFocus: () => {
            activate(at);
            setStop(at);
          },
          onBlur: () => activate(undefined),
          onPointerMove: () => activate(at),
          onKeyDown: (event: KeyboardEvent) => go(event, at),
          className: clsx(
            'absolute inset-y-0 block rounded -outline-offset-2',
            at === active && 'bg-text/5',
          ),
          style: { left: share(place.x), width: share(place.width) },
        };
        return category.href === undefined ? (
          <button key={category.key} type="button" {...attributes} />
        ) : (
          <PointLink key={category.key} href={category.href} {...attributes} />
        );
      })}
      {activeCategory && band && active !== undefined ? (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-0 z-10 min-w-32 max-w-56 rounded-card border border-border bg-raised px-3 py-2 text-meta shadow-float"
          style={
            band.middle < width / 2
              ? { left: share(band.x + band.width) }
              : { right: share(width - band.x) }
          }
        >
          <p className="pb-1 font-semibold">{activeCategory.label}</p>
          {readings[active]?.map(({ name, text, series }) => {
            const painted = series === undefined ? undefined : data.series[series];
            return (
              <p key={name} className="flex items-center gap-1.5">
                {painted && series !== undefined ? (
                  <Swatch id={id} series={painted} at={series} isLine={areLines} />
                ) : null}
                <span className="min-w-0 flex-1 text-muted">{name}</span>
                <span className="whitespace-nowrap pl-2 font-medium tabular-nums">{text}</span>
              </p>
            );
          })}
        </div>
      ) : null}
    </fieldset>
  );
}

/** Link that the first touch only points at, so that its values can be read. */
function PointLink({ href, ...rest }: Parameters<typeof Link>[0]) {
  const isTouched = useRef(false);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isTouched.current) event.preventDefault();
    isTouched.current = false;
  };
  return (
    <Link
      {...rest}
      href={href}
      onPointerDown={({ pointerType, currentTarget }) => {
        isTouched.current = pointerType === 'touch' && document.activeElement !== currentTarget;
        if (isTouched.current) currentTarget.focus();
      }}
      onClick={onClick}
    />
  );
}
