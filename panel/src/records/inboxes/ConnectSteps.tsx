import { clsx } from 'clsx';
import { Check } from '#panel/ui/icons.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';

/** Progress of the connection. @param at current step, from 0 */
export function ConnectSteps({ at }: { readonly at: number }) {
  const { steps, progress } = useInboxWords();
  return (
    <ol aria-label={progress} className="flex flex-wrap gap-x-4 gap-y-1 text-meta">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-1',
            index === at ? 'font-semibold text-text' : 'text-muted',
          )}
        >
          {index < at ? <Check size={12} /> : <span>{`${index + 1}.`}</span>}
          {step}
        </li>
      ))}
    </ol>
  );
}
