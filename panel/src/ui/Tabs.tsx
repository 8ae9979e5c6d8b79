import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly name: string }[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** Content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs of a record; arrows move between them. */
export function Tabs({ label, tabs, chosen, onChoose, children }: Props) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ key }) => key === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto border-border border-b"
      >
        {tabs.map(({ key, name }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
            className={clsx(
              'control -mb-px shrink-0 border-b-2 px-2',
              key === chosen ? 'border-accent font-medium' : 'border-transparent text-muted',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
