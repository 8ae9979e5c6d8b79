import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly name: string }[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  readonly children: ReactNode;
}

/** Several things in one place: arrows go from one to the next. */
export function Tabs({ label, tabs, chosen, onChoose, children }: Props) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ key }) => key === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex gap-4 border-border border-b"
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
            className="control -mb-px border-transparent border-b-2 font-medium text-muted aria-selected:border-accent aria-selected:text-text"
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </section>
  );
}
