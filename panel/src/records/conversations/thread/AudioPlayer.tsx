import { useEffect } from 'react';
import { Pause, Play } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { clock, measure, rates, seek, setRate, toggle, usePlayback } from './audio-player.ts';
import { useSettled } from './use-settled.ts';

const stepSeconds = 5;

/** Audio player with seeking by keyboard or mouse, and playback speed. */
export default function AudioPlayer({
  source,
  name,
}: {
  readonly source: string;
  readonly name: string;
}) {
  const { media: words } = useThreadWords();
  const locale = useLocale();
  const { isPlaying, at, length, rate, isBroken } = usePlayback(source);
  const isSettled = useSettled();
  useEffect(() => (isSettled ? measure(source) : undefined), [isSettled, source]);
  if (isBroken) return <p className="text-meta text-muted">{words.broken}</p>;
  const most = Math.max(length ?? 0, at, 1);
  const time = clock(length === undefined || at > 0 ? at : length);
  const factor = new Intl.NumberFormat(locale).format(rate);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border
    <div role="group" aria-label={name} className="flex h-12 items-center gap-2">
      <button
        type="button"
        aria-label={isPlaying ? words.pause : words.play}
        onClick={() => toggle(source)}
        className="control inline-flex aspect-square shrink-0 items-center justify-center rounded-full bg-accent text-on-accent"
      >
        {isPlaying ? <Pause /> : <Play />}
      </button>
      <input
        type="range"
        aria-label={words.position}
        aria-valuetext={words.positionIs({ at: clock(at), of: clock(most) })}
        max={most}
        step={stepSeconds > most / 10 ? most / 20 : stepSeconds}
        value={at}
        onChange={({ target }) => seek(source, target.valueAsNumber)}
        className="control min-w-0 flex-1 accent-accent"
      />
      <span className="w-9 shrink-0 text-right text-meta text-muted">{time}</span>
      <button
        type="button"
        aria-label={words.speed({ rate: factor })}
        onClick={() => setRate(rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1)}
        className="control min-w-9 shrink-0 rounded border border-border px-1 text-meta hover:bg-surface"
      >
        {`${factor}×`}
      </button>
    </div>
  );
}
