import pg from 'pg';
import { ApiError } from '../platform/errors.ts';

/* Classifies database errors: outages, refused statements, timeouts. */

const outageStates = /^(08...|57P0.|53...|55000|57014|25P0[34]|25006|40001|40P01)$/;
/** Citus reports a failed machine with internal error codes, distinguished only by their messages. */
const citusStates = /^(XX000|58030)$/;
const citusMessages = /connection|^failed to (complete COPY|prepare transaction)/;
const outageMessages = /connection|terminated|timeout|not queryable|closed/i;

/** True if an error means that the database is unavailable, rather than that the statement was wrong. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiError) return false;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return outageStates.test(code) || (citusStates.test(code) && citusMessages.test(error.message));
  }
  // Connection errors: a system error (ECONNREFUSED, ENOENT of the socket…) or one of pg's own messages.
  return 'syscall' in error || outageMessages.test(error.message);
}

/** Error for the caller: UNAVAILABLE if the database is unavailable, otherwise the error itself. */
export function translate(error: unknown): unknown {
  return isOutage(error)
    ? new ApiError('UNAVAILABLE', 'The database is out of reach; try again in a moment.', {
        cause: error,
      })
    : error;
}

/** Errors that refuse a statement without affecting the connection: its values, a constraint, one of our functions. */
const refusalStates = /^(22|23|P0)/;
export const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError && refusalStates.test(error.code ?? '');
/** True if the server ended a statement because of its timeout. */
export const isOverTime = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '57014';
/** True if a statement waited too long for a lock. */
export const isOverLockTime = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '55P03';
/** True if the server rolled a transaction back because it and another waited for each other. */
export const isDeadlock = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '40P01';
