import { useEffect, useState } from 'react';
import { Button } from '#panel/ui/Button.tsx';
import { Bin } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { Stop } from './icons.tsx';
import type { Recorder } from './use-recorder.ts';

/** 75 → '1:15' */
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** State of a recording: its duration, and buttons to end it. */
export function RecordingBar({
  recorder,
  since,
}: {
  readonly recorder: Recorder;
  readonly since: number;
}) {
  const { voice: words } = useComposerWords();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1_000)), 250);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <span className="inline-flex items-center gap-2 text-danger" role="status">
        <span className="size-2.5 animate-pulse rounded-card bg-danger" />
        {words.recording}
      </span>
      <time className="flex-1">{clock(seconds)}</time>
      <Button look="quiet" onClick={recorder.discard}>
        <Bin /> {words.discard}
      </Button>
      <Button look="primary" autoFocus onClick={recorder.stop}>
        <Stop /> {words.stop}
      </Button>
    </div>
  );
}
