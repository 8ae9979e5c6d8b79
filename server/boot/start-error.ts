import { dataDirOf } from '../db/database-target.ts';
import { fullDiskOf } from '../db/embedded/errors.ts';
import type { Config } from '../platform/config.ts';
import { ApiError, StartError } from '../platform/errors.ts';

/** Explains a failed start: returns one line that names the variable for the usual causes, or the error itself. */
export function explainStartError(error: unknown, config: Config): unknown {
  const { code, syscall, message, port } = error as NodeJS.ErrnoException & { port?: number };
  const isListening =
    syscall === 'listen' ||
    syscall === 'bind' ||
    (syscall === 'getaddrinfo' && !config.DATABASE_URL);
  const full = fullDiskIn(error, config);
  if (full !== undefined) return new StartError(full);
  const kind = port !== undefined && port === config.METRICS_PORT ? 'METRICS_' : '';
  if (isListening && code === 'EADDRINUSE') {
    const name = `${kind}PORT`;
    return new StartError(
      `${name} ${port} is in use; set another ${name} or stop the program that uses it.`,
    );
  }
  if (isListening) {
    const [host, at] = [config[`${kind}HOST`], config[`${kind}PORT`]];
    return new StartError(
      `Cannot listen on ${kind}HOST ${host} and ${kind}PORT ${at}: ${message}.`,
    );
  }
  return error;
}

/** Message if the start failed because a disk is full. */
function fullDiskIn(error: unknown, config: Config): string | undefined {
  const { code, message } = (
    error instanceof ApiError ? error.cause : error
  ) as NodeJS.ErrnoException;
  if (code !== '53100' && code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return config.DATABASE_URL
    ? `The disk of the database of DATABASE_URL is full: ${message}.`
    : fullDiskOf(dataDirOf(config), 'ENOSPC');
}
