import type { Logger } from '../platform/log.ts';

/** What has not stopped by then is ended: a supervisor would soon do it less kindly. */
const mostStoppingMs = 28_000;

export const flushed = (log: Logger) => new Promise<void>((resolve) => log.flush(() => resolve()));

/** A supervisor ends with SIGTERM, and others take over; at a terminal somebody waits. */
const manners = { SIGTERM: 'gently', SIGINT: 'promptly', SIGHUP: 'promptly' } as const;

/**
 * Stops in good order on a signal or an unexpected error, once: a terminal and a process manager tell every process,
 * and the first process tells the others again. Whatever comes while it stops gently can hurry it.
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
    setTimeout(() => process.exit(1), mostStoppingMs).unref();
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
