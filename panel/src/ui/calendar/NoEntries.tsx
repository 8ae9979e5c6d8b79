import { Empty } from '../layout.tsx';
import { GhostBars } from './GhostBars.tsx';

interface Props {
  readonly text: string;
  /** True on phones, where it takes the place of the list; otherwise it lies over the days and lets clicks through. */
  readonly isNarrow: boolean;
}

/** Sentence of a calendar or timeline without entries. */
export function NoEntries({ text, isNarrow }: Props) {
  if (isNarrow) return <Empty text={text} ghost={<GhostBars />} />;
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center">
      <div className="max-w-full rounded-card border border-border bg-raised shadow-float">
        <Empty text={text} ghost={<GhostBars />} />
      </div>
    </div>
  );
}
