import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

/** The log: JSON lines on standard output, or lines for people where that is a terminal. */
export function makeLog(level: string): Logger {
  const destination: DestinationStream = process.stdout.isTTY
    ? pretty({ translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname', sync: true })
    : pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 });
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
}
