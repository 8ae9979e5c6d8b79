import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Check } from '#panel/ui/icons.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';

const steps = ['file', 'columns', 'check', 'result'] as const;
export type Step = (typeof steps)[number];

/** Steps of an import, with the current one. */
export function Steps({ current }: { readonly current: Step }) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(current);
  useEffect(() => {
    // The button that led to the next step is gone, and its focus with it.
    if (before.current !== current && document.activeElement === document.body)
      list.current?.focus();
    before.current = current;
  }, [current]);
  const { steps: words } = useImportRowsWords();
  const at = steps.indexOf(current);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={words.label}
      className="flex items-center gap-2 text-meta"
    >
      {steps.map((step, i) => (
        <li
          key={step}
          aria-current={i === at ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-1.5 whitespace-nowrap',
            i === at ? 'font-semibold text-text' : 'text-muted',
          )}
        >
          {i > 0 ? <span aria-hidden="true" className="h-px w-2 bg-border sm:w-6" /> : null}
          <span
            aria-hidden="true"
            className={clsx(
              'inline-flex size-5 shrink-0 items-center justify-center rounded-full',
              i === at ? 'bg-accent text-on-accent' : i < at ? 'bg-tint text-accent' : 'bg-surface',
            )}
          >
            {i < at ? <Check size={12} /> : i + 1}
          </span>
          <span className={i === at ? '' : 'max-sm:sr-only'}>{words[step]}</span>
          {i < at ? <span className="sr-only">{` (${words.isDone})`}</span> : null}
        </li>
      ))}
    </ol>
  );
}
