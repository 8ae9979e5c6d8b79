const titleWidths = ['w-4/5', 'w-3/5', 'w-2/3'];

/** Faint cards of a column of a board. @param count at most 3 */
export function GhostCards({ count }: { readonly count: number }) {
  return (
    <div aria-hidden="true" className="ghost flex flex-col gap-1.5">
      {titleWidths.slice(0, count).map((width) => (
        <div
          key={width}
          className="flex flex-col gap-1.5 rounded border border-border bg-raised p-2"
        >
          <span className={`h-2 rounded bg-border ${width}`} />
          <span className="h-2 w-2/5 rounded bg-border" />
        </div>
      ))}
    </div>
  );
}
