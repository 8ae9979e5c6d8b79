import { createRequire } from 'node:module';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import { constraintOf } from './violated-constraint.ts';

export type { Logger };

/**
 * Loggable part of an error. Database messages quote values, which are personal data: logs only their code, position and stack.
 */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
  if (error instanceof pg.DatabaseError) {
    const { code, severity, table, column, routine } = error;
    return {
      type: 'DatabaseError',
      code,
      severity,
      table,
      column,
      constraint: constraintOf(error),
      routine,
      stack: frames,
    };
  }
  const { code } = error as NodeJS.ErrnoException;
  return { type: error.name, message: error.message, code, stack: frames };
}

/** Human-readable output. Loaded only if needed. */
function pretty(options: PrettyOptions): DestinationStream {
  const make = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return make(options);
}

/** Creates the log: JSON lines on standard output, or readable lines if that is a terminal. A silent log opens no output. */
export function makeLog(level: string): Logger {
  if (level === 'silent') return pino({ level }, { write() {} });
  const destination: DestinationStream = process.stdout.isTTY
    ? pretty({ translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname', sync: true })
    : // Each new line measures all buffered ones: the resulting garbage grows with the number of buffered lines.
      pino.destination({ dest: 1, sync: false, minLength: 4_000, periodicFlush: 200 });
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggable },
    },
    destination,
  );
}
