import { useEffect, useRef, useState } from 'react';
import { webmToOgg } from './webm-to-ogg.ts';

/** Recording formats by preference: the voice format of WhatsApp first, then alternatives of other browsers. */
const formats = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

export const maxMinutes = 15;

type RecordingProblem = 'denied' | 'missing' | 'unsupported' | 'failed' | 'longest';

export interface Recorder {
  /** Start of the recording, as Date.now(). */
  readonly since: number | undefined;
  readonly problem: RecordingProblem | undefined;
  readonly start: () => void;
  /** Ends the recording and passes it on. */
  readonly stop: () => void;
  readonly discard: () => void;
}

function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}

const extensions: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
};

/** Converts a recording to Ogg if it is Opus. */
async function recordedIn(parts: readonly Blob[], format: string): Promise<Blob> {
  const type = format.split(';', 1)[0] ?? format;
  const recorded = new Blob([...parts], { type });
  if (type !== 'audio/webm') return recorded;
  const ogg = webmToOgg(new Uint8Array(await recorded.arrayBuffer()));
  return ogg ? new Blob([ogg], { type: 'audio/ogg' }) : recorded;
}

interface Running {
  readonly media: MediaRecorder;
  readonly stream: MediaStream;
  isWanted: boolean;
}

/** Records with the microphone. @param done receives the recording and its file extension */
export function useRecorder(done: (recorded: Blob, ending: string) => void): Recorder {
  const [since, setSince] = useState<number>();
  const [problem, setProblem] = useState<RecordingProblem>();
  const running = useRef<Running>(undefined);
  const latest = useRef(done);
  latest.current = done;
  const isHere = useRef(true);
  const isStarting = useRef(false);

  const end = (isWanted: boolean) => {
    const recording = running.current;
    if (!recording) return;
    recording.isWanted = isWanted;
    if (recording.media.state !== 'inactive') recording.media.stop();
  };
  const start = async () => {
    if (running.current || isStarting.current) return;
    const format = formats.find((each) => globalThis.MediaRecorder?.isTypeSupported(each));
    if (!format || !navigator.mediaDevices) return setProblem('unsupported');
    setProblem(undefined);
    isStarting.current = true;
    try {
      const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      const parts: Blob[] = [];
      const media = new MediaRecorder(stream, { mimeType: format, audioBitsPerSecond: 32_000 });
      const recording: Running = { media, stream, isWanted: false };
      running.current = recording;
      const limit = setTimeout(() => {
        setProblem('longest');
        end(true);
      }, maxMinutes * 60_000);
      media.ondataavailable = ({ data }) => parts.push(data);
      media.onerror = () => setProblem('failed');
      media.onstop = () => {
        clearTimeout(limit);
        for (const track of stream.getTracks()) track.stop();
        running.current = undefined;
        setSince(undefined);
        if (!recording.isWanted) return;
        recordedIn(parts, format).then(
          (blob) => {
            if (isHere.current) latest.current(blob, extensions[blob.type] ?? 'bin');
          },
          () => setProblem('failed'),
        );
      };
      if (!isHere.current) return end(false);
      media.start(1_000);
      setSince(Date.now());
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isStarting.current = false;
    }
  };
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      const recording = running.current;
      if (!recording) return;
      recording.isWanted = false;
      if (recording.media.state !== 'inactive') recording.media.stop();
      for (const track of recording.stream.getTracks()) track.stop();
    };
  }, []);
  return {
    since,
    problem,
    start: () => void start(),
    stop: () => end(true),
    discard: () => end(false),
  };
}
