const bars = ['ml-[4%] w-2/5', 'ml-[24%] w-1/2', 'ml-[48%] w-1/3', 'ml-[62%] w-[34%]'];

/** Faint bars of a calendar or timeline, which begin one after another. */
export function GhostBars() {
  return (
    <div aria-hidden="true" className="ghost flex w-80 max-w-full flex-col gap-2">
      {bars.map((place) => (
        <span key={place} className={`h-4 rounded border-border border-l-4 bg-surface ${place}`} />
      ))}
    </div>
  );
}
