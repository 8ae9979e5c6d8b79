import { useSyncExternalStore } from 'react';

/*
 * Audio player: one recording at a time, which keeps playing while its message is scrolled away. A single audio element plays all of them.
 */

export const rates = [1, 1.5, 2] as const;
type Rate = (typeof rates)[number];

interface Playback {
  readonly source: string | undefined;
  readonly isPlaying: boolean;
  /** In seconds. */
  readonly at: number;
  readonly length: number | undefined;
  readonly rate: Rate;
  readonly isBroken: boolean;
}

let now: Playback = {
  source: undefined,
  isPlaying: false,
  at: 0,
  length: undefined,
  rate: 1,
  isBroken: false,
};
const listeners = new Set<() => void>();
const set = (to: Partial<Playback>) => {
  now = { ...now, ...to };
  for (const listener of listeners) listener();
};

/** Known durations of recordings. */
const lengths = new Map<string, number>();

/** Some recordings report their duration only at the end. */
const lengthOf = ({ duration }: HTMLAudioElement) =>
  Number.isFinite(duration) && duration > 0 ? duration : undefined;

let element: HTMLAudioElement | undefined;

function player(): HTMLAudioElement {
  if (element) return element;
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.ontimeupdate = () => set({ at: audio.currentTime });
  audio.ondurationchange = () => {
    const length = lengthOf(audio);
    if (now.source !== undefined && length !== undefined) lengths.set(now.source, length);
    set({ length });
  };
  audio.onplay = () => set({ isPlaying: true });
  audio.onpause = () => set({ isPlaying: false });
  audio.onended = () => set({ isPlaying: false, at: 0 });
  audio.onerror = () => set({ isPlaying: false, isBroken: true });
  element = audio;
  return audio;
}

function load(source: string): HTMLAudioElement {
  const audio = player();
  if (now.source !== source) {
    audio.src = source;
    set({ source, at: 0, length: lengths.get(source), isBroken: false });
  }
  audio.playbackRate = now.rate;
  return audio;
}

/** Plays or pauses a recording. */
export function toggle(source: string): void {
  const isOn = now.source === source && now.isPlaying;
  const audio = load(source);
  // Playing fails for an unreadable file; the element also emits an error event.
  if (isOn) audio.pause();
  else void audio.play().catch(() => set({ isPlaying: false }));
}

export function seek(source: string, at: number): void {
  load(source).currentTime = at;
  set({ at });
}

export function setRate(rate: Rate): void {
  player().playbackRate = rate;
  set({ rate });
}

/** Stops playback when the user leaves the conversation. */
export function stopPlayback(): void {
  element?.pause();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const notPlaying: Omit<Playback, 'rate'> = {
  source: undefined,
  isPlaying: false,
  at: 0,
  length: undefined,
  isBroken: false,
};

/** State of a recording; keeps its identity while another one plays. */
export function usePlayback(source: string): Playback {
  const heard = useSyncExternalStore(subscribe, () => (now.source === source ? now : undefined));
  const rate = useSyncExternalStore(subscribe, () => now.rate);
  const length = useSyncExternalStore(subscribe, () => lengths.get(source));
  return heard ?? { ...notPlaying, length, rate };
}

/** Determines the duration of a recording without playing it. @returns cleanup function */
export function measure(source: string): () => void {
  if (lengths.has(source)) return () => {};
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.onloadedmetadata = () => {
    const length = lengthOf(audio);
    if (length === undefined) return;
    lengths.set(source, length);
    for (const listener of listeners) listener();
  };
  audio.src = source;
  return () => {
    audio.onloadedmetadata = null;
    audio.removeAttribute('src');
  };
}

/** 63.2 → '1:03' */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
