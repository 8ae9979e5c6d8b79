import type { Logger } from '../platform/log.ts';

/** Maximum duration of a graceful stop; exits before a supervisor would kill the process. */
const maxStoppingMs = 28_000;

export const flushed = (log: Logger) => new Promise<void>((resolve) => log.flush(() => resolve()));

/** SIGTERM comes from a supervisor while other nodes take over; SIGINT and SIGHUP come from a terminal, where a user waits. */
const manners = { SIGTERM: 'gently', SIGINT: 'promptly', SIGHUP: 'promptly' } as const;

/**
 * Stops gracefully, once, on a signal or an unexpected error: a terminal and a process manager signal every process, and the
 * parent process signals the others again. A later signal or error can hurry a gentle stop.
 */
export function stopOnSignal(log: Logger, stop: (hurry: AbortSignal) => Promise<void>): void {
  const hurry = new AbortController();
  let isStopping = false;
  let exitStatus = 0;
  const end = async (status: number, manner: 'gently' | 'promptly') => {
    exitStatus = Math.max(exitStatus, status);
    if (manner === 'promptly') hurry.abort();
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), maxStoppingMs).unref();
    await stop(hurry.signal).catch((err: Error) => log.error({ err }, 'a component did not stop'));
    log.info({}, 'stopped');
    await flushed(log);
    process.exit(exitStatus);
  };
  for (const [signal, manner] of Object.entries(manners)) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping');
      void end(0, manner);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (err: unknown) => {
      log.fatal({ err }, 'unexpected error; stopping');
      void end(1, 'promptly');
    });
  }
}
