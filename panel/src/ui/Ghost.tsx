import { clsx } from 'clsx';

const ghostCards = [3, 2, 1];
const ghostRows = ['w-3/5', 'w-4/5', 'w-1/2'];

/** Faint drawing of a list or a board, above the sentence of an empty state. */
export function Ghost({ of }: { readonly of: 'rows' | 'board' }) {
  if (of === 'rows')
    return (
      <div aria-hidden="true" className="ghost flex w-72 max-w-full flex-col">
        {ghostRows.map((width) => (
          <div key={width} className="flex items-center gap-3 border-border border-b py-3">
            <span className="size-4 rounded-full bg-border" />
            <span className={clsx('h-2 rounded bg-border', width)} />
          </div>
        ))}
      </div>
    );
  return (
    <div aria-hidden="true" className="ghost flex w-96 max-w-full items-start gap-2">
      {ghostCards.map((cards) => (
        <div key={cards} className="flex flex-1 flex-col gap-1.5 rounded-card bg-surface p-2">
          {ghostCards.slice(0, cards).map((card) => (
            <div
              key={card}
              className="flex flex-col gap-1.5 rounded border border-border bg-raised p-2"
            >
              <span className="h-1.5 w-4/5 rounded bg-border" />
              <span className="h-1.5 w-2/5 rounded bg-border" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
