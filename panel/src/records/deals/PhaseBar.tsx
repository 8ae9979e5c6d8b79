import { clsx } from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { Check, Close } from '#panel/ui/icons.tsx';
import { useJoy } from '#panel/ui/joy.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { Phase } from './board.ts';

interface Props {
  readonly phases: readonly Phase[];
  readonly current: string;
  readonly onMove: (phase: string) => void;
}

/** Open phases of a deal in order, and the one in which it ended. A click moves the deal. */
export function PhaseBar({ phases, current, onMove }: Props) {
  const { record: words } = useDealWords();
  const steps = phases.filter(({ phase, meaning }) => meaning === 'open' || phase === current);
  const at = steps.findIndex(({ phase }) => phase === current);
  const joy = useJoy(steps[at]?.meaning === 'won');
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const step = list.current?.children[at];
    if (!(step instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = step.offsetLeft - (list.current.clientWidth - step.offsetWidth) / 2;
  }, [at]);
  return (
    <ol ref={list} aria-label={words.phases} className="relative flex gap-1 overflow-x-auto p-0.5">
      {steps.map(({ phase, meaning }, i) => (
        <li key={phase} className="min-w-24 flex-1">
          <button
            type="button"
            aria-current={i === at ? 'step' : undefined}
            onClick={() => {
              if (i !== at) onMove(phase);
            }}
            className={clsx(
              'control flex w-full items-center justify-center gap-1 rounded px-2 text-meta',
              i === at
                ? [
                    'bg-tint font-semibold',
                    meaning === 'won'
                      ? ['text-ok', joy]
                      : meaning === 'lost'
                        ? 'text-danger'
                        : 'text-accent',
                  ]
                : i < at
                  ? 'bg-tint text-muted hover:text-text'
                  : 'bg-surface text-muted hover:text-text',
            )}
          >
            {i === at && meaning === 'won' ? <Check size={12} /> : null}
            {i === at && meaning === 'lost' ? <Close size={12} /> : null}
            <span className="truncate">{phaseName(phase)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
