import { clsx } from 'clsx';
import { GhostBars } from './calendar/GhostBars.tsx';

const line = 'h-2 shrink-0 rounded bg-border';
const box = 'rounded border border-border bg-raised p-2';
const rowWidths = ['w-3/5', 'w-4/5', 'w-1/2'];
const bubbles = ['w-3/5 bg-border', 'ml-auto w-1/2 bg-tint', 'w-2/5 bg-border'];

const shapes = {
  /** A list of tasks, deals or settings. */
  rows: () =>
    rowWidths.map((width) => (
      <Row key={width}>
        <span className="size-4 rounded bg-border" />
        <span className={clsx(line, width)} />
      </Row>
    )),
  /** People, clients or conversations. */
  people: () =>
    rowWidths.map((width) => (
      <Row key={width}>
        <span className="size-7 rounded-full bg-border" />
        <span className="flex flex-1 flex-col gap-1.5">
          <span className={clsx(line, width)} />
          <span className={`${line} w-1/3`} />
        </span>
      </Row>
    )),
  /** Names with a switch, such as webhooks. */
  switches: () =>
    rowWidths.map((width) => (
      <Row key={width}>
        <span className={clsx(line, width)} />
        <span className="ml-auto h-4 w-7 rounded-full bg-border" />
      </Row>
    )),
  board: () => (
    <div className="flex items-start gap-2">
      {[3, 2, 1].map((count) => (
        <div key={count} className="flex-1 rounded-card bg-surface p-2">
          <div className="ghost-cards" style={{ height: count * 56 }} />
        </div>
      ))}
    </div>
  ),
  bars: () => <GhostBars />,
  /** Months with their sums. */
  months: () =>
    ['w-1/4', 'w-1/5'].map((width) => (
      <div key={width} className={`${box} mb-2 flex flex-col gap-2.5`}>
        <span className="flex justify-between">
          <span className={clsx(line, width)} />
          <span className={`${line} w-1/6`} />
        </span>
        <span className={`${line} w-3/5`} />
      </div>
    )),
  /** Pictures. */
  tiles: () => (
    <div className="grid grid-cols-3 gap-2">
      {rowWidths.map((width) => (
        <div key={width} className={`${box} flex flex-col gap-2`}>
          <span className="h-12 rounded bg-border" />
          <span className={clsx(line, width)} />
        </div>
      ))}
    </div>
  ),
  /** Messages of a conversation. */
  bubbles: () => (
    <div className="flex flex-col gap-2">
      {bubbles.map((place) => (
        <span key={place} className={clsx('h-7 rounded-card', place)} />
      ))}
    </div>
  ),
  /** Steps of a workflow. */
  steps: () => (
    <div className="flex items-center">
      {rowWidths.map((width, index) => (
        <div key={width} className="flex flex-1 items-center">
          {index > 0 ? <span className="h-px w-6 bg-border" /> : null}
          <span className={`${box} flex flex-1 items-center gap-2`}>
            <span className="size-4 rounded-full bg-border" />
            <span className={clsx(line, 'flex-1')} />
          </span>
        </div>
      ))}
    </div>
  ),
};

export type GhostShape = keyof typeof shapes;

/** Faint drawing of what a screen will show, above the sentence of its empty state. */
export function Ghost({ of }: { readonly of: GhostShape }) {
  return (
    <div aria-hidden="true" className="ghost w-80 max-w-full">
      {shapes[of]()}
    </div>
  );
}

function Row({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-border border-b py-2.5 text-left">
      {children}
    </div>
  );
}
